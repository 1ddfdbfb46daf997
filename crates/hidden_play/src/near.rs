//! Positions that nearly fit what a player perceived, for as long as he knows none that
//! does: his own pieces stand where they are, and what he heard is mostly so.
//!
//! 1. Each of a few positions that nearly fitted before is carried forward by all moves
//!    of the turn; by his own, if it was his and it is legal there.
//! 2. What the player would have perceived differently is counted: fields that he would
//!    see, or see otherwise, and what he would hear.
//! 3. Those with the least are kept.

use crate::settings::PlayError;
use crate::worlds::World;
use game::{Ending, Field, Made, Move, Perceived, Piece, Player, Referee, Rng, Turn, heard_by};
use std::sync::Arc;

/// So many positions are kept, ...
const MOST: usize = 16;
/// ... and so many carried forward though there is no time left.
const LEAST: usize = 2;

/// What nearly fits after a turn, if these positions did before.
pub(crate) fn nearest<G: Referee>(
    (game, player): (&G, Player),
    worlds: &[World<G::Position>],
    turn: &Perceived,
    rng: &mut Rng,
    left: &mut dyn FnMut() -> f64,
) -> Result<Vec<World<G::Position>>, PlayError> {
    let mut found: Vec<(usize, u64, World<G::Position>)> = Vec::new();
    for n in 0..MOST.min(worlds.len()) {
        if n >= LEAST && left() <= 0.0 {
            break;
        }
        // Of many any will do; of few each is taken once.
        let place = if worlds.len() > MOST { rng.below(worlds.len()) } else { n };
        let world = &worlds[place];
        let past = world.past();
        if game.player(&world.position) != turn.mover {
            continue;
        }
        // Step 1.
        let Turn::Moves(mut moves) = game.turn(&world.position, &past)? else { continue };
        if let Made::Move(text) = &turn.made
            && let Some(own) = moves.iter().position(|made| made.is_called(text))
        {
            moves = vec![moves.swap_remove(own)];
        }
        let behind = world.followed(game.asks_for_past());
        for made in moves {
            // Step 2.
            if let Some(differs) = difference((game, player), &world.position, &made, turn)? {
                let past = Some(Arc::clone(&behind));
                let next = World { position: made.to, weight: 1.0, past };
                found.push((differs, rng.next_u64(), next));
            }
        }
    }
    // Step 3.
    found.sort_unstable_by_key(|(differs, any, _)| (*differs, *any));
    found.truncate(MOST);
    Ok(found.into_iter().map(|(_, _, world)| world).collect())
}

/// How much a player would have perceived differently; nothing if somebody else would be
/// to move now, or the game over.
fn difference<G: Referee>(
    (game, player): (&G, Player),
    from: &G::Position,
    made: &Move<G::Position>,
    turn: &Perceived,
) -> Result<Option<usize>, PlayError> {
    let over = made.outcome.or_else(|| game.outcome(&made.to));
    let goes_on = matches!(turn.ending, Ending::GoesOn | Ending::Unsaid);
    if over.is_some() && goes_on || turn.next.is_some_and(|next| game.player(&made.to) != next) {
        return Ok(None);
    }
    let mut differs = usize::from(heard_by(player, &made.told) != turn.said);
    if over.is_none() {
        let told = game.told(&made.to, from)?;
        differs += usize::from(heard_by(player, &told) != turn.told);
    }
    if let Some(seen) = &turn.seen {
        let is_same = |(field, pieces): &(Field, Vec<Piece>)| {
            let mut stack = Vec::new();
            game.stack(&made.to, *field, &mut stack);
            stack == *pieces
        };
        differs += seen.iter().filter(|seen| !is_same(seen)).count();
        let sees = game.seen(&made.to, from, player)?;
        let is_new = |field: &Field| !seen.iter().any(|(known, _)| known == field);
        differs += sees.iter().filter(is_new).count();
    }
    Ok(Some(differs))
}
