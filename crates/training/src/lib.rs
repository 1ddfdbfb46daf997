//! Games as programs that learn meet them: moves with fixed numbers, positions as planes of
//! small numbers, and many games that are stepped at once.
//!
//! ```text
//! Facts ─▶ Planes            what a position holds, plane by plane
//! random games ─▶ Actions    which shapes moves have, or which wordings their texts, and a number
//!                            for each move
//! Batch ─▶ lanes ─▶ graph    games under way; a game with few positions becomes a graph
//! ```
//!
//! Invariant: all of it follows from the declarations of a game and from playing it at random
//! with a fixed seed, so that equal rules have equal numbers on every machine.

mod actions;
mod batch;
mod changes;
mod choosing;
mod explore;
mod graph;
mod lane;
mod part;
mod past;
mod planes;
mod rows;
mod stepping;
mod texts;
mod wording;

pub use actions::{Actions, Key, MOST_ACTIONS, OTHERS, TooMany};
pub use batch::{Batch, Outputs, Problem, Sizes};
pub use explore::explored;
pub use lane::numbered;
pub use planes::Planes;
pub use texts::{explored_texts, key_of_text, numbered_texts};
