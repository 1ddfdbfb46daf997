//! What a path has done to the board so far.

use super::symbols::Sym;
use crate::analyses::contents::Contents;
use game::Memory;

/// What a path has done to a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Board {
    /// Fields that were written, no two the same, and what may stand there now.
    pub(super) changes: Vec<(Sym, Contents)>,
    /// Changed fields that hold a piece which stood on another field when the
    /// turn began, with that field.
    pub(super) moved: Vec<(Sym, Sym)>,
    /// Sets of fields that were written: what may have stood there, and what
    /// stands there now.
    pub(super) sets: Vec<(Contents, Contents)>,
    /// What is in the hand, if there is something.
    pub(super) hand: Option<Contents>,
    /// The field that the piece in the hand came from, if it stood there when
    /// the turn began.
    pub(super) hand_from: Option<Sym>,
    /// What was remembered.
    pub(super) memories: Vec<(Memory, Option<Sym>)>,
    /// Whether anything was written.
    pub(super) touched: bool,
    /// Whether a reserve was written.
    pub(super) reserves: bool,
    pub(super) passed: bool,
    pub(super) over: bool,
}

impl Board {
    /// The board with other contents on a field; `at` is its place among the
    /// changes if it has one.
    pub(super) fn with(&self, sym: Sym, at: Option<usize>, now: Contents) -> Board {
        let mut board = self.clone();
        match at {
            Some(at) => {
                board.changes[at].1 = now;
                board.moved.retain(|(to, _)| *to != self.changes[at].0);
            }
            None => board.changes.push((sym, now)),
        }
        board.touched = true;
        board
    }

    /// The board after the piece in the hand was put down on a field. Where it
    /// came from, all is as it was when the turn began.
    pub(super) fn lowered(&self, sym: Sym, at: Option<usize>, now: Contents) -> Board {
        let mut board = self.with(sym, at, now);
        let sym = at.map_or(sym, |at| self.changes[at].0);
        match (self.hand_from, at) {
            (Some(from), Some(at)) if from == sym => {
                board.changes.remove(at);
            }
            (Some(from), _) => board.moved.push((sym, from)),
            (None, _) => {}
        }
        (board.hand, board.hand_from) = (None, None);
        board
    }

    /// Where the piece of a changed field stood when the turn began.
    pub(super) fn came_from(&self, sym: Sym) -> Option<Sym> {
        self.moved.iter().find(|(to, _)| *to == sym).map(|(_, from)| *from)
    }

    /// Whether everything on the board and beside it is as it was when the turn
    /// began, and nothing was said: such a result is no move.
    pub(super) fn is_nothing(&self) -> bool {
        let said = self.passed || self.over;
        self.changes.is_empty() && self.sets.is_empty() && !self.reserves && !said
    }

    /// What was remembered on this path.
    pub(super) fn memory(&self, memory: Memory) -> Option<Option<Sym>> {
        self.memories.iter().find(|(it, _)| *it == memory).map(|(_, sym)| *sym)
    }
}
