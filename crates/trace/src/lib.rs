//! What the rules do in a turn, step by step, for whoever debugs them; and why a text is no move.
//!
//! ```text
//! Tracer ─▶ turn ─▶ Tracing (tracing, domain, branches; words) ─▶ Trace: steps and boards
//!        └▶ why  ─▶ the same, guided by a move (wanted), and what failed on the best path
//! ```
//!
//! A `Tracing` is a run of the interpreter with another domain: it takes the same steps and puts
//! each of them down. The interpreter knows nothing of it.

#![allow(
    clippy::mutable_key_type,
    reason = "the only cell in a key keeps its hash, which does not depend on the cell"
)]

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod branches;
mod domain;
mod step;
mod tracing;
mod turn;
mod wanted;
mod why;
mod words;

pub use step::{Board, Fate, Kind, Step, Trace};
pub use turn::{MOST_STEPS, Options, Tracer};
pub use why::{Because, WhyNot};
