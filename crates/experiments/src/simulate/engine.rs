//! Virtual processors at work on tasks, event by event.
//!
//! 1. A processor does the newest task of its queue, or the oldest; when it is done, the
//!    tasks that it makes come to processors as the strategy says.
//! 2. Random placement sends each to a processor drawn at random.
//! 3. With stealing, a processor without work asks one drawn at random, again and again;
//!    each question and answer take two messages. A processor at work answers when its task
//!    is done, and the thief waits for it: those who have asked by then get its oldest tasks,
//!    or are refused. Only the questions to processors at work are simulated: they come at
//!    random, the more often the more processors are without work and the more are at work,
//!    as a Poisson process of that rate.
//! 4. With averaging, a processor that has finished a task compares what it and its
//!    neighbors have, and sends what is above the average to those below.
//!
//! Only processors that have had work cost anything, so a million are no harder than a
//! thousand.

use super::{Order, Runtime, Tasks};
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

/// What [`Costs::crowd`](super::Costs::crowd) is for.
const MILLION: u64 = 1_000_000;

/// What happens at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A processor has finished a task.
    Finish(u32, u32),
    /// A task comes to a processor.
    Arrive(u32, u32),
    /// A thief asks a processor at work, unless their numbers have changed meanwhile.
    Ask(u64),
}

/// A processor that has had work.
#[derive(Default)]
struct Processor {
    queue: VecDeque<u32>,
    is_busy: bool,
    /// Tasks that are on their way to it.
    coming: u32,
    /// Processors without work that wait for its answer.
    thieves: Vec<u32>,
    /// Its place among those at work.
    place: usize,
}

impl Processor {
    fn load(&self) -> usize {
        self.queue.len() + usize::from(self.is_busy) + self.coming as usize
    }
}

struct Machine<'t> {
    tasks: &'t Tasks,
    n: u32,
    runtime: Runtime,
    rng: Rng,
    now: u64,
    n_events: u64,
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    processors: FxHashMap<u32, Processor>,
    /// Processors without work that wait for nobody's answer, and how many never had any.
    idle: Vec<u32>,
    fresh: u32,
    /// Processors at work, where thieves ask.
    busy: Vec<u32>,
    /// How many were without work and at work when the next question was drawn, and how many
    /// were drawn so far.
    drawn_for: (usize, usize),
    n_drawn: u64,
    done: Schedule,
}

/// Does tasks on this many processors. The same seed gives the same schedule.
pub fn schedule(tasks: &Tasks, processors: u32, runtime: &Runtime, seed: u64) -> Schedule {
    let mut machine = Machine {
        tasks,
        n: processors.max(1),
        runtime: *runtime,
        rng: Rng::new(seed),
        now: 0,
        n_events: 0,
        events: BinaryHeap::new(),
        processors: FxHashMap::default(),
        idle: Vec::new(),
        fresh: processors.max(1) - 1,
        busy: Vec::new(),
        drawn_for: (0, 0),
        n_drawn: 0,
        done: Schedule { time: 0, busy: 0, moved: 0, used: 0 },
    };
    if !tasks.is_empty() {
        machine.processor(0).queue.push_back(0);
        machine.start(0);
        machine.draw_question();
    }
    while let Some(Reverse((time, _, event))) = machine.events.pop() {
        machine.now = time;
        match event {
            Event::Finish(processor, task) => machine.finish(processor, task),
            Event::Arrive(processor, task) => machine.arrive(processor, task),
            Event::Ask(number) => machine.ask(number),
        }
        machine.draw_question();
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

    /// Begins the next task of a processor that is not busy.
    fn start(&mut self, number: u32) {
        let (tasks, Runtime { order, costs, .. }) = (self.tasks, self.runtime);
        let processor = self.processors.entry(number).or_default();
        if processor.is_busy {
            return;
        }
        let task = match order {
            Order::Newest => processor.queue.pop_back(),
            Order::Oldest => processor.queue.pop_front(),
        };
        if let Some(task) = task {
            processor.is_busy = true;
            let crowd = costs.crowd.saturating_mul(processor.queue.len() as u64) / MILLION;
            let takes = costs.task + crowd + tasks.cost(task);
            processor.place = self.busy.len();
            self.busy.push(number);
            self.done.busy += takes;
            self.at(self.now + takes, Event::Finish(number, task));
        }
    }

    fn finish(&mut self, number: u32, task: u32) {
        self.done.time = self.now;
        let processor = self.processor(number);
        processor.is_busy = false;
        let place = processor.place;
        self.busy.swap_remove(place);
        if let Some(&moved) = self.busy.get(place) {
            self.processor(moved).place = place;
        }
        let (tasks, Runtime { balance, order, .. }) = (self.tasks, self.runtime);
        let mut place = |child| match balance {
            Balance::Random => {
                let to = self.rng.below(self.n as usize) as u32;
                self.put(number, to, child);
            }
            Balance::Stealing | Balance::Averaging => self.put(number, number, child),
        };
        match order {
            // The first of them is the newest, so that it is done first.
            Order::Newest => tasks.children(task).rev().for_each(&mut place),
            Order::Oldest => tasks.children(task).for_each(&mut place),
        }
        if balance == Balance::Averaging {
            self.even_out(number);
        }
        self.start(number);
        if balance == Balance::Stealing {
            self.answer(number);
            if !self.processor(number).is_busy {
                self.idle.push(number);
            }
        }
    }

    /// Gives those who have asked a processor what it has left, the oldest first, and refuses
    /// the others.
    fn answer(&mut self, number: u32) {
        for thief in std::mem::take(&mut self.processor(number).thieves) {
            match self.processor(number).queue.pop_front() {
                Some(task) => self.put(number, thief, task),
                None => self.idle.push(thief),
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
        self.at(self.now + self.runtime.costs.message, Event::Arrive(to, task));
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

    /// Draws when a thief asks a processor at work the next time, if their numbers are other
    /// ones than when that was drawn last: what was drawn before is void then.
    fn draw_question(&mut self) {
        let numbers = (self.n_thieves(), self.busy.len());
        if self.runtime.balance != Balance::Stealing || numbers == self.drawn_for {
            return;
        }
        self.drawn_for = numbers;
        self.n_drawn += 1;
        let (thieves, busy) = numbers;
        if thieves > 0 && busy > 0 {
            // Each thief asks one of the others every two messages.
            let between = (2 * self.runtime.costs.message).max(1) as f64 * f64::from(self.n - 1);
            let mean = between / (thieves as f64 * busy as f64);
            let unit = (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            let wait = (-mean * (1.0 - unit).ln()).round() as u64;
            self.at(self.now + wait, Event::Ask(self.n_drawn));
        }
    }

    /// A thief asks a processor at work, which answers when it has done its task.
    fn ask(&mut self, number: u64) {
        if number != self.n_drawn {
            return;
        }
        let thief = match self.rng.below(self.n_thieves()) {
            i if i < self.idle.len() => self.idle.swap_remove(i),
            _ => {
                self.fresh -= 1;
                self.n - 1 - self.fresh
            }
        };
        let victim = self.busy[self.rng.below(self.busy.len())];
        self.processor(victim).thieves.push(thief);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Costs;
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

    fn runtime(balance: Balance, task: u64, message: u64) -> Runtime {
        let costs = Costs { task, crowd: 0, message };
        Runtime { balance, costs, ..Runtime::default() }
    }

    #[test]
    fn no_schedule_is_faster_than_possible_and_no_work_is_lost() {
        let tasks = tasks(3000);
        let all = tasks.total() + 3 * tasks.len() as u64;
        for ((balance, name), order) in Balance::ALL
            .into_iter()
            .flat_map(|it| [Order::Newest, Order::Oldest].map(|order| (it, order)))
        {
            let runtime = Runtime { order, ..runtime(balance, 3, 20) };
            let alone = schedule(&tasks, 1, &runtime, 1);
            assert_eq!(alone, Schedule { time: all, busy: all, moved: 0, used: 1 }, "{name}");
            let mut last = all;
            for n in [2, 3, 16, 100, 1024, 1_000_000] {
                let found = schedule(&tasks, n, &runtime, 1);
                assert_eq!(found, schedule(&tasks, n, &runtime, 1));
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
        for (balance, _) in Balance::ALL {
            assert!(schedule(&chain, 64, &runtime(balance, 1, 5), 1).time >= 550);
        }
        assert_eq!(schedule(&chain, 64, &runtime(Balance::Stealing, 1, 5), 1).time, 550);
        assert_eq!(chain.critical_path(1), 550);
    }

    /// A root that makes this many tasks of this cost.
    fn star(n: u32, cost: u64) -> Tasks {
        let leaves = (0..n).map(|_| (cost, Some(0)));
        Tasks::new(&[(10, None)].into_iter().chain(leaves).collect::<Vec<_>>())
    }

    #[test]
    fn tasks_cost_more_where_many_wait() {
        // After the root 1,000 wait, of which the first is begun while 999 do.
        let costs = Costs { task: 0, crowd: 1_000_000, message: 1 };
        let runtime = Runtime { costs, ..Runtime::default() };
        let crowd: u64 = (0..1000).sum();
        assert_eq!(schedule(&star(1000, 7), 1, &runtime, 1).time, 10 + 7000 + crowd);
    }

    #[test]
    fn thieves_that_wait_are_answered_as_soon_as_there_is_work() {
        // The root takes long enough for all others to have asked for work: each has a task
        // one message later.
        let mut tasks = vec![(100_000, None)];
        tasks.extend([(50_000, Some(0)); 8]);
        let found = schedule(&Tasks::new(&tasks), 8, &runtime(Balance::Stealing, 0, 20), 1);
        assert_eq!((found.time, found.moved), (150_020, 7));
        // Nobody who is busy answers: what is left after one's own task goes to one thief
        // only when that task is done.
        let tasks = Tasks::new(&[(10, None), (1000, Some(0)), (1000, Some(0))]);
        let found = schedule(&tasks, 2, &runtime(Balance::Stealing, 0, 100_000), 1);
        assert_eq!((found.time, found.moved), (2010, 0));
    }

    #[test]
    fn the_oldest_task_is_done_first_where_that_is_the_order() {
        // A root with ten children that have ten each: depth first, those of one child wait
        // at a time, and otherwise all of them.
        let mut tasks = vec![(1, None)];
        tasks.extend([(1, Some(0)); 10]);
        tasks.extend((1..=10).flat_map(|child| [(1, Some(child)); 10]));
        let costs = Costs { task: 0, crowd: 1_000_000, message: 1 };
        let time = |order| {
            let runtime = Runtime { order, costs, ..Runtime::default() };
            schedule(&Tasks::new(&tasks), 1, &runtime, 1).time
        };
        let newest: u64 = (1..=10).map(|child| 11 * (10 - child) + 45).sum();
        assert_eq!(time(Order::Newest), 111 + newest);
        let oldest: u64 = (1..=10).map(|child| 9 * child).chain(0..100).sum();
        assert_eq!(time(Order::Oldest), 111 + oldest);
    }
}
