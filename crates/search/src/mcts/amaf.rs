//! What moves are worth whenever they are made: *all moves as first* (Gelly and Silver,
//! "Combining online and offline knowledge in UCT", 2007). A node learns from each game
//! after it for every field on which a player came to have a piece, and moves that were
//! tried seldom are judged by that. A node with few games says little, so that moves learn
//! from the next node above them that has many (Cazenave, "Generalized rapid action value
//! estimation", 2015).
//!
//! Random games do not say which moves were made. Where moves put pieces on empty fields and
//! the pieces stay, the last position says it: whoever has a field at the end has moved
//! there. Whether a game is like that is seen by the moves of the root ([`places_pieces`])
//! and by a few games ([`pieces_stay`]).

use super::node::GAME;
use crate::limits::Stop;
use crate::tree::Tree;
use game::{Finish, Game, Held, Player, Rng};
use std::sync::atomic::{AtomicU64, Ordering};

/// What a won game counts here: little enough that sums of many games fit.
const WON: i64 = 64;
/// A game, beside the points in the lower half of a word.
const ONE_GAME: u64 = 1 << 32;

/// After this many turns of some games one looks whether pieces stay,
const MIDDLES: [u32; 8] = [2, 4, 6, 8, 12, 16, 24, 32];
/// until the game is over or has lasted this many more turns.
const LONG: u32 = 200;

/// The games in which a player came to have a field, and in the lower half what the first
/// player won in them: nothing for a loss, and twice [`WON`] for a win.
type Cell = AtomicU64;

/// What a node has learned for each player and field.
#[derive(Debug)]
pub(super) struct Learned {
    cells: Box<[Cell]>,
}

impl Learned {
    pub(super) fn new(n_fields: usize) -> Learned {
        Learned { cells: (0..2 * n_fields).map(|_| Cell::new(0)).collect() }
    }

    /// The bytes that it takes for a board of this many fields.
    pub(super) fn bytes_for(n_fields: usize) -> usize {
        2 * n_fields * size_of::<Cell>()
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.cells)
    }

    /// The cells of a player.
    #[inline]
    fn of(&self, player: Player) -> &[Cell] {
        let (first, second) = self.cells.split_at(self.cells.len() / 2);
        if player == Player::First { first } else { second }
    }

    /// Learns from a game: what the players held at its end and not before it, and its
    /// points for the first player.
    pub(super) fn add(&self, end: &Held, before: &Held, points: i64) {
        let more = ONE_GAME + (WON + points * WON / GAME) as u64;
        for player in Player::BOTH {
            let cells = self.of(player);
            for field in end.gained(player, before) {
                let Some(cell) = cells.get(field.index()) else { continue };
                // What another thread adds at the same time may be lost: this is cheaper,
                // and some games more or less make no difference.
                let sum = cell.load(Ordering::Relaxed);
                cell.store(sum.wrapping_add(more), Ordering::Relaxed);
            }
        }
    }

    /// What it has learned for a player.
    pub(super) fn shares(&self, player: Player) -> Shares<'_> {
        Shares { cells: self.of(player), is_first: player == Player::First }
    }
}

/// What a node has learned for one player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares<'l> {
    cells: &'l [Cell],
    is_first: bool,
}

impl Shares<'_> {
    /// How many games there were in which the player came to have a field, and the share of
    /// the points that the player won in them.
    #[inline]
    pub(super) fn of(&self, field: usize) -> Option<(f32, f32)> {
        let cell = self.cells.get(field)?.load(Ordering::Relaxed);
        if cell == 0 {
            return None;
        }
        let (games, won) = ((cell >> 32) as u32 as f32, cell as u32 as f32);
        let share = won / (games * (2 * WON) as f32);
        Some((games, if self.is_first { share } else { 1.0 - share }))
    }
}

/// Whether the moves of a position put pieces of the player on empty fields, and take up none
/// of them. Moves that change nothing, as a pass does, make no difference.
pub(super) fn places_pieces<G: Game>(game: &G, at: &G::Position, list: &[G::Position]) -> bool {
    let (before, player) = (game.held(at), game.player(at));
    let mut is_placed = game.facts().board.n_fields() <= Held::MOST_FIELDS;
    let mut n_placed = 0;
    for after in list.iter().map(|to| game.held(to)).filter(|after| *after != before) {
        is_placed &= after.filled(player, &before).count() == 1;
        is_placed &= after.n_lost(player, &before) == 0;
        n_placed += 1;
    }
    is_placed && n_placed > 0
}

/// Whether nearly all pieces of random games are still there at the end, for their players:
/// then the last position says which moves were made. Where many are taken or turned over,
/// as in go and othello, moves learned the wrong thing.
pub(super) fn pieces_stay<G: Game>(
    tree: &mut Tree<'_, G>,
    at: &G::Position,
    rng: &mut Rng,
) -> Result<bool, Stop> {
    let (mut n_held, mut n_lost) = (0, 0);
    for turns in MIDDLES {
        let (Finish::BrokenOff(middle), held) = tree.playout(at, rng, turns)? else { continue };
        let (_, end) = tree.playout(&middle, rng, LONG)?;
        for player in Player::BOTH {
            n_held += held.gained(player, &Held::default()).count();
            n_lost += end.n_lost(player, &held);
        }
    }
    Ok(8 * n_lost <= n_held)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Field;

    #[test]
    fn a_field_learns_from_the_games_in_which_somebody_came_there() {
        let mut before = Held::default();
        before.insert(Player::First, Field(0));
        let mut end = before;
        end.insert(Player::First, Field(3));
        end.insert(Player::Second, Field(5));
        let learned = Learned::new(9);
        learned.add(&end, &before, GAME);
        learned.add(&end, &before, GAME);
        learned.add(&end, &before, -GAME);
        learned.add(&end, &before, 0);
        assert_eq!(learned.shares(Player::First).of(3), Some((4.0, 0.625)));
        assert_eq!(learned.shares(Player::Second).of(5), Some((4.0, 0.375)));
        assert_eq!(
            (learned.shares(Player::Second).of(3), learned.shares(Player::First).of(0)),
            (None, None)
        );
        assert_eq!(learned.bytes(), Learned::bytes_for(9));
    }
}
