//! Multigame: a page of rules in, a program that plays the game out.
//!
//! This crate puts the stages together; the command is a crate beside it.
//!
//! ```text
//! Text ─▶ syntax ─▶ rules ─▶ ir ─┬─▶ interp ─┬─▶ game
//!                                └─▶ native ─┘
//! ```

mod explore;
mod load;
mod text;

pub use explore::{Explored, Plan, explore};
pub use load::{LoadError, Loaded, automatic, check_text, describe, load, load_text};
pub use rules::Checked;
pub use text::Text;
