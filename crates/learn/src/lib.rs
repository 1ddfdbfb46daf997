//! Learns an evaluation for a game of two players by letting it play against itself: every
//! position is to be worth what the positions after it, and in the end the result, turn out
//! to be worth (temporal differences).
//!
//! ```text
//! training ─▶ teaching (what the rules' own evaluation says)
//!          ─▶ episode ─▶ looking (a small search) ─▶ patterns
//!          ─▶ learner (step sizes of their own for all weights)
//!          ─▶ contest (new weights against the best so far)
//! ```
//!
//! Invariant: what is learned depends on the game, the seed and how many games are played, and
//! not on the number of threads.

mod checkpoint;
mod contest;
mod course;
mod episode;
mod learner;
mod looking;
mod spread;
mod teaching;
mod training;

pub use contest::Score;
pub use course::{Course, stages};
pub use training::{Round, Training, TrainingError};
