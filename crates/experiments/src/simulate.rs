//! A depth-first search on processors that one does not have: its tasks are recorded
//! once, with what each costs, and then scheduled on virtual processors.
//!
//! The unit of time is one position compared with what was perceived; looking at a
//! position costs one more. A task costs [`Costs::task`] beside its work, on the processor
//! that does it, and more where many tasks wait ([`Costs::crowd`]). What goes from one
//! processor to another arrives [`Costs::message`] later; no processor is kept from its
//! work by messages, and it looks at them between two tasks. Everything else is as threads
//! do it: see [`infoset::Balance`].

mod engine;
mod fit;
mod lumps;
pub mod printed;
mod tree;

pub use engine::{Schedule, schedule};
pub use fit::{Fit, Instance, Timed, compare, fit};
use infoset::{Balance, Grain, InfosetError, jobs};
pub use tree::{Tasks, TreeOfTasks};

/// What parallel work costs beside the work, in positions compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// To make a task, to queue it, and to go to its position.
    pub task: u64,
    /// How much more a task costs where a million tasks wait at its processor; where fewer
    /// wait, in proportion.
    pub crowd: u64,
    /// How long a message is on its way.
    pub message: u64,
}

impl Default for Costs {
    /// What threads of one machine take, as the example `fit_costs` has measured it: 425 ns for
    /// a task and 2.6 microseconds for a message, with 79 ns for a position of kriegspiel.
    fn default() -> Costs {
        Costs { task: 5, crowd: 0, message: 33 }
    }
}

/// Which of its tasks a processor does first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The one that was made last, so that few wait.
    #[default]
    Newest,
    /// The one that was made first, as in a queue of messages.
    Oldest,
}

/// What tasks run on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runtime {
    /// How tasks come to processors.
    pub balance: Balance,
    /// Which of them each does first.
    pub order: Order,
    /// What that costs.
    pub costs: Costs,
}

/// A search on some processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simulated {
    /// How tasks came to processors.
    pub balance: Balance,
    /// Which positions were tasks.
    pub grain: Grain,
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
    grains: &[Grain],
    processors: &[u32],
    costs: Costs,
    threads: usize,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<Simulated>, InfosetError> {
    let tasks: Vec<(Grain, Tasks)> = grains.iter().map(|&it| (it, tree.tasks(it))).collect();
    let mut cases = Vec::new();
    for (balance, _) in Balance::ALL {
        for (grain, tasks) in &tasks {
            cases.extend(processors.iter().map(|&n| (balance, *grain, tasks, n)));
        }
    }
    let job = |_: &mut (), i: usize| {
        let (balance, grain, tasks, processors) = cases[i];
        let runtime = Runtime { balance, costs, ..Runtime::default() };
        let schedule = schedule(tasks, processors, &runtime, SEED);
        Ok(Simulated { balance, grain, processors, n_tasks: tasks.len(), schedule })
    };
    jobs(cases.len(), threads, || (), job, goes_on)
}

/// Simulations are the same every time.
const SEED: u64 = 1;
