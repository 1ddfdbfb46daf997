//! Combinations: wins by threats, found from what the rules need for a win and
//! explained by it (Pitrat, "Realization of a General Game-Playing Program", 1968,
//! section 4).
//!
//! ```text
//! game::Insight ─▶ ways ─▶ threats ─▶ prove ─▶ check ─▶ Combination
//! (ways to win,            (threat,   (fewest   (every   (what each move
//!  if stuck)                answers)   answers)  answer)   threatens, why
//!                                                          answers fail)
//! ```
//!
//! Invariant: a combination that is given away has been checked by the move
//! generator against every answer. What the rules were read for decides only what
//! is looked at, so that it may be incomplete, and never what is true.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod check;
mod combination;
mod moves;
mod prove;
mod reasons;
mod refute;
mod replies;
mod series;
pub mod speaker;
mod threats;
mod ways;
mod won;
pub mod words;

pub use combination::{Answer, Combination, Made, Step, Threat};
pub use prove::{Report, find};

/// How a combination is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// A move is no threat if it leaves the opponent more answers than that.
    pub most_answers: usize,
    /// Ways to win are looked for that need this many fields to hold something else
    /// than they do.
    pub most_missing: usize,
    /// Whether a move may also threaten to threaten twice at once: what Pitrat calls
    /// two forcings, and players an open three; and whether, where players lose by their own
    /// moves, any move may leave the opponent few of them.
    pub quiet: bool,
    /// No more positions than that are looked at.
    pub most_nodes: u64,
    /// No more moves of the winner than that.
    pub most_moves: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            most_answers: 8,
            most_missing: 4,
            quiet: false,
            most_nodes: 1_000_000,
            most_moves: 60,
        }
    }
}
