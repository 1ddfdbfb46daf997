//! Endgame tables from the rules of a game: what every position with few men is worth, and how
//! many turns it takes (Ströhlein, "Untersuchungen über kombinatorische Spiele", 1970).
//!
//! ```text
//! Rules, Facts ─▶ scheme ─▶ plan ─▶ class, slice ─▶ forward ─▶ moves ─▶ waves ─▶ Table ─▶ file
//! (symmetries,    (what     (which   (positions as   (one look  (turned  (backward,
//!  clocks)         matters)  classes)  numbers)        ahead)     around)  by levels)
//! ```
//!
//! Nothing here knows a game: classes follow from the declared pieces, which class leads to
//! which is found by playing, and positions are numbered by where pieces can be. Invariant:
//! what was assumed about both is checked for every position while a table is built.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod again;
mod atoms;
mod build;
mod class;
mod combinations;
mod file;
mod forward;
mod heaps;
mod material;
mod moves;
mod plan;
mod ranking;
mod scheme;
mod sets;
mod slice;
mod statistics;
mod store;
mod tables;
mod together;
mod turning;
mod value;
mod verify;
mod waves;
mod work;
mod zugzwang;

pub use build::{Means, Step};
pub use file::{FileError, TableFile};
pub use material::{Material, parse_material};
pub use scheme::{Rules, Scheme, Seen};
pub use statistics::{SliceStatistics, Statistics};
pub use store::Source;
pub use tables::{Prober, TableValue, Tables};
pub use turning::Turning;
pub use value::Value;
pub use verify::{Verified, Wrong};
pub use work::{Built, Job, Problem, Progress, Work};
