//! Symmetries of a game: ways to turn or mirror the board after which everything
//! that the rules say is as before, so that mirrored positions are worth the same.

use crate::ids::{Direction, Field};
use crate::setup::Setup;

/// Where each field and each direction goes when the board is turned or mirrored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    /// Where each field goes.
    pub fields: Vec<Field>,
    /// Where each direction goes.
    pub directions: Vec<Direction>,
}

impl Symmetry {
    /// The symmetry that leaves everything where it is.
    pub fn identity(n_fields: usize, n_directions: usize) -> Symmetry {
        Symmetry {
            fields: (0..n_fields).map(|i| Field(i as u16)).collect(),
            directions: (0..n_directions).map(|i| Direction(i as u16)).collect(),
        }
    }

    /// The position on the board that was turned or mirrored.
    pub fn apply(&self, setup: &Setup) -> Setup {
        let mut mirrored = setup.clone();
        for (stack, to) in setup.board.iter().zip(&self.fields) {
            mirrored.board[to.index()].clone_from(stack);
        }
        for (field, _) in mirrored.memories.iter_mut().flatten() {
            *field = self.fields[field.index()];
        }
        mirrored
    }
}
