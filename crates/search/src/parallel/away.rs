//! Where the threads of a rank meet the one that speaks with the other ranks: moves that
//! other ranks have handed over, what became of them, and who has nothing to do.

use super::crew::lock;
use super::split::{Job, Split};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Wakes the thread that speaks with other ranks.
#[derive(Debug, Default)]
pub(crate) struct Bell {
    has_rung: Mutex<bool>,
    rings: Condvar,
}

impl Bell {
    /// Wakes it, or keeps it from falling asleep.
    pub(crate) fn ring(&self) {
        *lock(&self.has_rung) = true;
        self.rings.notify_one();
    }

    /// Rests until the bell rings, or for so long.
    pub(crate) fn rest(&self, longest: Duration) {
        let mut has_rung = lock(&self.has_rung);
        if !*has_rung {
            let rested = self.rings.wait_timeout(has_rung, longest);
            has_rung = rested.unwrap_or_else(PoisonError::into_inner).0;
        }
        *has_rung = false;
    }
}

/// A move that another rank has handed over.
#[derive(Debug)]
pub(crate) struct Arrived<P> {
    pub(crate) split: Arc<Split<P>>,
    pub(crate) job: Job,
    /// What it is part of, if a thread has asked for such work because it waits for that.
    pub(crate) within: Option<Arc<Split<P>>>,
}

/// A move of another rank that was searched, or given up.
#[derive(Debug)]
pub(crate) struct Ended<P> {
    pub(crate) split: Arc<Split<P>>,
    /// What the table knows of the line that it begins, if it is the value of both.
    pub(crate) line: Vec<(u64, u64)>,
}

/// What is known of the other ranks.
#[derive(Debug)]
pub(crate) struct Away<P> {
    bell: Arc<Bell>,
    desk: Mutex<Desk<P>>,
}

#[derive(Debug)]
struct Desk<P> {
    arrived: Vec<Arrived<P>>,
    ended: Vec<Ended<P>>,
    /// How many threads have nothing to do and may do whatever there is.
    n_free: usize,
    /// What threads wait for that may only do what is part of it.
    waited_for: Vec<Arc<Split<P>>>,
}

impl<P> Away<P> {
    pub(crate) fn new(bell: Arc<Bell>) -> Away<P> {
        let (arrived, ended, waited_for) = (Vec::new(), Vec::new(), Vec::new());
        Away { bell, desk: Mutex::new(Desk { arrived, ended, n_free: 0, waited_for }) }
    }

    /// Wakes the thread that speaks with other ranks.
    pub(crate) fn ring(&self) {
        self.bell.ring();
    }

    /// A thread has nothing to do, or has found something: it may do whatever there is,
    /// or only what is part of the work on a position.
    pub(super) fn is_idle(&self, within: Option<&Arc<Split<P>>>, idle: bool) {
        let mut desk = lock(&self.desk);
        match (within, idle) {
            (None, true) => desk.n_free += 1,
            (None, false) => desk.n_free -= 1,
            (Some(split), true) => desk.waited_for.push(Arc::clone(split)),
            (Some(split), false) => {
                let place = desk.waited_for.iter().position(|other| Arc::ptr_eq(other, split));
                place.map(|place| desk.waited_for.swap_remove(place));
            }
        }
        if idle {
            self.ring();
        }
    }

    /// A move that another rank has handed over. A thread that waits for others takes
    /// only what is part of the work it waits for.
    pub(super) fn take(&self, within: Option<&Arc<Split<P>>>) -> Option<(Arc<Split<P>>, Job)> {
        let mut desk = lock(&self.desk);
        let fits = |arrived: &Arrived<P>| match (within, &arrived.within) {
            (None, _) => true,
            (Some(own), Some(asked)) => Arc::ptr_eq(own, asked) || asked.is_within(own),
            (Some(_), None) => false,
        };
        let place = desk.arrived.iter().position(fits)?;
        let Arrived { split, job, .. } = desk.arrived.swap_remove(place);
        Some((split, job))
    }

    /// A move of another rank was searched, or given up.
    pub(super) fn end(&self, ended: Ended<P>) {
        lock(&self.desk).ended.push(ended);
        self.ring();
    }

    /// Hands a move of another rank to whoever has nothing to do.
    pub(crate) fn arrive(&self, arrived: Arrived<P>) {
        lock(&self.desk).arrived.push(arrived);
    }

    /// Takes a move back that nobody has begun; whether that was so.
    pub(crate) fn call_off(&self, split: &Arc<Split<P>>) -> bool {
        let mut desk = lock(&self.desk);
        let place = desk.arrived.iter().position(|it| Arc::ptr_eq(&it.split, split));
        place.map(|place| desk.arrived.swap_remove(place)).is_some()
    }

    /// The moves of other ranks that have ended since the last time.
    pub(crate) fn ended(&self) -> Vec<Ended<P>> {
        std::mem::take(&mut lock(&self.desk).ended)
    }

    /// How many threads have nothing to do and may do whatever there is, beyond those for
    /// whom there is something already.
    pub(crate) fn n_free(&self) -> usize {
        let desk = lock(&self.desk);
        desk.n_free.saturating_sub(desk.arrived.len())
    }

    /// What threads wait for that may do only what is part of it, and for whom there is
    /// nothing yet.
    pub(crate) fn waited_for(&self) -> Vec<Arc<Split<P>>> {
        let desk = lock(&self.desk);
        let is_served = |split: &Arc<Split<P>>| {
            let mut asked = desk.arrived.iter().filter_map(|it| it.within.as_ref());
            asked.any(|asked| Arc::ptr_eq(asked, split))
        };
        desk.waited_for.iter().filter(|split| !is_served(split)).cloned().collect()
    }
}
