//! The earlier positions of a game in the memory of a thread, one after the other, for rules
//! that look back. A small table counts their keys, so that code sees at once that a position
//! has not occurred.

use super::{Ctx, HISTORY_MASK};
use crate::position::Position;
use crate::shared::Shared;

impl Ctx {
    /// Makes room for this many positions of the past.
    pub(crate) fn reserve_past(&mut self, shared: &Shared, positions: usize) {
        if positions as u64 > self.past_limit {
            // One more, so that the position after the last has a place, too.
            self.past_memory.grow(8 * shared.words() * (positions + 1));
            self.past = self.past_memory.start() as *mut u64;
            self.past_limit = positions as u64;
        }
    }

    /// How many earlier positions have the key of this one.
    fn count_of(&mut self, shared: &Shared, position: &[u64]) -> &mut u32 {
        &mut self.counts_memory.all_mut()[(shared.key(position) & HISTORY_MASK) as usize]
    }

    /// Adds a position to the earlier ones.
    pub(crate) fn push_past(&mut self, shared: &Shared, position: &[u64]) {
        let n = self.n_past as usize;
        if n as u64 + 2 > self.past_limit {
            self.reserve_past(shared, 2 * n + 16);
        }
        self.past_memory.all_mut()[n * position.len()..][..position.len()]
            .copy_from_slice(position);
        *self.count_of(shared, position) += 1;
        self.n_past += 1;
    }

    /// Takes back the position that was added last.
    pub(crate) fn pop_past(&mut self, shared: &Shared, position: &[u64]) {
        let count = self.count_of(shared, position);
        *count = count.saturating_sub(1);
        self.n_past = self.n_past.saturating_sub(1);
    }

    /// Takes back what was added after this many positions.
    pub(crate) fn shorten_past(&mut self, shared: &Shared, to: usize) {
        let words = shared.words();
        for n in (to..self.n_past as usize).rev() {
            let key = shared.key(&self.past_memory.all()[n * words..][..words]);
            let count = &mut self.counts_memory.all_mut::<u32>()[(key & HISTORY_MASK) as usize];
            *count = count.saturating_sub(1);
        }
        self.n_past = self.n_past.min(to as u64);
    }

    /// Forgets the earlier positions. Where there are none, nothing is counted.
    pub(crate) fn forget_past(&mut self) {
        if self.n_past > 0 {
            self.counts_memory.all_mut::<u32>().fill(0);
            self.n_past = 0;
        }
    }

    /// Sets the earlier positions.
    pub(crate) fn set_past(&mut self, shared: &Shared, past: &[&[u64]]) {
        self.forget_past();
        self.reserve_past(shared, past.len() + 2);
        for position in past {
            self.push_past(shared, position);
        }
    }

    /// Lets code that asks for everything see the earlier positions; counts of them
    /// are not kept.
    pub(crate) fn show_past(&mut self, shared: &Shared, past: &[Position]) {
        let words = shared.words();
        if past.is_empty() {
            // Counts that are left would be taken for those of the positions that follow.
            return self.forget_past();
        }
        self.reserve_past(shared, past.len() + 2);
        self.n_past = past.len() as u64;
        for (place, position) in self.past_memory.all_mut().chunks_exact_mut(words).zip(past) {
            place.copy_from_slice(position.words());
        }
    }

    /// Positions before this one, oldest first.
    pub(crate) fn past(&self) -> impl DoubleEndedIterator<Item = &[u64]> + ExactSizeIterator {
        let words = self.shared().words();
        self.past_memory.all().chunks_exact(words).take(self.n_past as usize)
    }
}
