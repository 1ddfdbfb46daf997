//! What the threads of df-pn share: the table, where each is at work, the answer of the one
//! that is first, and what other ranks have not heard of.

use super::super::busy::Busy;
use super::super::pn_table::{Numbers, Pair};
use super::super::{Answer, Goal, Unproved};
use super::jobs::Find;
use game::Game;
use game::bytes::put;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

/// What the threads of a search have in common.
pub(super) struct Shared<P, T> {
    /// Locked while it grows; threads hold it to read and to add.
    pub(super) table: RwLock<T>,
    pub(super) goal: Goal,
    /// Where others are at work.
    pub(super) busy: Busy,
    /// Set when there is nothing more to do.
    pub(super) done: AtomicBool,
    pub(super) answer: Mutex<Option<Result<Answer<P>, Unproved>>>,
    /// What is told to other ranks that search the same, if there are some.
    pub(super) news: Option<News<P>>,
}

/// What other ranks have not heard of.
pub(super) struct News<P> {
    /// What took this many nodes is told.
    pub(super) least_work: u64,
    /// What was solved with this many is also told as a whole position, which a journal keeps.
    pub(super) least_kept: Option<u64>,
    pub(super) told: Mutex<Told<P>>,
}

/// Numbers of positions as bytes, and what a journal may keep.
pub(super) struct Told<P> {
    pub(super) numbers: Vec<u8>,
    pub(super) finds: Vec<Find<P>>,
}

impl<P> Default for Told<P> {
    fn default() -> Told<P> {
        Told { numbers: Vec::new(), finds: Vec::new() }
    }
}

impl<P> News<P> {
    pub(super) fn told(&self) -> MutexGuard<'_, Told<P>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P, T: Numbers<P>> Shared<P, T> {
    /// The threads of one of this many ranks.
    pub(super) fn new(
        table: T,
        goal: Goal,
        threads: usize,
        ranks: usize,
        news: Option<News<P>>,
    ) -> Shared<P, T> {
        let (done, answer) = (AtomicBool::new(false), Mutex::new(None));
        let busy = Busy::new(threads, ranks);
        Shared { table: RwLock::new(table), goal, busy, done, answer, news }
    }

    pub(super) fn table(&self) -> RwLockReadGuard<'_, T> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes more room in the table, if no other thread has done so meanwhile.
    pub(super) fn grow(&self) {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        if table.is_small() {
            table.grow();
        }
    }

    /// Ends the work of all threads; whoever comes first is heard.
    pub(super) fn end(&self, answer: Result<Answer<P>, Unproved>) {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(answer);
        self.done.store(true, Ordering::Relaxed);
    }

    /// Tells other ranks of a position, if there are some and if it took enough work.
    #[inline]
    pub(super) fn tell<G: Game<Position = P>>(
        &self,
        game: &G,
        at: &P,
        key: T::Key,
        work: u64,
        numbers: Pair,
    ) where
        P: Clone,
    {
        let Some(news) = self.news.as_ref().filter(|news| work >= news.least_work) else { return };
        let is_solved = numbers.0 == 0 || numbers.1 == 0;
        let mut told = news.told();
        let before = told.numbers.len();
        if !T::say(game, at, key, &mut told.numbers) {
            // Half a position must not be sent: nobody could read what follows it.
            told.numbers.truncate(before);
            drop(told);
            return self.end(Err(Unproved::Unwritable));
        }
        for number in [work, u64::from(numbers.0), u64::from(numbers.1)] {
            put(u128::from(number), &mut told.numbers);
        }
        if is_solved && news.least_kept.is_some_and(|least| work >= least) {
            told.finds.push(Find { at: at.clone(), yes: numbers.0 == 0, work });
        }
    }
}
