//! What a path has done to the board so far.

use super::symbols::Sym;
use crate::analyses::contents::Contents;
use game::Memory;

/// What a path has done to a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Board {
    /// Fields that were written, no two the same, and what may stand there now.
    pub(super) changes: Vec<(Sym, Contents)>,
    /// Sets of fields that were written: what may have stood there, and what
    /// stands there now.
    pub(super) sets: Vec<(Contents, Contents)>,
    /// What is in the hand, if there is something.
    pub(super) hand: Option<Contents>,
    /// What was remembered.
    pub(super) memories: Vec<(Memory, Option<Sym>)>,
    /// Whether anything was written.
    pub(super) touched: bool,
    pub(super) passed: bool,
    pub(super) over: bool,
}

impl Board {
    /// The board with other contents on a field; `at` is its place among the
    /// changes if it has one.
    pub(super) fn with(&self, sym: Sym, at: Option<usize>, now: Contents) -> Board {
        let mut board = self.clone();
        match at {
            Some(at) => board.changes[at].1 = now,
            None => board.changes.push((sym, now)),
        }
        board.touched = true;
        board
    }

    /// What was remembered on this path.
    pub(super) fn memory(&self, memory: Memory) -> Option<Option<Sym>> {
        self.memories.iter().find(|(it, _)| *it == memory).map(|(_, sym)| *sym)
    }
}
