//! How far evaluations are apart: by how much a turn changes them, and how many moves
//! players have. Both are measured while searching, because nobody has said what a point
//! is worth in a game, or how many moves are few.

use crate::value::{Value, is_decided};

/// With fewer turns seen nothing is said.
const LEAST: u64 = 64;
/// When so many were seen, half of them are forgotten, so that the game may change.
const MOST: u64 = 1 << 16;

/// A share of the usual number of moves that is small: a quarter.
const FEW: u64 = 4;

/// What turns have changed up to now.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Swing {
    squares: u64,
    turns: u64,
    moves: u64,
    lists: u64,
}

impl Swing {
    /// A turn led from one evaluation to another, both for the same player.
    #[inline]
    pub(crate) fn note(&mut self, before: Value, after: Value) {
        if is_decided(before) || is_decided(after) {
            return;
        }
        let by = i64::from(after) - i64::from(before);
        self.squares += (by * by) as u64;
        self.turns += 1;
        if self.turns == MOST {
            (self.squares, self.turns) = (self.squares / 2, self.turns / 2);
        }
    }

    /// A player has so many moves.
    #[inline]
    pub(crate) fn note_moves(&mut self, n_moves: usize) {
        self.moves += n_moves as u64;
        self.lists += 1;
        if self.lists == MOST {
            (self.moves, self.lists) = (self.moves / 2, self.lists / 2);
        }
    }

    /// By how much a turn usually changes the evaluation (the root of the mean square);
    /// nothing if too few were seen.
    #[inline]
    pub(crate) fn usual(&self) -> Option<Value> {
        (self.turns >= LEAST).then(|| (self.squares / self.turns).isqrt() as Value)
    }

    /// Whether a player with so many moves has far fewer than usual, so that something
    /// must be going on.
    #[inline]
    pub(crate) fn are_few(&self, n_moves: usize) -> bool {
        n_moves as u64 * FEW * self.lists < self.moves
    }
}
