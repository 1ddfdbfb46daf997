//! From the trees of a rules file and the files it extends to resolved rules,
//! and from those to the intermediate representation.
//!
//! ```text
//! ast ─▶ inherit ─▶ resolve ─▶ Rules ─▶ findings
//!                                └────▶ lower ─▶ ir::Program
//! ```
//!
//! Invariant: nothing here reads a file; `compile` is handed a function that
//! finds the text of an extended game.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bounds;
mod checked;
mod compile;
mod damage;
mod entries;
mod findings;
mod inherit;
mod instances;
mod lower;
mod model;
mod print;
mod resolve;

pub use bounds::{Bounds, Node};
pub use checked::{Checked, check};
pub use compile::{Compiled, Library, compile};
pub use findings::findings;
pub use inherit::Category;
pub use lower::lower;
pub use model::*;
pub use print::print;
