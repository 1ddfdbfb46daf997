//! Lines of the cache that threads share without waiting, found by the numbers of
//! positions.
//!
//! A bucket is one or more lines. Its first word counts the changes of the others and
//! is odd while they change, so that a thread never takes halves of two entries for one
//! (a *seqlock*; Lameter, "Effective synchronization on Linux/NUMA systems", 2005): what
//! it read while the count changed it takes for nothing.

use crate::memory::{fetch, room_for};
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// Words of a line.
const LINE: usize = 8;

/// Buckets of this many words each.
pub(super) struct Lines {
    words: Vec<AtomicU64>,
    /// The first word that begins a line.
    first: usize,
    buckets: usize,
    bucket: usize,
}

impl Lines {
    /// This many empty buckets, each of this many words. Where there is not enough memory
    /// there are fewer.
    pub(super) fn new(mut buckets: usize, bucket: usize) -> Lines {
        let mut words = loop {
            match room_for((buckets + 1) * bucket) {
                Some(words) => break words,
                None => buckets = (buckets / 2).max(1),
            }
        };
        words.resize_with((buckets + 1) * bucket, AtomicU64::default);
        let line = LINE * 8;
        let first = (line - words.as_ptr() as usize % line) % line / 8;
        Lines { words, first, buckets, bucket }
    }

    /// How many buckets there are.
    pub(super) fn len(&self) -> usize {
        self.buckets
    }

    /// The entries of all buckets.
    pub(super) fn all(&self) -> impl Iterator<Item = &[AtomicU64]> {
        let words = &self.words[self.first..][..self.buckets * self.bucket];
        words.chunks_exact(self.bucket).map(|bucket| &bucket[1..])
    }

    #[inline]
    fn bucket(&self, number: u128) -> &[AtomicU64] {
        let place = ((u128::from(mix(number)) * self.buckets as u128) >> 64) as usize;
        &self.words[self.first + place * self.bucket..][..self.bucket]
    }

    /// Says that the bucket of a number will be needed soon.
    #[inline]
    pub(super) fn fetch(&self, number: u128) {
        self.bucket(number).iter().step_by(LINE).for_each(fetch);
    }

    /// What is found among the entries of a number, unless they change meanwhile.
    #[inline]
    pub(super) fn read<T>(
        &self,
        number: u128,
        find: impl FnOnce(&[AtomicU64]) -> Option<T>,
    ) -> Option<T> {
        let [version, entries @ ..] = self.bucket(number) else { return None };
        let before = version.load(Ordering::Acquire);
        let found = find(entries)?;
        fence(Ordering::Acquire);
        let is_whole = before & 1 == 0 && version.load(Ordering::Relaxed) == before;
        is_whole.then_some(found)
    }

    /// Changes the entries of a number, unless another thread does: what is lost then
    /// can be found again.
    #[inline]
    pub(super) fn write(&self, number: u128, change: impl FnOnce(&[AtomicU64])) {
        let [version, entries @ ..] = self.bucket(number) else { return };
        let before = version.load(Ordering::Relaxed);
        let (locked, relaxed) = (Ordering::Acquire, Ordering::Relaxed);
        if before & 1 == 1 || version.compare_exchange(before, before + 1, locked, relaxed).is_err()
        {
            return;
        }
        fence(Ordering::Release);
        change(entries);
        version.store(before + 2, Ordering::Release);
    }
}

/// Spreads a number over all bits.
#[inline]
pub(super) fn mix(number: u128) -> u64 {
    let mixed = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = mixed ^ ((number >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
