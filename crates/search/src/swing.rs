//! How far evaluations are apart: by how much a turn changes them, and how many moves
//! players have. Both are measured while searching, because nobody has said what a point
//! is worth in a game, or how many moves are few.

use crate::captures::Pieces;
use crate::value::{Value, is_decided};
use game::Player;

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

/// A position on the way that was evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    value: Value,
    player: Player,
    pieces: Pieces,
}

/// The positions on the way to the one that is searched, as far as they were evaluated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seens(Vec<Option<Seen>>);

impl Seens {
    /// A position is reached so many turns from the root, and not evaluated yet.
    #[inline]
    pub(crate) fn begin(&mut self, ply: usize) {
        self.0.truncate(ply);
        self.0.resize(ply + 1, None);
    }

    /// Forgets what a position so many turns from the root was worth: what follows is no
    /// turn of the game.
    pub(crate) fn take(&mut self, ply: usize) -> Option<Seen> {
        self.0.get_mut(ply)?.take()
    }

    /// Knows it again.
    pub(crate) fn put(&mut self, ply: usize, seen: Option<Seen>) {
        self.begin(ply);
        self.0[ply] = seen;
    }
}

impl Swing {
    /// A position so many turns from the root is evaluated, for its player. If the turn that
    /// led there from one that was evaluated, too, captured nothing, that tells how much such
    /// a turn changes.
    #[inline]
    pub(crate) fn see(
        &mut self,
        seens: &mut Seens,
        ply: usize,
        (value, player, pieces): (Value, Player, Pieces),
    ) {
        let above = ply.checked_sub(1).and_then(|above| seens.0.get(above).copied().flatten());
        if let Some(above) = above.filter(|above| !above.pieces.is_capture(above.player, pieces)) {
            let before = if above.player == player { above.value } else { -above.value };
            self.note(before, value);
        }
        if let Some(place) = seens.0.get_mut(ply) {
            *place = Some(Seen { value, player, pieces });
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

    /// How many moves players usually have.
    #[inline]
    pub(crate) fn usual_moves(&self) -> usize {
        self.moves.checked_div(self.lists).unwrap_or(0) as usize
    }

    /// Whether a player with so many moves has far fewer than usual, so that something
    /// must be going on.
    #[inline]
    pub(crate) fn are_few(&self, n_moves: usize) -> bool {
        n_moves as u64 * FEW * self.lists < self.moves
    }
}
