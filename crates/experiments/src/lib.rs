//! The apparatus of the papers that Multigame is measured by: the notation in which one
//! of them prints games, the simulator of its search on processors that nobody has, and
//! the games of a study of alpha-beta.
//!
//! What is here serves to compare with what was published. Nothing below depends on it.

mod figure;
pub mod othello;
mod simulate;

pub use figure::{Letters, read_figure, write_figure};
pub use simulate::{Costs, Schedule, Simulated, Tasks, TreeOfTasks, schedule, simulate};
