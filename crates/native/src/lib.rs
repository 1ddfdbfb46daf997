//! Native code: compiles the program of a game to machine code in this process
//! and plays with it.
//!
//! ```text
//! Program ─▶ passes ─▶ compile ─▶ emit ─▶ Cranelift ─▶ code (Native) ─▶ play, referee
//!                                                       │                 └─▶ instead (interp)
//!                                                       └─▶ runtime ─▶ layout
//! ```
//!
//! | folder | what lives there |
//! |---|---|
//! | `analyses` | what only the generator wants to know of a program |
//! | `compile` | one compilation: which routines there are, and when they are made |
//! | `emit` | the generator: code for what depends on the position |
//! | `layout` | how a position lies in memory |
//! | `runtime` | the memory of a thread, and routines of ours that code calls |
//! | `play` | turns, counts, random games and what a search asks |
//! | `referee` | what players see and hear, and turns that are compared with it |
//!
//! Invariant: generated code reads the position it is given, constant tables and
//! the memory of its thread, and writes only the latter and the position that it
//! is told to make. Whatever it cannot explain it hands to the interpreter.

#![allow(unsafe_code, reason = "calling generated code is what this crate is for")]

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod analyses;
mod code;
mod compile;
mod emit;
mod instead;
mod layout;
mod play;
mod position;
mod referee;
mod runtime;
mod shared;

pub use code::{INTERPRET, Listing, Native, SWITCHES, Work};
pub use play::random::Tally;
pub use play::worker::NativeWorker;
pub use position::{Difference, Position};
pub use referee::witness::NativeWitness;
