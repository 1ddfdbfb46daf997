//! Processes that run the same program and work together: who they are, how they speak,
//! and how they find out that all work is done.
//!
//! ```text
//!  algorithm ─▶ Exchange (batches, end of work) ─┐
//!  algorithm ─▶ farm (numbered jobs) ────────────┼─▶ Team (phases, sums) ─▶ Link
//!  algorithm ────────────────────────────────────┘                         ├─ threads
//!                                                                          └─ MPI (crate `mpi`)
//! ```
//!
//! A [`Link`] carries bytes from one rank to another and promises little: no order, no
//! time. A [`Team`] adds phases, so that a message of the next piece of work never gets
//! into this one. All ranks make the same calls in the same order, as MPI programs do.
//!
//! Invariants: nothing here knows a game, reads the clock, or decides anything by how long
//! something takes. What an algorithm finds must not depend on the order of messages; a
//! [`Network`] of threads mixes them up on purpose.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod alarm;
mod collective;
mod exchange;
mod farm;
mod keeper;
mod link;
mod team;
mod termination;
mod threads;

pub use alarm::{Alarm, Ended, Failed};
pub use collective::{FAN_OUT, Greatest, Least, Reduce, Sum, n_steps};
pub use exchange::{Exchange, Received, Work};
pub use farm::{Farmed, farm, farm_with};
pub use keeper::{Journal, Keeper, Noted};
pub use link::{Alone, Link, Lost, Parcel};
pub use team::{Kind, Message, Team, Traffic};
pub use termination::Termination;
pub use threads::{Network, run};
