//! Where threads and ranks are at work in a proof, so that others go elsewhere if there is
//! something that is nearly as good. It is advice: whoever is misled does work that another does, too.
//!
//! Positions share places, and a place counts who is there. The threads of a process count
//! themselves as they come and go. Of another rank a list is heard now and then, and takes the
//! place of the one before.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many places there are; a power of two.
const PLACES: usize = 1 << 14;

/// Where somebody is at work.
pub(super) struct Busy {
    /// How many are at work at each place; no places if there is only one thread anywhere.
    counts: Vec<AtomicU32>,
    /// Where each thread of this process is, for other ranks; nothing if there are none.
    here: Vec<Mutex<Vec<u16>>>,
}

impl Busy {
    /// For the threads of one of this many ranks.
    pub(super) fn new(threads: usize, ranks: usize) -> Busy {
        let places = if threads * ranks > 1 { PLACES } else { 0 };
        let lists = if ranks > 1 { threads } else { 0 };
        Busy {
            counts: (0..places).map(|_| AtomicU32::new(0)).collect(),
            here: (0..lists).map(|_| Mutex::default()).collect(),
        }
    }

    /// Whether there is anybody else.
    pub(super) fn has_others(&self) -> bool {
        !self.counts.is_empty()
    }

    /// The count of a position, which is known by a number that is spread over all bits.
    fn count(&self, spread: u64) -> Option<&AtomicU32> {
        self.counts.get(spread as usize % PLACES)
    }

    /// How many are at work at a position.
    #[inline]
    pub(super) fn at(&self, spread: u64) -> u32 {
        self.count(spread).map_or(0, |count| count.load(Ordering::Relaxed))
    }

    /// A thread of this process begins with a position.
    #[inline]
    pub(super) fn enter(&self, spread: u64) {
        if let Some(count) = self.count(spread) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// It is done with it.
    #[inline]
    pub(super) fn leave(&self, spread: u64) {
        if let Some(count) = self.count(spread) {
            count.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// A thread of this process is at these positions now, as other ranks will hear.
    pub(super) fn is_at(&self, thread: usize, spreads: impl Iterator<Item = u64>) {
        if let Some(here) = self.here.get(thread) {
            let mut here = lock(here);
            here.clear();
            here.extend(spreads.map(|spread| (spread as usize % PLACES) as u16));
        }
    }

    /// Where the threads of this process are.
    pub(super) fn places(&self) -> Vec<u16> {
        self.here.iter().flat_map(|here| lock(here).clone()).collect()
    }

    /// Another rank is elsewhere than before.
    pub(super) fn moved(&self, before: &[u16], now: &[u16]) {
        now.iter().for_each(|place| self.enter(u64::from(*place)));
        before.iter().for_each(|place| self.leave(u64::from(*place)));
    }
}

fn lock(here: &Mutex<Vec<u16>>) -> MutexGuard<'_, Vec<u16>> {
    here.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_who_are_at_work_are_counted() {
        let busy = Busy::new(2, 3);
        busy.enter(7);
        busy.enter(7 + PLACES as u64);
        busy.enter(9);
        assert_eq!((busy.at(7), busy.at(9), busy.at(8)), (2, 1, 0));
        busy.leave(7);
        busy.moved(&[], &[9, 8]);
        busy.moved(&[9, 8], &[8]);
        assert_eq!((busy.at(7), busy.at(9), busy.at(8)), (1, 1, 1));
        // Only what threads say of themselves is told.
        busy.is_at(0, [7, 9].into_iter());
        busy.is_at(1, [3 + PLACES as u64].into_iter());
        busy.is_at(0, [7].into_iter());
        assert_eq!(busy.places(), [7, 3]);
    }

    #[test]
    fn nobody_is_counted_where_there_is_one() {
        let busy = Busy::new(1, 1);
        busy.enter(7);
        busy.is_at(0, [7].into_iter());
        assert!(!busy.has_others() && busy.at(7) == 0 && busy.places().is_empty());
        busy.leave(7);
    }
}
