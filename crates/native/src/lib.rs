//! Native code: compiles the program of a game to machine code in this process
//! and plays with it.
//!
//! ```text
//! Program ─▶ passes ─▶ emit ─▶ Cranelift ─▶ code ─▶ Native (a Game)
//!                                             ├─▶ helpers (routines of ours: loops that look back)
//!                                             └─▶ runtime (memory of a thread)
//! ```
//!
//! Invariant: generated code reads the position it is given, constant tables and
//! the memory of its thread, and writes only the latter and the position that it
//! is told to make. Whatever it cannot explain it hands to the interpreter.

#![allow(unsafe_code, reason = "calling generated code is what this crate is for")]

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

pub use code::{Listing, Native, SWITCHES};
pub use play::random::Tally;
pub use play::worker::NativeWorker;
pub use position::{Difference, Position};
pub use referee::witness::NativeWitness;
