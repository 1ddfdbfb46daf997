//! The earlier positions of a game in the memory of a thread, one behind the other, for rules
//! that look back. A small table counts their keys, so that code sees at once that a position
//! has not occurred.

use super::{Ctx, HISTORY_MASK};
use crate::position::Position;
use crate::shared::Shared;

impl Ctx {
    /// Makes room for so many positions of the past.
    pub(crate) fn reserve_past(&mut self, shared: &Shared, positions: usize) {
        if positions as u64 > self.past_limit {
            // One more, so that the position behind the last has a place, too.
            self.past_memory.resize(shared.words() * (positions + 1), 0);
            self.past = self.past_memory.as_mut_ptr();
            self.past_limit = positions as u64;
        }
    }

    /// Adds a position to the earlier ones.
    pub(crate) fn push_past(&mut self, shared: &Shared, position: &[u64]) {
        let n = self.n_past as usize;
        if n as u64 + 2 > self.past_limit {
            self.reserve_past(shared, 2 * n + 16);
        }
        self.past_memory[n * position.len()..][..position.len()].copy_from_slice(position);
        let count = &mut self.counts_memory[(shared.key(position) & HISTORY_MASK) as usize];
        *count = count.saturating_add(1);
        self.n_past += 1;
    }

    /// Takes back the position that was added last.
    pub(crate) fn pop_past(&mut self, shared: &Shared, position: &[u64]) {
        let count = &mut self.counts_memory[(shared.key(position) & HISTORY_MASK) as usize];
        *count = count.saturating_sub(1);
        self.n_past = self.n_past.saturating_sub(1);
    }

    /// Takes back what was added behind so many positions.
    pub(crate) fn shorten_past(&mut self, shared: &Shared, to: usize) {
        let words = shared.words();
        for n in (to..self.n_past as usize).rev() {
            let place = shared.key(&self.past_memory[n * words..][..words]) & HISTORY_MASK;
            let count = &mut self.counts_memory[place as usize];
            *count = count.saturating_sub(1);
        }
        self.n_past = self.n_past.min(to as u64);
    }

    /// Forgets the earlier positions.
    pub(crate) fn forget_past(&mut self) {
        if self.n_past > 0 {
            self.counts_memory.fill(0);
            self.n_past = 0;
        }
    }

    /// Sets the earlier positions.
    pub(crate) fn set_past(&mut self, shared: &Shared, past: &[&[u64]]) {
        self.counts_memory.fill(0);
        let words = shared.words();
        self.reserve_past(shared, past.len() + 2);
        self.n_past = past.len() as u64;
        for (i, position) in past.iter().enumerate() {
            self.past_memory[i * words..][..words].copy_from_slice(position);
            let place = shared.key(position) & HISTORY_MASK;
            let count = &mut self.counts_memory[place as usize];
            *count = count.saturating_add(1);
        }
    }

    /// Lets code that asks for everything see the earlier positions; counts of them
    /// are not kept.
    pub(crate) fn show_past(&mut self, shared: &Shared, past: &[Position]) {
        let words = shared.words();
        self.reserve_past(shared, past.len() + 2);
        self.n_past = past.len() as u64;
        for (place, position) in self.past_memory.chunks_exact_mut(words).zip(past) {
            place.copy_from_slice(position.words());
        }
    }

    /// Positions before this one, oldest first.
    pub(crate) fn past(&self) -> impl DoubleEndedIterator<Item = &[u64]> + ExactSizeIterator {
        let words = self.shared().words();
        self.past_memory.chunks_exact(words).take(self.n_past as usize)
    }
}
