//! Studies a game whose rules say nothing of what a position is worth, and writes
//! an evaluation in the language of the rules: what a designer could have written,
//! so that it is compiled, shown and tuned like any other.
//!
//! ```text
//! Rules ─▶ candidates ─▶ a game that can say each ─┬─▶ samples ─▶ choose (fit) ─▶ lines
//!                                  random games ───┘
//! ```
//!
//! Invariant: work is counted, never clocked, and everything comes from one seed, so
//! that a game has the same evaluation on every machine.

mod automatic;
mod candidates;
mod choose;
mod doubt;
mod fit;
mod lines;
mod samples;
mod vocabulary;

pub use automatic::{Effort, NAME, automatic};
pub use doubt::{Doubt, doubt};
