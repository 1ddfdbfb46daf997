//! Learns an evaluation for a game of two players by letting it play against itself: every
//! position is to be worth what the positions after it, and in the end the result, turn out
//! to be worth. Weights move a little after each game (temporal differences), or are fitted to
//! the positions of many games at once.
//!
//! ```text
//! training ─▶ orders (games for threads and ranks)
//!          ─▶ teaching (what the rules' own evaluation says)
//!          ─▶ episode ─▶ contender ─▶ looking (a small search), or `search` ─▶ patterns
//!          ─▶ learner (step sizes of their own for all weights), or
//!             samples ─▶ fitting (logistic regression) ─▶ network (back-propagation)
//!          ─▶ contest (new weights against the best so far)
//! ```
//!
//! Invariant: what is learned depends on the game, the seed and how many games are played, and
//! not on the number of threads or ranks.

mod checkpoint;
mod contender;
mod contest;
mod course;
mod episode;
mod fitting;
mod judge;
mod learner;
mod looking;
mod network;
mod orders;
mod samples;
mod spread;
mod teaching;
mod training;

pub use contest::Score;
pub use course::{Course, Method, stages};
pub use orders::{dismiss, help};
pub use training::{Round, Training, TrainingError};
