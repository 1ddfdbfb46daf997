//! What the threads of a search have in common: the root they work on, the places
//! where work can be taken, and the bell that wakes threads that wait for work.

use super::away::Away;
use super::signal::Signal;
use super::split::{Job, Split};
use crate::limits::Stop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The threads of a search.
#[derive(Debug)]
pub(crate) struct Crew<P> {
    /// For each thread the positions at which it lets others take moves, the one
    /// nearest to the root first.
    open: Vec<Mutex<Vec<Arc<Split<P>>>>>,
    board: Mutex<Board<P>>,
    bell: Condvar,
    waiting: AtomicUsize,
    /// The other ranks, if there are some.
    pub(crate) away: Option<Away<P>>,
}

/// What is told to all.
#[derive(Debug)]
struct Board<P> {
    /// Goes up whenever there may be work, or work may be done.
    news: u64,
    /// Goes up with each root.
    n_roots: u64,
    root: Option<Arc<Split<P>>>,
    ended: bool,
    stop: Option<Stop>,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P> Crew<P> {
    pub(super) fn new(threads: usize, away: Option<Away<P>>) -> Crew<P> {
        let board = Board { news: 0, n_roots: 0, root: None, ended: false, stop: None };
        Crew {
            open: (0..threads).map(|_| Mutex::new(Vec::new())).collect(),
            board: Mutex::new(board),
            bell: Condvar::new(),
            waiting: AtomicUsize::new(0),
            away,
        }
    }

    pub(crate) fn n_threads(&self) -> usize {
        self.open.len()
    }

    /// How many threads wait for work.
    pub(crate) fn n_waiting(&self) -> usize {
        self.waiting.load(Ordering::SeqCst)
    }

    /// Whether somebody else could take moves: another thread or another rank.
    pub(super) fn has_others(&self) -> bool {
        self.n_threads() > 1 || self.away.is_some()
    }

    /// Gives all threads a root to work on.
    pub(crate) fn begin(&self, root: &Arc<Split<P>>) {
        let mut board = lock(&self.board);
        board.root = Some(Arc::clone(root));
        board.n_roots += 1;
        board.news += 1;
        self.bell.notify_all();
    }

    /// The work on the root is done; whoever is still at it stops.
    pub(super) fn finish(&self, root: &Split<P>) {
        root.signal.cut();
        let mut board = lock(&self.board);
        board.root = None;
        board.news += 1;
        self.bell.notify_all();
    }

    /// There will be no more roots.
    pub(crate) fn end(&self) {
        let mut board = lock(&self.board);
        if let Some(root) = board.root.take() {
            root.signal.cut();
        }
        board.ended = true;
        board.news += 1;
        self.bell.notify_all();
        drop(board);
        self.away.iter().for_each(Away::ring);
    }

    /// Whether there will be no more roots.
    pub(crate) fn is_ended(&self) -> bool {
        lock(&self.board).ended
    }

    /// The root that is worked on.
    pub(crate) fn root(&self) -> Option<Arc<Split<P>>> {
        lock(&self.board).root.clone()
    }

    /// Waits for a root after this many others; nothing if there are no more.
    pub(super) fn next_root(&self, seen: &mut u64) -> Option<Arc<Split<P>>> {
        let mut board = lock(&self.board);
        loop {
            if board.ended {
                return None;
            }
            if board.n_roots > *seen
                && let Some(root) = &board.root
            {
                *seen = board.n_roots;
                return Some(Arc::clone(root));
            }
            board = self.bell.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the work of all threads for a reason; the first one counts. The work in hand
    /// may be that of another rank, and the root something else.
    pub(super) fn stop(&self, signal: &Signal, stop: Stop) {
        signal.cut_all();
        self.stop_all(stop);
    }

    /// Ends the work on the root for a reason; the first one counts.
    pub(crate) fn stop_all(&self, stop: Stop) {
        let mut board = lock(&self.board);
        board.stop.get_or_insert(stop);
        board.root.iter().for_each(|root| root.signal.cut());
        drop(board);
        self.ring();
        self.away.iter().for_each(Away::ring);
    }

    /// Why the search was ended, if it was.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        lock(&self.board).stop.clone()
    }

    /// Lets others take moves.
    pub(super) fn offer(&self, thread: usize, split: &Arc<Split<P>>) {
        lock(&self.open[thread]).push(Arc::clone(split));
        self.ring();
    }

    /// Nothing can be taken any more at the position that was offered last.
    pub(super) fn withdraw(&self, thread: usize) {
        lock(&self.open[thread]).pop();
    }

    /// Takes a move nearest to the root: that is the most work. A thread that waits
    /// for work of others takes only what is part of it.
    pub(super) fn steal(&self, within: Option<&Split<P>>) -> Option<(Arc<Split<P>>, Job)> {
        self.steal_at(0, within)
    }

    /// The same where so much depth is left.
    pub(crate) fn steal_at(
        &self,
        least_depth: u32,
        within: Option<&Split<P>>,
    ) -> Option<(Arc<Split<P>>, Job)> {
        loop {
            let mut found: Option<Arc<Split<P>>> = None;
            for open in &self.open {
                let open = lock(open);
                let work = open.iter().find(|split| {
                    split.level.depth >= least_depth
                        && within.is_none_or(|whole| split.is_within(whole))
                        && split.has_work()
                });
                if let Some(split) = work
                    && found.as_ref().is_none_or(|found| split.level.depth > found.level.depth)
                {
                    found = Some(Arc::clone(split));
                }
            }
            // If another thread was faster there may be work elsewhere.
            let split = found?;
            if let Some(job) = split.take(true) {
                return Some((split, job));
            }
        }
    }

    /// Wakes threads that wait: there may be work, or work may be done.
    pub(crate) fn ring(&self) {
        if self.waiting.load(Ordering::SeqCst) > 0 {
            lock(&self.board).news += 1;
            self.bell.notify_all();
        }
    }

    /// Waits until `look` finds something. It is asked again after each ring of the
    /// bell, and its thread is known to wait before it is asked, so that no ring is
    /// missed.
    pub(super) fn wait_for<T>(&self, mut look: impl FnMut() -> Option<T>) -> T {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let found = loop {
            let news = lock(&self.board).news;
            if let Some(found) = look() {
                break found;
            }
            let mut board = lock(&self.board);
            while board.news == news {
                board = self.bell.wait(board).unwrap_or_else(PoisonError::into_inner);
            }
        };
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        found
    }
}

/// Ends the work of a crew whatever happens, so that nobody waits forever.
pub(super) struct End<'c, P>(pub(super) &'c Crew<P>);

impl<P> Drop for End<'_, P> {
    fn drop(&mut self) {
        self.0.end();
    }
}
