//! What the threads of df-pn share: the table, where each is at work, and the answer of the
//! one that is first.

use super::super::pn_table::Numbers;
use super::super::{Answer, Goal, Unproved};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

/// What the threads of a search have in common.
pub(super) struct Shared<P, T> {
    /// Locked while it grows; threads hold it to read and to add.
    pub(super) table: RwLock<T>,
    pub(super) goal: Goal,
    /// How many threads are at work at a position; none of it is looked at if there
    /// is only one.
    pub(super) busy: Vec<AtomicU8>,
    /// Set when there is nothing more to do.
    pub(super) done: AtomicBool,
    pub(super) answer: Mutex<Option<Result<Answer<P>, Unproved>>>,
}

impl<P, T> Shared<P, T> {
    pub(super) fn table(&self) -> RwLockReadGuard<'_, T> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes more room in the table, if no other thread has done so meanwhile.
    pub(super) fn grow(&self)
    where
        T: Numbers<P>,
    {
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
}
