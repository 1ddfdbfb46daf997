//! The intermediate representation of a game's rules: a graph of small steps
//! with explicit choice points, its text form, its verifier, and the passes that
//! rewrite it before code is made of it.
//!
//! ```text
//! rules ─▶ lower ─▶ Program ─▶ verify ─▶ interp
//!                      │  ▲ └──▶ passes ─▶ native
//!                 print▼  │parse
//!                     text
//! ```
//!
//! Invariant: nothing here knows a machine. `drive` follows paths through a program for whoever
//! says what its values are.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod analyses;
pub mod drive;
mod fingerprint;
mod names;
mod narrowed;
mod operands;
mod parse;
pub mod passes;
mod print;
mod program;
mod refusals;
mod verify;
mod without_moves;

pub use fingerprint::fingerprint;
pub use narrowed::narrowed;
pub use operands::{ENTRY, Edit, IntoTargets, Look, Targets};
pub use parse::{IrError, parse};
pub use print::{print, print_func, print_with_sources};
pub use program::*;
pub use verify::{VerifyError, verify};
pub use without_moves::{before_moves, ends_before_moves, without_moves};
