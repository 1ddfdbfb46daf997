//! Conditions of moves and outcomes, and forcing (Pitrat, "Realization of a General
//! Game-Playing Program", section 3): why a move is there, what would be there if a field
//! held something else, and what is still missing for a win.
//!
//! ```text
//! Conditions ─┬▶ why, other_ways, shortest        (why something is there)
//!             ├▶ wishes, double_wishes            (what would be there)
//!             ├▶ ways, late                       (what a win still needs)
//!             └▶ local                            (all moves there can ever be)
//!                   │
//!                   ▼
//!              Recording ─▶ log, reads, membership, counted, tries ─▶ summary ─▶ Condition
//!                   └─────▶ lenient, witnesses, forms, assumed           (forcing)
//! ```
//!
//! A `Recording` is a run of the interpreter with another domain: it takes the
//! same steps and notes what it sees, or follows the other answer, too. The interpreter knows
//! nothing of it.

#![allow(
    clippy::mutable_key_type,
    reason = "the only cell in a key keeps its hash, which does not depend on the cell"
)]

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod assumed;
mod condition;
mod contents;
mod counted;
mod double_wishes;
mod forcing;
mod forms;
mod held;
mod late;
mod lenient;
mod local;
mod log;
mod looks;
mod membership;
mod other_ways;
mod reads;
mod recording;
mod shortest;
mod summary;
#[cfg(test)]
mod tests;
mod tries;
mod ways;
mod why;
mod wishes;
mod witnesses;
mod words;

pub use condition::Condition;
pub use contents::Contents;
pub use other_ways::Reasons;
pub use reads::Reads;
pub use ways::WinningWay;
pub use wishes::{Wish, Wishes};

use game::Facts;
use interp::{Interp, Position};
use ir::Program;
use recording::Recording;

/// What the moves and outcomes of a game depend on.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'g> {
    interp: &'g Interp,
}

impl<'g> Conditions<'g> {
    /// The conditions of the moves and outcomes of a game.
    pub fn of(interp: &'g Interp) -> Conditions<'g> {
        Conditions { interp }
    }

    fn program(&self) -> &'g Program {
        self.interp.program()
    }

    fn facts(&self) -> &'g Facts {
        &self.interp.program().facts
    }

    /// A run that records conditions.
    fn recording<'r>(&self, now: &'r Position, past: &'r [Position]) -> Recording<'r>
    where
        'g: 'r,
    {
        Recording::new(self.program(), now, past, self.interp.limits())
    }
}
