//! Young Brothers Wait with work stealing: the first move of a position is searched
//! before the others, which threads without work may then take (Feldmann, "Game
//! tree search on massively parallel systems", 1993). Here a thief takes a move as
//! near to the root as there is one, and a thread that waits for its brothers helps
//! them.

use super::hand::{Begun, Hand};
use super::split::{Job, Split};
use crate::algorithms::Algorithm;
use crate::limits::Stop;
use crate::value::{Level, Value, Window};
use game::Game;
use std::sync::Arc;

/// The least depth at which threads share moves: less is faster done than said.
const LEAST_DEPTH: u32 = 4;

/// The least depth at which moves are shared by this many threads, and by ranks from a depth
/// on.
pub(super) fn least_depth(threads: usize, ranks_from: Option<u32>) -> u32 {
    match ranks_from {
        Some(depth) if threads == 1 => depth,
        Some(depth) => depth.min(LEAST_DEPTH),
        None => LEAST_DEPTH,
    }
}

/// Searches the moves of the root.
pub(super) fn root<G: Game>(hand: &mut Hand<'_, '_, G>, split: &Arc<Split<G::Position>>) {
    brothers(hand, split);
}

/// The value of a position for the player to move, exact in the window.
fn value<G: Game>(
    hand: &mut Hand<'_, '_, G>,
    parent: &Arc<Split<G::Position>>,
    at: &G::Position,
    level: Level,
    window: Window,
) -> Result<Value, Stop> {
    // Step 1: what is too little to share is done by one thread.
    if level.depth < hand.shared.least_depth {
        return hand.alone(at, level, window);
    }
    // Step 2: the table, the end of the game, the moves.
    let entered = hand.context.tree.entered();
    let split = match hand.begin(parent, at, level, window)? {
        Begun::Value(value) => return Ok(value),
        Begun::Moves(split) => split,
    };
    brothers(hand, &split);
    // Step 5: what was found is remembered.
    hand.end(&split, window, entered)
}

fn brothers<G: Game>(hand: &mut Hand<'_, '_, G>, split: &Arc<Split<G::Position>>) {
    // Step 3: the young brothers wait for the eldest.
    if let Some(eldest) = split.take(false) {
        hand.work(split, eldest, false);
    }
    // Step 4: then everybody may take them.
    hand.share(split);
}

/// Searches one move; true if it is too good to be allowed.
pub(super) fn one<G: Game>(
    hand: &mut Hand<'_, '_, G>,
    split: &Arc<Split<G::Position>>,
    Job { n, alpha, .. }: Job,
) -> Result<bool, Stop> {
    let (child, side) = hand.child(split, n);
    let (mut ground, below) = match hand.try_less_deep(split, n, alpha, value)? {
        Ok(deeper) => deeper,
        Err(is_too_good) => return Ok(is_too_good),
    };
    let beta = split.window.beta;
    let scouts = n > 0 && hand.context.tree.settings().algorithm == Algorithm::Pvs;
    let mut least = alpha;
    let mut found = None;
    if scouts {
        let scout = value(hand, split, child, below, side.window(alpha, alpha + 1))?;
        let scout = side.value(scout);
        ground = ground.min(hand.context.tree.ground());
        if scout <= alpha || scout >= beta {
            return Ok(split.note(n, scout, ground));
        }
        // Brothers may have found something better in the meantime.
        least = scout.max(split.alpha());
        found = Some(scout);
    }
    let exact = side.value(value(hand, split, child, below, side.window(least, beta))?);
    ground = ground.min(hand.context.tree.ground());
    Ok(split.note(n, found.map_or(exact, |scout| scout.max(exact)), ground))
}
