//! Multigame: a page of rules in, a program that plays the game out.
//!
//! This crate is the edge: it finds rules texts, puts the stages together, and
//! holds the command. What the command does, a library user can do with the
//! crates below it:
//!
//! ```text
//! library ─▶ syntax ─▶ rules ─▶ ir ─┬─▶ interp ─┬─▶ game
//!                                   └─▶ native ─┘
//! ```

pub mod cli;
mod embedded;
mod explore;
mod insight;
pub mod library;
mod load;
mod standard_input;

pub use explore::{Explored, Plan, explore};
pub use insight::Reader;
pub use load::{Checked, LoadError, Loaded, automatic, check_text, load, load_text};
