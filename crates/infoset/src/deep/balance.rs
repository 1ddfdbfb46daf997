//! How the tasks of a depth-first search come to the threads, by name: the strategies of
//! the search engine under the paper (Richards, Gupta and Sarood, "Parallel Information
//! Set Generation for Kriegspiel", sections 5 and 6).

mod averaging;
mod random;
mod stealing;

pub use averaging::neighbors;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How tasks come to threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Balance {
    /// Each new task goes to a thread chosen at random.
    Random,
    /// New tasks stay where they are made; a thread that has none takes one from another.
    #[default]
    Stealing,
    /// New tasks stay where they are made; a thread that has more than its neighbors on
    /// average gives them some.
    Averaging,
}

impl Balance {
    /// All of them with their names.
    pub const ALL: [(Balance, &'static str); 3] = [
        (Balance::Random, "random"),
        (Balance::Stealing, "stealing"),
        (Balance::Averaging, "averaging"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Balance::ALL[self as usize].1
    }
}

/// Queues of tasks, one for each thread.
pub(super) struct Queues<T> {
    queues: Vec<Mutex<VecDeque<T>>>,
    /// How long they are, for whoever only wants to know that.
    lengths: Vec<AtomicUsize>,
    /// How many tasks each thread is at: one or none.
    busy: Vec<AtomicUsize>,
    balance: Balance,
    /// How many threads there are: fewer than queues if the system had no more.
    present: AtomicUsize,
    /// How often chance was asked, from a number on that the seed says.
    drawn: AtomicUsize,
}

impl<T> Queues<T> {
    pub(super) fn new(threads: usize, balance: Balance, seed: u64) -> Queues<T> {
        Queues {
            queues: (0..threads).map(|_| Mutex::new(VecDeque::new())).collect(),
            lengths: (0..threads).map(|_| AtomicUsize::new(0)).collect(),
            busy: (0..threads).map(|_| AtomicUsize::new(0)).collect(),
            balance,
            present: AtomicUsize::new(threads),
            drawn: AtomicUsize::new(game::mix(seed) as usize),
        }
    }

    /// Only this many threads could be started; the first of them also empties the queues
    /// of those that are missing.
    pub(super) fn are_served(&self, threads: usize) {
        self.present.store(threads, Ordering::Relaxed);
    }

    /// Takes a task that a thread has made.
    pub(super) fn put(&self, thread: usize, task: T) {
        match self.balance {
            Balance::Random => self.push(random::place(self), task),
            Balance::Stealing => self.push(thread, task),
            Balance::Averaging => {
                self.push(thread, task);
                averaging::even_out(self, thread);
            }
        }
    }

    /// A task for a thread: the newest of its own, so that few are open at a time; or
    /// what the strategy lets it have.
    pub(super) fn take(&self, thread: usize) -> Option<T> {
        self.busy[thread].store(0, Ordering::Relaxed);
        if self.balance == Balance::Averaging {
            averaging::even_out(self, thread);
        }
        let own = self.pop(thread, VecDeque::pop_back);
        let task = match self.balance {
            Balance::Stealing => own.or_else(|| stealing::steal(self, thread)),
            Balance::Random | Balance::Averaging if thread == 0 => own.or_else(|| {
                let missing = self.present.load(Ordering::Relaxed)..self.queues.len();
                missing.into_iter().find_map(|queue| self.pop(queue, VecDeque::pop_back))
            }),
            Balance::Random | Balance::Averaging => own,
        };
        self.busy[thread].store(usize::from(task.is_some()), Ordering::Relaxed);
        task
    }

    /// All tasks that are left.
    pub(super) fn drain(&self) -> Vec<T> {
        let mut left = Vec::new();
        for thread in 0..self.queues.len() {
            left.extend(std::iter::from_fn(|| self.pop(thread, VecDeque::pop_back)));
        }
        left
    }

    fn push(&self, thread: usize, task: T) {
        let mut queue = self.queues[thread].lock().unwrap_or_else(PoisonError::into_inner);
        queue.push_back(task);
        self.lengths[thread].store(queue.len(), Ordering::Relaxed);
    }

    fn pop(&self, thread: usize, how: impl Fn(&mut VecDeque<T>) -> Option<T>) -> Option<T> {
        if self.length(thread) == 0 {
            return None;
        }
        let mut queue = self.queues[thread].lock().unwrap_or_else(PoisonError::into_inner);
        let task = how(&mut queue);
        self.lengths[thread].store(queue.len(), Ordering::Relaxed);
        task
    }

    pub(super) fn length(&self, thread: usize) -> usize {
        self.lengths[thread].load(Ordering::Relaxed)
    }

    /// The tasks that a thread has, with the one that it is at.
    fn load(&self, thread: usize) -> usize {
        self.length(thread) + self.busy[thread].load(Ordering::Relaxed)
    }

    /// A number below `n` that looks like chance.
    fn draw(&self, n: usize) -> usize {
        let number = self.drawn.fetch_add(1, Ordering::Relaxed) as u64;
        (game::mix(number) >> 32) as usize % n
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_task_is_lost() {
        for (balance, name) in Balance::ALL {
            let queues = Queues::new(3, balance, 0);
            (0..30).for_each(|task| queues.put(0, task));
            let mut taken: Vec<i32> = (0..12).filter_map(|i| queues.take(i % 3)).collect();
            assert!(taken.len() > 4, "{name}");
            taken.extend(queues.drain());
            taken.sort_unstable();
            assert_eq!(taken, (0..30).collect::<Vec<_>>(), "{name}");
        }
    }

    #[test]
    fn the_first_thread_does_what_a_missing_one_would() {
        for (balance, name) in Balance::ALL {
            let queues = Queues::new(3, balance, 0);
            queues.are_served(1);
            (0..30).for_each(|task| queues.put(0, task));
            let taken = std::iter::from_fn(|| queues.take(0)).count();
            assert_eq!(taken, 30, "{name}");
        }
    }

    #[test]
    fn other_seeds_place_tasks_otherwise() {
        let places = |seed| {
            let queues = Queues::new(4, Balance::Random, seed);
            (0..40).for_each(|task| queues.put(0, task));
            (0..4).map(|_| queues.take(0)).collect::<Vec<_>>()
        };
        assert_eq!(places(1), places(1));
        assert_ne!(places(1), places(2));
    }

    #[test]
    fn tasks_come_to_others_in_the_way_of_the_strategy() {
        let lengths = |balance| {
            let queues = Queues::new(4, balance, 0);
            (0..40).for_each(|task| queues.put(0, task));
            (0..4).map(|thread| queues.length(thread)).collect::<Vec<_>>()
        };
        assert!(lengths(Balance::Random).iter().all(|length| *length > 3));
        assert_eq!(lengths(Balance::Stealing), [40, 0, 0, 0]);
        // The last thread is no neighbor of the first, so nothing came to it yet.
        let averaged = lengths(Balance::Averaging);
        assert!(averaged[1] > 10 && averaged[2] > 10 && averaged[3] == 0, "{averaged:?}");
    }
}
