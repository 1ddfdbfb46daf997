//! Opening books: what positions near the start of a game are worth.
//!
//! ```text
//! games ─▶ import ─┐
//!                  ├─▶ Book ─▶ probe ─▶ a move
//! search ─▶ grow ──┘    ├─▶ file
//!          (graph)      └─▶ tree ─▶ text
//! ```
//!
//! A book is a set of positions and knows no moves: a move is worth what the position is worth
//! that it leads to. So transpositions and mirror images are one, whatever led to them, and a
//! move of a mirror image needs no translation.

mod book;
mod build;
mod file;
mod graph;
mod import;
mod keys;
mod probe;
mod tree;
mod worth;

pub use crate::book::{Book, Entry, Searched};
pub use build::{Effort, Go, Grown, Problem, Watch, grow, refresh};
pub use file::FileError;
pub use import::add_game;
pub use keys::Keys;
pub use probe::{BookMove, Pick, choose, known_moves};
pub use tree::{Naming, Shown, tree};
