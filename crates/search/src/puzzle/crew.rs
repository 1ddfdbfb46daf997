//! What the threads of a round of IDA* have in common: the limit, what was found, and
//! sub-trees that wait for a thread.
//!
//! The first thread makes the top of the tree, until there are many sub-trees for each
//! thread. They are taken in the order in which one thread would come to them: whoever
//! worked elsewhere would have worked for nothing when the goal is found early. Once
//! all are taken, a thread without work says so; others see that between two positions
//! and give away the one that is nearest to the root. Nobody looks into the stacks of
//! others, which would need a lock for each node. The round is over when all threads
//! wait, or when somebody has found a solution or met a limit.

use super::ground::Ground;
use super::ida_star::{Hand, Node};
use super::{Solution, Unsolved};
use crate::limits::now;
use crate::parallel::ThreadWork;
use game::Game;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The positions on the way to another one, the last first.
pub(crate) struct Trail<P> {
    pub(crate) at: P,
    before: Option<Arc<Trail<P>>>,
}

impl<P: Clone + Eq> Trail<P> {
    /// One position more.
    pub(crate) fn push(before: Option<&Arc<Trail<P>>>, at: &P) -> Arc<Trail<P>> {
        Arc::new(Trail { at: at.clone(), before: before.cloned() })
    }

    /// Whether a position is on the way.
    pub(super) fn has(mut trail: Option<&Arc<Trail<P>>>, at: &P) -> bool {
        while let Some(here) = trail {
            if here.at == *at {
                return true;
            }
            trail = here.before.as_ref();
        }
        false
    }

    /// All positions, the root first.
    pub(crate) fn path(mut trail: Option<&Arc<Trail<P>>>) -> Vec<P> {
        let mut path = Vec::new();
        while let Some(here) = trail {
            path.push(here.at.clone());
            trail = here.before.as_ref();
        }
        path.reverse();
        path
    }
}

impl<P> Drop for Trail<P> {
    /// A long way is dropped step by step rather than by calls inside calls.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut trail) = next.and_then(Arc::into_inner) {
            next = trail.before.take();
        }
    }
}

/// The threads of a round.
pub(super) struct Crew<P> {
    pub(super) limit: i64,
    n_threads: usize,
    /// The least cost and bound above the limit.
    next: AtomicI64,
    waiting: AtomicUsize,
    done: AtomicBool,
    offers: Mutex<Offers<P>>,
    bell: Condvar,
}

/// What can be taken, and how the round has ended.
struct Offers<P> {
    nodes: VecDeque<Node<P>>,
    solution: Option<Solution<P>>,
    failure: Option<Unsolved>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// This many sub-trees for each thread are made before they are shared out.
const SUBTREES: usize = 512;

impl<P: Clone + Eq + Send + Sync> Crew<P> {
    pub(super) fn new(limit: i64, n_threads: usize) -> Crew<P> {
        Crew {
            limit,
            n_threads,
            next: AtomicI64::new(i64::MAX),
            waiting: AtomicUsize::new(0),
            done: AtomicBool::new(false),
            offers: Mutex::new(Offers { nodes: VecDeque::new(), solution: None, failure: None }),
            bell: Condvar::new(),
        }
    }

    /// Runs a round from the root; the calling thread works, too, and reports.
    pub(super) fn round<G: Game<Position = P>>(
        &self,
        ground: &mut Ground<'_, '_, G>,
        past: &[P],
        root: Node<P>,
        threads: &mut Vec<ThreadWork>,
    ) {
        threads.resize(self.n_threads, ThreadWork::default());
        let nodes = ground.nodes();
        let help_ground = ground.helper(past);
        let help = |_| {
            let mut ground = help_ground();
            let idle = self.work(&mut ground, past, Vec::new());
            ground.all_nodes();
            ThreadWork { nodes: ground.nodes(), idle }
        };
        let lead = |helpers| {
            // Threads that could not be started wait, so to speak, for ever.
            self.waiting.fetch_add(self.n_threads - 1 - helpers, Ordering::SeqCst);
            let idle = self.work(ground, past, vec![root]);
            ThreadWork { nodes: ground.nodes() - nodes, idle }
        };
        let (led, helped) = game::crew::run(self.n_threads, help, lead);
        for (thread, done) in threads.iter_mut().zip([led].into_iter().chain(helped)) {
            thread.nodes += done.nodes;
            thread.idle += done.idle;
        }
    }

    /// What a thread does; for how long it had nothing to do.
    fn work<G: Game<Position = P>>(
        &self,
        ground: &mut Ground<'_, '_, G>,
        past: &[P],
        stack: Vec<Node<P>>,
    ) -> Duration {
        let mut hand = Hand::new(self, ground, past, stack);
        if let Err(failure) = hand.work() {
            lock(&self.offers).failure.get_or_insert(failure);
            self.end();
        }
        hand.idle
    }

    /// The round is over.
    fn end(&self) {
        self.done.store(true, Ordering::SeqCst);
        let _offers = lock(&self.offers);
        self.bell.notify_all();
    }

    pub(super) fn is_done(&self) -> bool {
        self.done.load(Ordering::Relaxed)
    }

    /// Whether some thread waits for work.
    pub(super) fn wants_work(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// How many sub-trees the first thread makes; none if it is alone.
    pub(super) fn n_wanted(&self) -> usize {
        if self.n_threads == 1 { 0 } else { SUBTREES * self.n_threads }
    }

    /// Leaves positions to whoever comes first.
    pub(super) fn offer(&self, nodes: Vec<Node<P>>) {
        lock(&self.offers).nodes.extend(nodes);
        self.bell.notify_all();
    }

    /// Leaves a position to another thread.
    pub(super) fn give(&self, node: Node<P>) {
        lock(&self.offers).nodes.push_back(node);
        self.bell.notify_one();
    }

    /// Waits for a position; nothing if the round is over.
    pub(super) fn take(&self, idle: &mut Duration) -> Option<Node<P>> {
        if self.n_threads == 1 {
            return None;
        }
        let began = now();
        let mut offers = lock(&self.offers);
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let node = loop {
            if self.is_done() {
                break None;
            }
            if let Some(node) = offers.nodes.pop_front() {
                self.waiting.fetch_sub(1, Ordering::SeqCst);
                break Some(node);
            }
            if self.waiting.load(Ordering::SeqCst) == self.n_threads {
                self.done.store(true, Ordering::SeqCst);
                self.bell.notify_all();
                break None;
            }
            offers = self.bell.wait(offers).unwrap_or_else(PoisonError::into_inner);
        };
        drop(offers);
        *idle += began.elapsed();
        node
    }

    /// A position was too far away.
    pub(super) fn above(&self, all: i64) {
        if all < self.next.load(Ordering::Relaxed) {
            self.next.fetch_min(all, Ordering::Relaxed);
        }
    }

    /// There is a solution; the others need not go on.
    pub(super) fn found(&self, solution: Solution<P>) {
        lock(&self.offers).solution.get_or_insert(solution);
        self.end();
    }

    /// What the round has found: a solution, or the next limit if there is one.
    pub(super) fn result(self) -> Result<(Option<Solution<P>>, Option<i64>), Unsolved> {
        let offers = self.offers.into_inner().unwrap_or_else(PoisonError::into_inner);
        let next = self.next.into_inner();
        match (offers.solution, offers.failure) {
            (None, Some(failure)) => Err(failure),
            (solution, _) => Ok((solution, (next < i64::MAX).then_some(next))),
        }
    }
}
