//! Virtual processors at work on tasks, event by event.
//!
//! 1. A processor does the newest task of its queue; when it is done, the tasks that it
//!    makes come to processors as the strategy says.
//! 2. Random placement sends each to a processor drawn at random.
//! 3. With stealing, a processor without work asks one drawn at random, again and again;
//!    each question and answer take two messages. Seen from a processor that has tasks
//!    left, thieves come at random, the more the more are without work: so only these
//!    questions are simulated, which find something, as a Poisson process of that rate.
//! 4. With averaging, a processor that has finished a task compares what it and its
//!    neighbors have, and sends what is above the average to those below.
//!
//! Only processors that have had work cost anything, so a million are no harder than a
//! thousand.

use super::{Costs, Tasks};
use game::Rng;
use infoset::{Balance, neighbors};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// How tasks were done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// When the last one was done.
    pub time: u64,
    /// How long all processors together were busy.
    pub busy: u64,
    /// Tasks that were done by another processor than the one that made them.
    pub moved: u64,
    /// Processors that did any.
    pub used: usize,
}

/// What happens at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A processor has finished a task.
    Finish(u32, u32),
    /// A task comes to a processor.
    Arrive(u32, u32),
    /// A thief may come to a processor.
    Steal(u32),
}

/// A processor that has had work.
#[derive(Default)]
struct Processor {
    queue: VecDeque<u32>,
    is_busy: bool,
    /// Tasks that are on their way to it.
    coming: u32,
    /// Whether the next thief is awaited.
    is_watched: bool,
}

impl Processor {
    fn load(&self) -> usize {
        self.queue.len() + usize::from(self.is_busy) + self.coming as usize
    }
}

struct Machine<'t> {
    tasks: &'t Tasks,
    n: u32,
    costs: Costs,
    balance: Balance,
    rng: Rng,
    now: u64,
    n_events: u64,
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    processors: FxHashMap<u32, Processor>,
    /// Processors without work that have had some, and how many never had any.
    idle: Vec<u32>,
    fresh: u32,
    /// Processors with tasks left while nobody is without work.
    calm: Vec<u32>,
    done: Schedule,
}

/// Does tasks on this many processors. The same seed gives the same schedule.
pub fn schedule(
    tasks: &Tasks,
    processors: u32,
    balance: Balance,
    costs: Costs,
    seed: u64,
) -> Schedule {
    let mut machine = Machine {
        tasks,
        n: processors.max(1),
        costs,
        balance,
        rng: Rng::new(seed),
        now: 0,
        n_events: 0,
        events: BinaryHeap::new(),
        processors: FxHashMap::default(),
        idle: Vec::new(),
        fresh: processors.max(1) - 1,
        calm: Vec::new(),
        done: Schedule { time: 0, busy: 0, moved: 0, used: 0 },
    };
    if !tasks.is_empty() {
        machine.processor(0).queue.push_back(0);
        machine.start(0);
    }
    while let Some(Reverse((time, _, event))) = machine.events.pop() {
        machine.now = time;
        match event {
            Event::Finish(processor, task) => machine.finish(processor, task),
            Event::Arrive(processor, task) => machine.arrive(processor, task),
            Event::Steal(processor) => machine.steal(processor),
        }
    }
    machine.done.used = machine.processors.len();
    machine.done
}

impl Machine<'_> {
    fn processor(&mut self, number: u32) -> &mut Processor {
        self.processors.entry(number).or_default()
    }

    fn at(&mut self, time: u64, event: Event) {
        self.n_events += 1;
        self.events.push(Reverse((time, self.n_events, event)));
    }

    /// Begins the newest task of a processor that is not busy.
    fn start(&mut self, number: u32) {
        let processor = self.processor(number);
        if processor.is_busy {
            return;
        }
        if let Some(task) = processor.queue.pop_back() {
            processor.is_busy = true;
            let takes = self.costs.task + self.tasks.cost(task);
            self.done.busy += takes;
            self.at(self.now + takes, Event::Finish(number, task));
        }
    }

    fn finish(&mut self, number: u32, task: u32) {
        self.done.time = self.now;
        self.processor(number).is_busy = false;
        let tasks = self.tasks;
        // The first of them is the newest, so that it is done first.
        for child in tasks.children(task).rev() {
            match self.balance {
                Balance::Random => {
                    let to = self.rng.below(self.n as usize) as u32;
                    self.put(number, to, child);
                }
                Balance::Stealing | Balance::Averaging => self.put(number, number, child),
            }
        }
        if self.balance == Balance::Averaging {
            self.even_out(number);
        }
        self.start(number);
        if self.balance == Balance::Stealing {
            match self.processor(number).is_busy {
                true => self.watch(number),
                false => self.become_thief(number),
            }
        }
    }

    /// Gives a task to a processor.
    fn put(&mut self, from: u32, to: u32, task: u32) {
        if from == to {
            self.processor(to).queue.push_back(task);
            return;
        }
        self.processor(to).coming += 1;
        self.done.moved += 1;
        self.at(self.now + self.costs.message, Event::Arrive(to, task));
    }

    fn arrive(&mut self, number: u32, task: u32) {
        let processor = self.processor(number);
        processor.coming -= 1;
        processor.queue.push_back(task);
        self.start(number);
    }

    /// Sends what is above the average of a neighborhood to those below it.
    fn even_out(&mut self, number: u32) {
        let near: Vec<u32> = neighbors(number, self.n).collect();
        let load = |machine: &Self, i: u32| machine.processors.get(&i).map_or(0, Processor::load);
        let sum: usize = near.iter().map(|i| load(self, *i)).sum();
        let average = (load(self, number) + sum).div_ceil(near.len() + 1);
        for neighbor in near {
            while load(self, neighbor) < average && load(self, number) > average {
                let Some(task) = self.processor(number).queue.pop_front() else { return };
                self.put(number, neighbor, task);
            }
        }
    }

    fn n_thieves(&self) -> usize {
        self.idle.len() + self.fresh as usize
    }

    fn become_thief(&mut self, number: u32) {
        self.idle.push(number);
        for calm in std::mem::take(&mut self.calm) {
            self.await_thief(calm);
        }
    }

    /// Lets thieves come to a processor that has tasks left.
    fn watch(&mut self, number: u32) {
        let processor = self.processor(number);
        if processor.is_watched || processor.queue.is_empty() {
            return;
        }
        processor.is_watched = true;
        match self.n_thieves() {
            0 => self.calm.push(number),
            _ => self.await_thief(number),
        }
    }

    /// The next time when a thief would come if all others were thieves.
    fn await_thief(&mut self, number: u32) {
        let mean = (2 * self.costs.message) as f64;
        let unit = (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let wait = (-mean * (1.0 - unit).ln()).round().max(1.0);
        self.at(self.now + wait as u64, Event::Steal(number));
    }

    fn steal(&mut self, victim: u32) {
        self.processor(victim).is_watched = false;
        let thieves = self.n_thieves();
        // As many of the questions come as there are thieves among the others.
        let comes = thieves > 0 && self.rng.below(self.n as usize - 1) < thieves;
        if comes && let Some(task) = self.processor(victim).queue.pop_front() {
            let thief = match self.rng.below(thieves) {
                i if i < self.idle.len() => self.idle.swap_remove(i),
                _ => {
                    self.fresh -= 1;
                    self.n - 1 - self.fresh
                }
            };
            self.put(victim, thief, task);
        }
        self.watch(victim);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of tasks with costs that differ much.
    fn tasks(n: u32) -> Tasks {
        let mut rng = Rng::new(5);
        let task = |i: u32| {
            let most = 1 << rng.below(12);
            let cost = 1 + rng.below(most) as u64;
            (cost, i.checked_sub(1).map(|last| last / 7))
        };
        Tasks::new(&(0..n).map(task).collect::<Vec<_>>())
    }

    #[test]
    fn no_schedule_is_faster_than_possible_and_no_work_is_lost() {
        let tasks = tasks(3000);
        let costs = Costs { task: 3, message: 20 };
        let all = tasks.total() + 3 * tasks.len() as u64;
        for (balance, name) in Balance::ALL {
            let alone = schedule(&tasks, 1, balance, costs, 1);
            assert_eq!(alone, Schedule { time: all, busy: all, moved: 0, used: 1 }, "{name}");
            let mut last = all;
            for n in [2, 3, 16, 100, 1024, 1_000_000] {
                let found = schedule(&tasks, n, balance, costs, 1);
                assert_eq!(found, schedule(&tasks, n, balance, costs, 1));
                assert_eq!(found.busy, all, "{name} {n}");
                assert!(found.time >= all.div_ceil(u64::from(n)), "{name} {n}");
                assert!(found.time >= tasks.critical_path(3), "{name} {n}");
                assert!(found.used <= tasks.len().min(n as usize), "{name} {n}");
                if n <= 16 {
                    assert!(found.time < last, "{name} {n}: more processors are faster");
                    last = found.time;
                }
            }
        }
    }

    #[test]
    fn what_does_not_split_is_not_faster() {
        let chain: Vec<(u64, Option<u32>)> = (0..50u32).map(|i| (10, i.checked_sub(1))).collect();
        let chain = Tasks::new(&chain);
        let costs = Costs { task: 1, message: 5 };
        for (balance, _) in Balance::ALL {
            assert!(schedule(&chain, 64, balance, costs, 1).time >= 550);
        }
        assert_eq!(schedule(&chain, 64, Balance::Stealing, costs, 1).time, 550);
        assert_eq!(chain.critical_path(1), 550);
    }
}
