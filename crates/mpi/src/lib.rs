//! Ranks that an MPI launcher started: Open MPI, MPICH and its kin, and whatever has the
//! standard ABI of MPI 5.
//!
//! ```text
//!  environment ─▶ Launch (who started us) ─▶ library (opened at run time, which ABI)
//!                                                 │
//!  ranks::Link ◀─ World ◀─ Endpoint (buffers, back-pressure, the end) ◀─ Functions (unsafe)
//! ```
//!
//! Nothing of MPI is needed to build this: a program is the same on a laptop without MPI
//! and on a cluster with any. The functions of a library are all alike; what differs is
//! how handles and constants look, and there are three tables of those.
//!
//! Invariants: `unsafe` is in `library.rs` and `functions.rs` only; a buffer that MPI reads
//! lives until MPI says that it is done with it; nobody waits in a call of MPI, so that
//! two ranks that send to each other never block each other.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod abi;
mod endpoint;
mod error;
mod functions;
mod launch;
mod library;
mod world;

pub use error::MpiError;
pub use launch::{Family, Launch, OVERRIDE};
pub use world::{World, world};
