//! What Monte-Carlo tree search keeps of a move. All moves of a node lie side by side, and
//! to choose among them nothing else is looked at: not the nodes to which they lead, which
//! may be anywhere in memory.

use super::node::{Proved, Verdict};
use crate::memory_tree::HasChild;
use game::Field;
use std::sync::atomic::{AtomicI16, AtomicI64, AtomicU16, AtomicU32, Ordering};

/// A move that puts nothing on the board that could be learned from.
const NO_FIELD: u16 = u16::MAX;

/// A move. Points are those of the first player.
#[derive(Debug, Default)]
pub(super) struct Edge {
    child: AtomicU32,
    visits: AtomicU32,
    points: AtomicI64,
    proved: Proved,
    /// The field on which the move puts a piece.
    field: AtomicU16,
    /// What the evaluation says, from -1000 to 1000, backed up from what is below.
    guess: AtomicI16,
}

impl HasChild for Edge {
    fn word(&self) -> &AtomicU32 {
        &self.child
    }
}

/// What is known of a move when it is listed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Listed {
    pub(super) proved: Option<Verdict>,
    pub(super) field: Option<Field>,
    pub(super) guess: i16,
}

impl Edge {
    /// Notes what is known of it when it is listed.
    pub(super) fn begin(&self, listed: Listed) {
        listed.proved.into_iter().for_each(|verdict| self.proved.set(verdict));
        self.field.store(listed.field.map_or(NO_FIELD, |field| field.0), Ordering::Relaxed);
        self.guess.store(listed.guess, Ordering::Relaxed);
    }

    /// Takes over what another tree has of it.
    pub(super) fn copy_from(&self, other: &Edge) {
        self.visits.store(other.visits(), Ordering::Relaxed);
        self.points.store(other.points(), Ordering::Relaxed);
        other.proved().into_iter().for_each(|verdict| self.proved.set(verdict));
        self.field.store(other.field.load(Ordering::Relaxed), Ordering::Relaxed);
        self.guess.store(other.guess(), Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn points(&self) -> i64 {
        self.points.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn proved(&self) -> Option<Verdict> {
        self.proved.get()
    }

    pub(super) fn prove(&self, verdict: Verdict) {
        self.proved.set(verdict);
    }

    /// The field on which it puts a piece, if that can be learned from.
    #[inline]
    pub(super) fn field(&self) -> Option<usize> {
        let field = self.field.load(Ordering::Relaxed);
        (field != NO_FIELD).then_some(usize::from(field))
    }

    #[inline]
    pub(super) fn guess(&self) -> i16 {
        self.guess.load(Ordering::Relaxed)
    }

    pub(super) fn set_guess(&self, guess: i16) {
        self.guess.store(guess, Ordering::Relaxed);
    }

    /// Counts a visit, with the points it has until its game is played.
    pub(super) fn begin_visit(&self, points: i64) {
        self.visits.fetch_add(1, Ordering::Relaxed);
        self.points.fetch_add(points, Ordering::Relaxed);
    }

    /// Changes the points of a visit to those of its game.
    pub(super) fn end_visit(&self, change: i64) {
        self.points.fetch_add(change, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Player;

    #[test]
    fn a_move_takes_24_bytes_and_moves_to_another_tree_as_it_is() {
        assert_eq!(size_of::<Edge>(), 24);
        let (edge, other) = (Edge::default(), Edge::default());
        let proved = Some(Verdict { winner: Some(Player::Second), turns: 4 });
        edge.begin(Listed { proved, field: Some(Field(9)), guess: -300 });
        edge.begin_visit(-1000);
        edge.end_visit(1500);
        other.copy_from(&edge);
        assert_eq!((other.visits(), other.points(), other.guess()), (1, 500, -300));
        assert_eq!((other.proved(), other.field()), (proved, Some(9)));
        edge.begin(Listed::default());
        assert_eq!((edge.field(), edge.proved()), (None, proved));
    }
}
