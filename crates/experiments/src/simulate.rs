//! A depth-first search on processors that one does not have: its tasks are recorded
//! once, with what each costs, and then scheduled on virtual processors.
//!
//! The unit of time is one position compared with what was perceived; looking at a
//! position costs one more. A task costs [`Costs::task`] beside its work, on the processor
//! that does it. What goes from one processor to another arrives [`Costs::message`] later;
//! no processor is kept from its work by messages. Everything else is as threads do it:
//! see [`infoset::Balance`].

mod engine;
mod tree;

pub use engine::{Schedule, schedule};
use infoset::{Balance, InfosetError, jobs};
pub use tree::{Tasks, TreeOfTasks};

/// What parallel work costs beside the work, in positions compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// To make a task, to queue it, and to go to its position.
    pub task: u64,
    /// How long a message is on its way.
    pub message: u64,
}

impl Default for Costs {
    fn default() -> Costs {
        Costs { task: 10, message: 50 }
    }
}

/// A search on some processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simulated {
    /// How tasks came to processors.
    pub balance: Balance,
    /// Of how many turns each position was a task.
    pub grain: usize,
    /// How many processors there were.
    pub processors: u32,
    /// How many tasks there were.
    pub n_tasks: usize,
    /// How they were done.
    pub schedule: Schedule,
}

/// Schedules the tasks of a search by each strategy, with each grain, on each number of
/// processors; several of these at once, on this many threads of this machine.
pub fn simulate(
    tree: &TreeOfTasks,
    grains: &[usize],
    processors: &[u32],
    costs: Costs,
    threads: usize,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<Simulated>, InfosetError> {
    let tasks: Vec<(usize, Tasks)> = grains.iter().map(|&it| (it, tree.tasks(it))).collect();
    let mut cases = Vec::new();
    for (balance, _) in Balance::ALL {
        for (grain, tasks) in &tasks {
            cases.extend(processors.iter().map(|&n| (balance, *grain, tasks, n)));
        }
    }
    let job = |_: &mut (), i: usize| {
        let (balance, grain, tasks, processors) = cases[i];
        let schedule = schedule(tasks, processors, balance, costs, SEED);
        Ok(Simulated { balance, grain, processors, n_tasks: tasks.len(), schedule })
    };
    jobs(cases.len(), threads, || (), job, goes_on)
}

/// Simulations are the same every time.
const SEED: u64 = 1;
