//! How far evaluations are apart: by how much a turn changes them, and how many moves
//! players have. Both are measured while searching, because nobody has said what a point
//! is worth in a game, or how many moves are few.

use crate::captures::Pieces;
use crate::value::{Value, is_decided};
use game::Player;

/// With fewer turns seen nothing is said.
const LEAST: u64 = 64;
/// When this many were seen, half of them are forgotten, so that the game may change.
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

/// A position on the way that was evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub(crate) value: Value,
    pub(crate) player: Player,
    pub(crate) pieces: Pieces,
}

/// The positions on the way to the one that is searched, as far as they were evaluated or
/// their moves were listed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seens {
    evaluated: Vec<Option<Seen>>,
    /// How many moves there are, if all were listed.
    n_moves: Vec<Option<usize>>,
}

impl Seens {
    /// A position is reached this many turns from the root, and nothing is known of it yet.
    #[inline]
    pub(crate) fn begin(&mut self, ply: usize) {
        self.evaluated.truncate(ply);
        self.evaluated.resize(ply + 1, None);
        self.n_moves.truncate(ply);
        self.n_moves.resize(ply + 1, None);
    }

    /// All moves of the position that was reached last were listed, with their number.
    #[inline]
    pub(crate) fn note_moves(&mut self, n_moves: usize) {
        if let Some(place) = self.n_moves.last_mut() {
            *place = Some(n_moves);
        }
    }

    /// How many moves the player had, two turns ago, who is to move this many turns from the
    /// root.
    #[inline]
    pub(crate) fn moves_before(&self, ply: usize) -> Option<usize> {
        *self.n_moves.get(ply.checked_sub(2)?)?
    }

    /// Forgets what a position this many turns from the root was worth: what follows is no
    /// turn of the game.
    pub(crate) fn take(&mut self, ply: usize) -> Option<Seen> {
        self.evaluated.get_mut(ply)?.take()
    }

    /// Knows it again.
    pub(crate) fn put(&mut self, ply: usize, seen: Option<Seen>) {
        self.begin(ply);
        self.evaluated[ply] = seen;
    }
}

impl Swing {
    /// A position this many turns from the root is evaluated, for its player. If the turn that
    /// led there from one that was evaluated, too, captured nothing, that tells how much such
    /// a turn changes.
    #[inline]
    pub(crate) fn see(&mut self, seens: &mut Seens, ply: usize, seen: Seen) {
        let Seen { value, player, pieces } = seen;
        let above =
            ply.checked_sub(1).and_then(|above| seens.evaluated.get(above).copied().flatten());
        if let Some(above) = above.filter(|above| !above.pieces.is_capture(above.player, pieces)) {
            let before = if above.player == player { above.value } else { -above.value };
            self.note(before, value);
        }
        if let Some(place) = seens.evaluated.get_mut(ply) {
            *place = Some(seen);
        }
    }

    /// A turn led from one evaluation to another, both for the same player.
    #[inline]
    fn note(&mut self, before: Value, after: Value) {
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

    /// A player has this many moves.
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

    /// How many moves players usually have.
    #[inline]
    pub(crate) fn usual_moves(&self) -> usize {
        self.moves.checked_div(self.lists).unwrap_or(0) as usize
    }

    /// Whether a player with this many moves has far fewer than usual, so that something
    /// must be going on.
    #[inline]
    pub(crate) fn are_few(&self, n_moves: usize) -> bool {
        n_moves as u64 * FEW * self.lists < self.moves
    }
}
