//! Evaluations that were learned by playing: tables over single fields and small groups of
//! fields, whose weights are shared where the rules are proved to be symmetric, and a small
//! network beside them.
//!
//! Whoever plays needs only this crate; how weights are found is a matter of `learn`. What
//! is looked at follows from the declarations of a game alone (`plan.rs`), so that a file has
//! to hold nothing but weights.
//!
//! Invariant: the value of a position does not depend on what was evaluated before it.

mod classes;
mod file;
mod follower;
mod groups;
mod inputs;
mod look;
mod model;
mod network;
mod plan;
mod row;
mod words;

pub use classes::Classes;
pub use file::{FileError, Header, LearnedFile};
pub use follower::Follower;
pub use inputs::Inputs;
pub use look::{Look, Stages};
pub use model::{Evaluator, Model, UNIT};
pub use plan::{Group, Plan};
pub use words::{Term, explain};
