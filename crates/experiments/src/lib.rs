//! The apparatus of the papers that Multigame is measured by: the notation in which one
//! of them prints games, the simulator of its search on processors that nobody has, and
//! the games of a study of alpha-beta.
//!
//! What is here serves to compare with what was published. Nothing below depends on it.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod figure;
pub mod othello;
mod picture;
mod ranks_simulator;
mod simulate;

pub use figure::{Letter, Letters, MORE_MEMORY, read_figure, write_figure};
pub use picture::{Bar, Curve, Point, bars, curves};
pub use ranks_simulator::{
    Cluster, Growth, Measured, RanksPlatform, Replayed, WorkTree, calibrate, calibrated, replay,
};
pub use simulate::printed;
pub use simulate::{
    Costs, Fit, Instance, Order, Runtime, Schedule, Simulated, Tasks, Timed, TreeOfTasks, compare,
    fit, schedule, simulate,
};
