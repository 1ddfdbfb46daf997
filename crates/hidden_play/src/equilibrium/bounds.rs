//! How large a game may be that is solved, and why one was not.

use game::{Outcome, RulesError};

/// How large a tree may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most nodes.
    pub nodes: usize,
    /// The most memory, in bytes, roughly, with what solving it takes.
    pub memory: usize,
    /// A game that has not ended after this many turns is a draw.
    pub turns: Option<usize>,
}

/// How far a tree had grown when there was no room left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The turns that are in it.
    pub turns: usize,
    /// Its nodes.
    pub nodes: usize,
    /// What the players can know in it when they are to move.
    pub infos: [usize; 2],
    /// Whether it was memory that was used up, and not the nodes.
    pub by_memory: bool,
}

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// It is too large.
    TooLarge(TooLarge),
    /// Somebody stopped it before the whole game was known.
    Stopped,
    /// It is over.
    Over(Outcome),
    /// The rules went wrong.
    Rules(Box<RulesError>),
}

impl From<RulesError> for Unsolved {
    fn from(error: RulesError) -> Unsolved {
        Unsolved::Rules(Box::new(error))
    }
}
