//! The earlier positions of a game under way, for rules that ask whether a position has occurred.
//! All of them are kept, but a worker is told only of those that can be the answer: where rules
//! ask for the third time, a position that was met once cannot.

use game::{Rows, Worker};

/// Earlier positions, the oldest first.
#[derive(Clone, Debug)]
pub(crate) struct Past<P> {
    positions: Vec<P>,
    /// A number for the board of each; equal boards have equal numbers.
    boards: Vec<u64>,
    /// The numbers of boards that were met twice.
    repeated: Vec<u64>,
}

impl<P> Default for Past<P> {
    fn default() -> Past<P> {
        Past { positions: Vec::new(), boards: Vec::new(), repeated: Vec::new() }
    }
}

/// Whether only boards that were met twice can be asked for.
pub(crate) fn is_rare(rows: &Rows) -> bool {
    rows.repeats.is_some_and(|times| times >= 3)
}

/// The number of the board of a row.
#[inline]
pub(crate) fn board_of(rows: &Rows, row: &[u64]) -> u64 {
    let mixed =
        |all: u64, word: &u64| (all.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    row[..rows.n_board].iter().fold(0, mixed)
}

impl<P: Clone> Past<P> {
    pub(crate) fn clear(&mut self) {
        self.positions.clear();
        self.boards.clear();
        self.repeated.clear();
    }

    pub(crate) fn positions(&self) -> &[P] {
        &self.positions
    }

    /// Adds a position. Where boards have no numbers, that is 0.
    pub(crate) fn push(&mut self, at: P, board: u64) {
        if self.boards.contains(&board) && !self.repeated.contains(&board) {
            self.repeated.push(board);
        }
        self.positions.push(at);
        self.boards.push(board);
    }

    /// Tells a worker of all positions; how many.
    pub(crate) fn enter_all<W: Worker<Position = P>>(&self, worker: &mut W) -> usize {
        self.positions.iter().for_each(|earlier| worker.enter(earlier));
        self.positions.len()
    }

    /// Tells a worker of those whose board was met twice, counting the one that is looked at.
    pub(crate) fn enter_repeated<W: Worker<Position = P>>(
        &self,
        worker: &mut W,
        now: u64,
    ) -> usize {
        if self.repeated.is_empty() && !self.boards.contains(&now) {
            return 0;
        }
        let is_asked = |board: &u64| *board == now || self.repeated.contains(board);
        let earlier = self.positions.iter().zip(&self.boards);
        let asked = earlier.filter(|(_, board)| is_asked(board));
        asked.map(|(earlier, _)| worker.enter(earlier)).count()
    }
}
