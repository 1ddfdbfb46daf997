//! The earlier positions of a game under way, for rules that ask whether a position has occurred.
//! All of them are kept, but a worker is told only of those that can be the answer: where rules
//! ask for the third time, a position that was met once cannot.

use game::{Game, Rows, Worker};

/// Earlier positions, the oldest first.
#[derive(Clone, Debug)]
pub(crate) struct Past<P> {
    positions: Vec<P>,
    /// A number for the board of each; equal boards have equal numbers.
    boards: Vec<u64>,
    /// Whether each has its signature.
    are_signed: Vec<bool>,
    /// The numbers of boards that were met twice.
    repeated: Vec<u64>,
}

impl<P> Default for Past<P> {
    fn default() -> Past<P> {
        Past {
            positions: Vec::new(),
            boards: Vec::new(),
            are_signed: Vec::new(),
            repeated: Vec::new(),
        }
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
        self.are_signed.clear();
        self.repeated.clear();
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The earlier positions as they are.
    pub(crate) fn into_positions(self) -> Vec<P> {
        self.positions
    }

    /// Gives all positions their signatures.
    pub(crate) fn sign_all<G: Game<Position = P>>(&mut self, game: &G) {
        for (at, is_signed) in self.positions.iter_mut().zip(&mut self.are_signed) {
            if !std::mem::replace(is_signed, true) {
                game.sign(at);
            }
        }
    }

    /// Adds a position. Where boards have no numbers, that is 0.
    pub(crate) fn push(&mut self, at: P, board: u64, is_signed: bool) {
        if self.boards.contains(&board) && !self.repeated.contains(&board) {
            self.repeated.push(board);
        }
        self.positions.push(at);
        self.boards.push(board);
        self.are_signed.push(is_signed);
    }

    /// Tells a worker of all positions; how many.
    pub(crate) fn enter_all<W: Worker<Position = P>>(&self, worker: &mut W) -> usize {
        self.positions.iter().for_each(|earlier| worker.enter(earlier));
        self.positions.len()
    }

    /// Tells a worker of those whose board was met twice, counting the one that is looked at. They
    /// are compared by their signatures.
    pub(crate) fn enter_repeated<G: Game<Position = P>>(
        &mut self,
        game: &G,
        worker: &mut G::Worker<'_>,
        now: u64,
    ) -> usize {
        if self.repeated.is_empty() && !self.boards.contains(&now) {
            return 0;
        }
        let mut entered = 0;
        for (i, board) in self.boards.iter().enumerate() {
            if *board == now || self.repeated.contains(board) {
                if !std::mem::replace(&mut self.are_signed[i], true) {
                    game.sign(&mut self.positions[i]);
                }
                worker.enter(&self.positions[i]);
                entered += 1;
            }
        }
        entered
    }
}
