//! Information sets depth first, on several threads: the search of [`crate::depth_first`]
//! cut into tasks (Richards, Gupta and Sarood, "Parallel Information Set Generation for
//! Kriegspiel", sections 5 and 7).
//!
//! 1. A task is a position with the way to it. At first there is one, the start.
//! 2. Of the first levels (the grain) each position is a task, whose work is to find the
//!    positions that follow and to make a task of each. A task below searches all that
//!    follows to its end. With an adaptive grain each task searches to its end, but gives
//!    away what it has left nearest to the root when some thread has nothing to do. With a
//!    grain by work it does so whenever it has done as much.
//! 3. Tasks come to threads by the strategy: see [`Balance`].
//!
//! What is found does not depend on who finds it: numbers are summed up, lists are
//! sorted, and draws number the histories in the order of the serial search (see
//! [`draws`]).

mod balance;
mod draws;
mod found;
mod split;
mod steps;
mod task;
mod walk;

use crate::answers::Possible;
use crate::histories::History;
use crate::limits::{InfosetError, Limits, Progress, Watch};
use crate::observation::Observation;
use crate::session::start_of;
pub use balance::Balance;
use balance::Queues;
pub use balance::neighbors;
pub(crate) use draws::Segment;
pub(crate) use found::Found;
use found::Sums;
use game::{Referee, Rng};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
pub use steps::{Walked, each_step};
use task::Trail;
use walk::Walker;

/// Which positions become tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grain {
    /// Those after fewer turns than that, and those right after them.
    Levels(usize),
    /// Those that are left nearest to the root when a task has done this much since it began,
    /// or has last given some away: positions compared or looked at.
    Work(u64),
    /// Those that a thread gives away because another has nothing to do.
    #[default]
    Adaptive,
}

/// How threads share the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// How many there are.
    pub threads: usize,
    /// Which positions become tasks.
    pub grain: Grain,
    /// How tasks come to threads.
    pub balance: Balance,
    /// What chance is drawn from, where the strategy asks for it.
    pub seed: u64,
}

impl Default for Sharing {
    fn default() -> Sharing {
        Sharing { threads: 1, grain: Grain::default(), balance: Balance::default(), seed: 0 }
    }
}

/// What is wanted beside the number of histories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The positions to which they lead.
    pub positions: bool,
    /// All histories.
    pub list: bool,
    /// So that some can be drawn.
    pub draws: bool,
}

/// A depth-first search that can be stopped and gone on with.
pub struct DeepSearch<'g, G: Referee> {
    pub(crate) game: &'g G,
    pub(crate) observation: &'g Observation,
    pub(crate) wanted: Wanted,
    limits: Limits,
    /// What is still to be searched.
    pub(crate) open: Tasks<G::Position>,
    pub(crate) found: Found<G::Position>,
    work: Progress,
}

impl<'g, G: Referee> DeepSearch<'g, G> {
    /// A search that has not begun.
    pub fn new(
        game: &'g G,
        observation: &'g Observation,
        wanted: Wanted,
        limits: Limits,
    ) -> Result<DeepSearch<'g, G>, InfosetError> {
        let (found, work) = (Found::new(game), Progress::default());
        let open = Vec::new();
        let mut search = DeepSearch { game, observation, wanted, limits, open, found, work };
        search.open.push(Arc::new(search.root()?));
        Ok(search)
    }

    /// Searches until all is done. If the watch stops it, it can be gone on with.
    pub fn run(&mut self, sharing: Sharing, watch: Watch<'_>) -> Result<(), InfosetError> {
        let threads = sharing.threads.max(1);
        let tasks = TaskBoard {
            queues: Queues::new(threads, sharing.balance, sharing.seed),
            pending: AtomicUsize::new(self.open.len()),
            hungry: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            bell: Condvar::new(),
            quiet: Mutex::new(()),
            sums: Mutex::new(Sums { work: self.work, bytes: self.found.bytes() }),
        };
        for task in self.open.drain(..).rev() {
            tasks.queues.put(0, task);
        }
        let (game, observation) = (self.game, self.observation);
        let (wanted, limits) = (self.wanted, self.limits);
        let walker = |thread| Walker::new(game, observation, wanted, limits, sharing.grain, thread);
        let (led, helped) = game::crew::run(
            threads,
            |thread| tasks.work(walker(thread), &mut |_| true),
            |helpers| {
                tasks.queues.are_served(helpers + 1);
                tasks.work(walker(0), watch)
            },
        );
        self.open = tasks.queues.drain();
        self.work = tasks.sums.into_inner().unwrap_or_else(PoisonError::into_inner).work;
        let mut failed = None;
        for (found, left, failure) in [led].into_iter().chain(helped) {
            self.open.extend(left);
            failed = match (failed, failure) {
                // A thread that stopped because of another's failure has nothing to tell.
                (None | Some(InfosetError::Stopped), Some(why)) => Some(why),
                (failed, _) => failed,
            };
            self.found.join(found)?;
        }
        self.open.sort_by_cached_key(|task| task.key());
        self.work.size = self.found.count;
        // A thread that was stopped while it waited has left nothing unfinished itself.
        match failed {
            None if !self.open.is_empty() => Err(InfosetError::Stopped),
            None => Ok(()),
            Some(why) => Err(why),
        }
    }

    /// Where the search began.
    fn root(&self) -> Result<Trail<G::Position>, InfosetError> {
        let start = start_of(self.game, self.observation.start.as_deref());
        start.map(Trail::start).map_err(|(message, hint)| InfosetError::Start(message, hint))
    }

    /// The tasks with these keys, which are found by going there again; nothing if they
    /// are not keys of this search. The watch is told how far the search was.
    pub(crate) fn trails(
        &self,
        keys: &[Vec<u32>],
        work: Progress,
        watch: Watch<'_>,
    ) -> Result<Option<Tasks<G::Position>>, InfosetError> {
        let (game, observation, grain) = (self.game, self.observation, Grain::Adaptive);
        let mut walker = Walker::new(game, observation, self.wanted, self.limits, grain, 0);
        let mut trails = Vec::new();
        for key in keys {
            if !watch(work) {
                return Err(InfosetError::Stopped);
            }
            walker.begin(&self.root()?);
            match walker.trail(key)? {
                Some(trail) => trails.push(trail),
                None => return Ok(None),
            }
        }
        Ok(Some(trails))
    }

    /// What bounds the work.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// Takes in what another search has found, of which nothing is open.
    pub(crate) fn join(&mut self, other: DeepSearch<'_, G>) -> Result<(), InfosetError> {
        self.work.expanded += other.work.expanded;
        self.work.compared += other.work.compared;
        self.found.join(other.found)?;
        self.work.size = self.found.count;
        Ok(())
    }

    /// From now on this is what was found, and what is open.
    pub(crate) fn go_on(
        &mut self,
        open: Tasks<G::Position>,
        found: Found<G::Position>,
        work: Progress,
    ) {
        (self.open, self.found, self.work) = (open, found, work);
    }

    /// The number of histories found.
    pub fn count(&self) -> u128 {
        self.found.count
    }

    /// The work done so far.
    pub fn work(&self) -> Progress {
        self.work
    }

    /// The positions to which the histories lead, each once, in an order that depends
    /// only on which they are.
    pub fn positions(&mut self) -> Vec<Possible<G::Position>> {
        self.found.take_positions()
    }

    /// The histories, in ascending order.
    pub fn histories(&mut self) -> Vec<History> {
        let mut histories = std::mem::take(&mut self.found.histories);
        histories.sort_unstable();
        histories
    }

    /// Draws histories, each equally likely every time; none from an empty set. They
    /// are the same however the search was shared.
    pub fn sample(
        &mut self,
        n: usize,
        rng: &mut Rng,
        sharing: Sharing,
        watch: Watch<'_>,
    ) -> Result<Vec<History>, InfosetError> {
        draws::sample(self, n, rng, sharing, watch)
    }
}

/// What the threads have in common.
struct TaskBoard<P> {
    queues: Queues<Arc<Trail<P>>>,
    /// Tasks that were made and are not done.
    pending: AtomicUsize,
    /// Threads without work.
    hungry: AtomicUsize,
    stop: AtomicBool,
    bell: Condvar,
    quiet: Mutex<()>,
    sums: Mutex<Sums>,
}

/// Stops all threads when one of them panics: the others would wait for its task.
struct StopsIfDropped<'c, P: Send + Sync>(&'c TaskBoard<P>);

impl<P: Send + Sync> Drop for StopsIfDropped<'_, P> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Tasks that are still to be done.
type Tasks<P> = Vec<Arc<Trail<P>>>;

/// What a thread found, the tasks that it could not finish, and why it stopped early.
type Done<P> = (Found<P>, Tasks<P>, Option<InfosetError>);

impl<P: Send + Sync> TaskBoard<P> {
    /// Works until all tasks are done, or somebody stops.
    fn work<G: Referee<Position = P>>(
        &self,
        mut walker: Walker<'_, G>,
        watch: Watch<'_>,
    ) -> Done<P> {
        let mut failure = None;
        let guard = StopsIfDropped(self);
        while let Some(task) = self.next(walker.thread, watch) {
            let walked = walker.task(self, &task, watch);
            if self.pending.fetch_sub(1, Ordering::AcqRel) == 1 {
                self.bell.notify_all();
            }
            if let Err(why) = walked {
                failure = Some(why);
                self.stop();
                break;
            }
        }
        if let Err(why) = walker.tell(self, &mut |_| true) {
            failure = failure.or(Some(why));
            self.stop();
        }
        std::mem::forget(guard);
        (walker.found, walker.left, failure)
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.bell.notify_all();
    }

    /// A task for a thread, as soon as there is one; nothing when all is done.
    fn next(&self, thread: usize, watch: Watch<'_>) -> Option<Arc<Trail<P>>> {
        let mut is_hungry = false;
        let task = loop {
            if self.stop.load(Ordering::Relaxed) {
                break None;
            }
            if let Some(task) = self.queues.take(thread) {
                break Some(task);
            }
            if self.pending.load(Ordering::Acquire) == 0 {
                break None;
            }
            if !is_hungry {
                is_hungry = true;
                self.hungry.fetch_add(1, Ordering::Relaxed);
            }
            if !watch(lock(&self.sums).work) {
                self.stop();
            }
            // Whoever rings between the look at the queues and here is not heard, so
            // nobody waits for long.
            drop(self.bell.wait_timeout(lock(&self.quiet), Duration::from_micros(200)));
        };
        if is_hungry {
            self.hungry.fetch_sub(1, Ordering::Relaxed);
        }
        task
    }

    /// Takes a new task.
    fn put(&self, thread: usize, task: Arc<Trail<P>>) {
        self.pending.fetch_add(1, Ordering::Relaxed);
        self.queues.put(thread, task);
        if self.hungry.load(Ordering::Relaxed) > 0 {
            self.bell.notify_one();
        }
    }

    /// Whether a thread should give away some of its work.
    fn wants_work(&self, thread: usize) -> bool {
        self.hungry.load(Ordering::Relaxed) > 0 && self.queues.length(thread) == 0
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
