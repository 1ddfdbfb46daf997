//! Costs that explain measured times: by least squares over the logarithms, because times
//! of a thousand processors count as much as those of one.
//!
//! 1. What is fitted are [`Costs`], the same for all instances, so they are in nanoseconds
//!    here, and so are those of tasks: what it takes to compare a position may differ from one
//!    instance to the other, but what it takes to make a task or to send a message does not.
//! 2. For given costs each time is simulated.
//! 3. The costs are found by a search with steps that grow smaller: from where it is, each
//!    cost is made larger and smaller by a factor as long as that fits better.

use super::{Costs, Runtime, SEED, Tasks, schedule};
use infoset::{InfosetError, jobs};
use rustc_hash::FxHashMap;

/// A time that was measured: with these tasks (by their place in the list of the instance),
/// on this many processors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timed {
    /// The place of the tasks in the list.
    pub tasks: usize,
    /// How many processors there were.
    pub processors: u32,
    /// How long it took.
    pub seconds: f64,
}

/// A search that was timed with several grains on several numbers of processors.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its tasks by each grain, whose costs are nanoseconds.
    pub tasks: Vec<Tasks>,
    /// What was measured.
    pub times: Vec<Timed>,
}

/// Costs that fit, and how well.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// What the tasks run on; costs are nanoseconds.
    pub runtime: Runtime,
    /// For each instance the simulated seconds of each time.
    pub simulated: Vec<Vec<f64>>,
    /// The square root of the mean of the squares of the differences of the natural
    /// logarithms: 0.1 says that times are off by a tenth.
    pub residual: f64,
    /// For how many costs all times were simulated.
    pub n_tried: usize,
}

/// The factors of the steps, as powers of two.
const STEPS: [f64; 4] = [2.0, 0.8, 0.3, 0.12];
/// Costs are powers of two less one, so that nothing is a cost, too; up to this power.
const GREATEST: f64 = 40.0;
/// A fit must be better by this to be worth a step.
const BETTER: f64 = 1e-6;

/// Finds the costs with which a platform explains what was measured, beginning with those of
/// `first`. Costs for which `varied` says no stay as they are there: a task, a crowd and a
/// message, in this order.
pub fn fit(
    instances: &[Instance],
    first: Runtime,
    varied: [bool; 3],
    threads: usize,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Fit, InfosetError> {
    let mut known: FxHashMap<[u64; 3], Fit> = FxHashMap::default();
    let Costs { task, crowd, message } = first.costs;
    let mut best = [task, crowd, message].map(|cost| (cost as f64 + 1.0).log2());
    let mut try_costs = |powers: [f64; 3]| -> Result<Fit, InfosetError> {
        let numbers = powers.map(|power| (power.exp2() - 1.0).round() as u64);
        if let Some(found) = known.get(&numbers) {
            return Ok(found.clone());
        }
        let [task, crowd, message] = numbers;
        let runtime = Runtime { costs: Costs { task, crowd, message }, ..first };
        let found = compare(instances, runtime, threads, goes_on)?;
        known.insert(numbers, found.clone());
        Ok(found)
    };
    let mut found = try_costs(best)?;
    for step in STEPS {
        let mut is_better = true;
        while is_better {
            is_better = false;
            for (i, _) in varied.iter().enumerate().filter(|(_, is_varied)| **is_varied) {
                for signed in [step, -step] {
                    let mut powers = best;
                    powers[i] = (powers[i] + signed).clamp(0.0, GREATEST);
                    let next = try_costs(powers)?;
                    if next.residual < found.residual - BETTER {
                        (found, best, is_better) = (next, powers, true);
                        break;
                    }
                }
            }
        }
    }
    found.n_tried = known.len();
    Ok(found)
}

/// Simulates all times, and compares them with what was measured.
pub fn compare(
    instances: &[Instance],
    runtime: Runtime,
    threads: usize,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Fit, InfosetError> {
    let cases: Vec<(&Tasks, u32)> = instances
        .iter()
        .flat_map(|it| it.times.iter().map(|time| (&it.tasks[time.tasks], time.processors)))
        .collect();
    let job = |_: &mut (), i: usize| {
        let (tasks, processors) = cases[i];
        Ok(schedule(tasks, processors, &runtime, SEED).time.max(1) as f64 / 1e9)
    };
    let mut all = jobs(cases.len(), threads, || (), job, goes_on)?.into_iter();
    let (mut simulated, mut squares, mut n) = (Vec::new(), 0.0, 0.0);
    for instance in instances {
        let seconds: Vec<f64> = all.by_ref().take(instance.times.len()).collect();
        let off = |(time, seconds): (&Timed, &f64)| (time.seconds / seconds).ln().powi(2);
        squares += instance.times.iter().zip(&seconds).map(off).sum::<f64>();
        n += seconds.len() as f64;
        simulated.push(seconds);
    }
    let residual = (squares / f64::max(n, 1.0)).sqrt();
    Ok(Fit { runtime, simulated, residual, n_tried: 1 })
}

#[cfg(test)]
mod tests {
    use super::super::Order;
    use super::*;
    use game::Rng;
    use infoset::Balance;

    /// A tree in which each task makes up to six, of up to this many levels.
    fn tree(levels: u32, seed: u64) -> Vec<(u64, Option<u32>)> {
        let mut rng = Rng::new(seed);
        let (mut tasks, mut last) = (vec![(30, None)], vec![0]);
        for _ in 0..levels {
            let mut next = Vec::new();
            for parent in last {
                for _ in 0..1 + rng.below(6) {
                    next.push(tasks.len() as u32);
                    tasks.push((1 + rng.below(60) as u64, Some(parent)));
                }
            }
            last = next;
        }
        tasks
    }

    /// Times of two instances as a platform with these costs would give them.
    fn timed(runtime: Runtime) -> Vec<Instance> {
        let instance = |(seed, position): (u64, f64)| {
            let tasks = [2, 4, 6].map(|n| Tasks::new(&tree(n, seed)).times(position)).into();
            let tasks: Vec<Tasks> = tasks;
            let times = tasks.iter().enumerate().flat_map(|(i, of_grain)| {
                [1, 4, 16, 64].map(|processors| {
                    let time = schedule(of_grain, processors, &runtime, SEED).time;
                    Timed { tasks: i, processors, seconds: time as f64 / 1e9 }
                })
            });
            Instance { times: times.collect(), tasks }
        };
        [(3, 10_000.0), (4, 2_000.0)].map(instance).into()
    }

    #[test]
    fn costs_that_made_the_times_are_found_again() {
        for balance in [Balance::Random, Balance::Stealing] {
            let costs = Costs { task: 90_000, crowd: 400_000_000, message: 24_000 };
            let truth = Runtime { balance, order: Order::Oldest, costs };
            let instances = timed(truth);
            let first = Costs { task: 5_000, crowd: 10_000_000, message: 200_000 };
            let first = Runtime { costs: first, ..truth };
            let found = fit(&instances, first, [true; 3], 1, &mut || true).unwrap();
            let Costs { task, message, .. } = found.runtime.costs;
            // With stealing, chance places tasks otherwise as soon as costs are a little other;
            // and a task waits for its message and for the task before it alike.
            assert!((65_000..=120_000).contains(&task), "{found:?}");
            assert!((6_000..=60_000).contains(&message), "{found:?}");
            assert!(found.residual < 0.1, "{found:?}");
            assert!(found.n_tried < 150, "{}", found.n_tried);
        }
    }

    #[test]
    fn what_is_not_varied_stays_and_fits_worse() {
        let costs = Costs { task: 90_000, crowd: 0, message: 24_000 };
        let truth = Runtime { balance: Balance::Random, order: Order::Newest, costs };
        let instances = timed(truth);
        let exact = compare(&instances, truth, 2, &mut || true).unwrap();
        assert!(exact.residual < 1e-9, "{exact:?}");
        let first = Runtime { costs: Costs { task: 0, ..costs }, ..truth };
        let found = fit(&instances, first, [false, true, true], 2, &mut || true).unwrap();
        assert_eq!(found.runtime.costs.task, 0);
        assert!(found.residual > 0.1, "{found:?}");
    }

    #[test]
    fn a_fit_can_be_stopped() {
        let instances = timed(Runtime::default());
        let stopped = compare(&instances, Runtime::default(), 1, &mut || false);
        assert_eq!(stopped, Err(InfosetError::Stopped));
    }
}
