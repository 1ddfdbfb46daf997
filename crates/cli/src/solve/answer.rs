//! What `multigame solve` answers about games for two: a proof, how far one came that was
//! not finished, or that there is nothing to prove.

use super::ONE_THREAD;
use crate::answer::{Ended, Place};
use crate::combine::Threats;
use crate::ranks::Shares;
use crate::threads::Work;
use crate::words::count;
use serde::Serialize;
use std::fmt::{self, Display};

/// Who wins, and how that was proved.
#[derive(Serialize)]
pub(super) struct Solved {
    #[serde(flatten)]
    pub(super) place: Place,
    /// Whether the value is exact, and not only who wins.
    pub(super) exact: bool,
    pub(super) turns: Option<u32>,
    pub(super) moves: Vec<String>,
    pub(super) all_moves: bool,
    pub(super) method: &'static str,
    pub(super) without_past: bool,
    pub(super) nodes: u64,
    pub(super) positions: u64,
    pub(super) symmetries: usize,
    pub(super) parallel: Option<Work>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ranks: Option<Shares>,
    /// What looking for a win by threats came to, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) combination: Option<Threats>,
    /// The bytes of the proof that was written, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) proof_bytes: Option<usize>,
    #[serde(skip)]
    pub(super) how: String,
    /// Whether one thread did it though there were more.
    #[serde(skip)]
    pub(super) by_one_thread: bool,
}

impl Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.place.outcome.as_ref().map_or("", |outcome| &outcome.result))?;
        if let Some(turns) = self.turns {
            write!(f, " in {}", count(turns, "turn"))?;
        }
        let moves = self.moves.join(" ");
        match (self.moves.len(), self.all_moves) {
            (0, _) => Ok(()),
            (1, true) => write!(f, "\nonly move: {moves}"),
            (_, true) => write!(f, "\nbest moves: {moves}"),
            (_, false) => write!(f, "\na best move: {moves}"),
        }?;
        writeln!(f, "\nhow: {}", self.how)?;
        if let Some(bytes) = self.proof_bytes {
            writeln!(f, "proof: {}", count(bytes, "byte"))?;
        }
        if let Some(work) = &self.parallel {
            work.fmt(f)?;
        }
        if self.by_one_thread {
            f.write_str(ONE_THREAD)?;
        }
        if self.symmetries > 1 {
            let images = self.symmetries;
            writeln!(f, "note: the rules have {images} symmetries; images count as one")?;
        }
        match self.without_past {
            true => {
                writeln!(
                    f,
                    "note: rules on repetition are left out; play that never ends is a draw"
                )
            }
            false => Ok(()),
        }
    }
}

/// How far a proof came that was not finished.
#[derive(Serialize)]
pub(super) struct Unfinished {
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) reason: &'static str,
    pub(super) nodes: u64,
    pub(super) positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) combination: Option<Threats>,
}

/// That a game is over.
#[derive(Serialize)]
pub(super) struct NothingToSolve {
    pub(super) game: String,
    pub(super) position: String,
    pub(super) outcome: Ended,
}

impl Display for NothingToSolve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.outcome.result)
    }
}
