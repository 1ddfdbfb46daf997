//! What each field can hold at each turn of a game of which a player perceived a part, without
//! any history: constraints are propagated over the turns, forward and backward.
//!
//! ```text
//! rules ─▶ run (all ways of a turn at once) ─▶ turns (those that fit) ─▶ sweep ─▶ Outline
//!            └─▶ answers, sets, writes            ▲        counts ──────────┘
//! ```
//!
//! 1. Forward: the ways of each turn are found by running its rules on what the fields can hold,
//!    and together they say what fields can hold afterwards.
//! 2. Backward: a way that leads to nothing that was possible later was not taken, and what only
//!    such ways would need was not there. This goes on as long as something changes.
//!
//! Invariant: every history that fits what was perceived stays within the outline. What is left
//! may be more than there is: fields are taken for independent of each other, but for the numbers
//! of pieces.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod answers;
mod counts;
mod run;
mod sets;
mod sweep;
mod turns;
mod vague;
mod writes;

pub use sweep::outline;
