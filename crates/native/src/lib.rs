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

mod code;
mod comparison;
mod compile;
mod counting;
mod distances;
mod emit;
mod expected;
mod functions;
mod helpers;
mod instead;
mod judge;
mod kept;
mod late;
mod layout;
mod masks;
mod memory;
mod names;
mod packing;
mod playing;
mod position;
mod reading;
mod records;
mod referee;
mod routines;
mod runtime;
mod shared;
mod speech;
mod stacking;
mod stacks;
mod stays;
mod stubs;
mod tables;
mod turn;
mod unit;
mod weights;
mod witness;
mod worker;

pub use code::{Listing, Native, SWITCHES};
pub use playing::Tally;
pub use position::{Difference, Position};
pub use witness::NativeWitness;
pub use worker::NativeWorker;
