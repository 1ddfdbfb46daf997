//! Proof numbers of positions, shared by threads. A proof may rest on them, because
//! whole positions are compared: as numbers where the game can pack them, as they
//! are otherwise.
//!
//! Packed positions lie in [`Lines`], two to a bucket.

use super::ground::hash;
use super::lines::{Lines, mix};
use super::store::Store;
use game::bytes::{Reader, put, put_position, read_position};
use game::{Game, Packer};
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The proof and the disproof number of a position.
pub(crate) type Pair = (u32, u32);

/// A table of positions that are compared whole.
pub(crate) trait Numbers<P>: Sync {
    /// What stands for a position; with the position itself, it is unmistakable.
    type Key: Copy + PartialEq;

    fn key(&self, at: &P) -> Self::Key;

    /// A key spread over all bits.
    fn spread(key: Self::Key) -> u64;

    /// Whether positions with the same key are the same.
    fn is_same(a: &P, b: &P) -> bool;

    /// Brings what is known of a position near, if it is far away.
    fn touch(&self, key: Self::Key);

    fn get(&self, at: &P, key: Self::Key) -> Option<Pair>;

    /// Notes the numbers of a position, and how much work they were.
    fn put(&self, at: &P, key: Self::Key, work: u64, numbers: Pair);

    /// Says which position a key stands for, as bytes; says no if that cannot be written.
    fn say<G: Game<Position = P>>(game: &G, at: &P, key: Self::Key, to: &mut Vec<u8>) -> bool;

    /// Hears of a position: what [`Numbers::say`] wrote, how much work it was, and its
    /// numbers. What is solved is known better.
    fn hear<G: Game<Position = P>>(&self, game: &G, from: &mut Reader<'_>) -> Option<()>;

    /// How many positions are known.
    fn len(&self) -> u64;

    /// Whether it is nearly full and may grow.
    fn is_small(&self) -> bool;

    /// Makes more room.
    fn grow(&mut self);
}

/// Words of a bucket: the count and five entries.
const BUCKET: usize = 16;
/// Words of an entry: the number of the position, its last bits together with the
/// work, and both proof numbers. Without them an entry is empty.
const ENTRY: usize = 3;
/// Buckets of a new table, and by how much it grows.
const FIRST_BUCKETS: usize = 1 << 12;
const GROWTH: usize = 4;
/// Where the work is in the second word; numbers of positions are shorter.
const WORK: u32 = 56;

/// A table for positions that are numbers.
pub(crate) struct Packed<'g, P> {
    packer: &'g dyn Packer<P>,
    lines: Lines,
    most_buckets: usize,
    used: AtomicU64,
}

impl<'g, P> Packed<'g, P> {
    /// A table that grows to this many bytes.
    pub(crate) fn new(packer: &'g dyn Packer<P>, bytes: usize) -> Packed<'g, P> {
        // While the table grows the old one is in memory, too.
        let most_buckets = (bytes / (BUCKET * 8) * GROWTH / (GROWTH + 1)).max(1);
        let lines = Lines::new(most_buckets.min(FIRST_BUCKETS), BUCKET);
        Packed { packer, lines, most_buckets, used: AtomicU64::new(0) }
    }

    fn known(&self, key: u128) -> Option<Pair> {
        self.lines.read(key, |entries| {
            let low = |entry: &&[AtomicU64]| entry[0].load(Ordering::Relaxed) == key as u64;
            let mut found = entries.chunks_exact(ENTRY).filter(low).map(read);
            let (.., numbers) = found.find(|(number, _, n)| *number == key && *n > 0)?;
            Some(((numbers >> 32) as u32, numbers as u32))
        })
    }

    fn note(&self, key: u128, work: u64, (proof, disproof): Pair) {
        // Work as the power of two, with two more bits.
        let power = work.max(4).ilog2();
        let work = u64::from(power) * 4 + (work.max(4) >> (power - 2) & 3);
        self.insert(key, work.min(255), u64::from(proof) << 32 | u64::from(disproof));
    }

    /// Notes numbers and how much work they were, as an entry has them.
    fn insert(&self, key: u128, work: u64, numbers: u64) {
        self.lines.write(key, |entries| self.change(entries, key, work, numbers));
    }

    fn change(&self, entries: &[AtomicU64], key: u128, work: u64, numbers: u64) {
        let relaxed = Ordering::Relaxed;
        let (mut place, mut least, mut more) = (0, u64::MAX, 0);
        for (i, entry) in entries.chunks_exact(ENTRY).enumerate() {
            let (number, work, numbers) = read(entry);
            let work = if numbers == 0 { 0 } else { work };
            if numbers > 0 && number == key {
                (place, least, more) = (i, 1, work);
                break;
            }
            if work < least {
                (place, least) = (i, work);
            }
        }
        self.used.fetch_add(u64::from(least == 0), relaxed);
        let entry = &entries[place * ENTRY..][..ENTRY];
        entry[0].store(key as u64, relaxed);
        entry[1].store((key >> 64) as u64 | work.max(more) << WORK, relaxed);
        entry[2].store(numbers, relaxed);
    }
}

fn is_solved(numbers: Pair) -> bool {
    numbers.0 == 0 || numbers.1 == 0
}

fn read_pair(from: &mut Reader<'_>) -> Option<Pair> {
    Some((from.small()?, from.small()?))
}

/// The number, the work and the proof numbers of an entry.
#[inline]
fn read(entry: &[AtomicU64]) -> (u128, u64, u64) {
    let word = |i: usize| entry[i].load(Ordering::Relaxed);
    let (low, high, numbers) = (word(0), word(1), word(2));
    (u128::from(low) | u128::from(high & ((1 << WORK) - 1)) << 64, high >> WORK, numbers)
}

impl<P: Sync> Numbers<P> for Packed<'_, P> {
    type Key = u128;

    fn key(&self, at: &P) -> u128 {
        self.packer.pack(at)
    }

    fn spread(key: u128) -> u64 {
        mix(key)
    }

    fn is_same(_: &P, _: &P) -> bool {
        true
    }

    #[inline]
    fn touch(&self, key: u128) {
        self.lines.fetch(key);
    }

    fn get(&self, _: &P, key: u128) -> Option<Pair> {
        self.known(key)
    }

    fn put(&self, _: &P, key: u128, work: u64, numbers: Pair) {
        self.note(key, work, numbers);
    }

    fn say<G: Game<Position = P>>(_: &G, _: &P, key: u128, to: &mut Vec<u8>) -> bool {
        put(key, to);
        true
    }

    fn hear<G: Game<Position = P>>(&self, _: &G, from: &mut Reader<'_>) -> Option<()> {
        let (key, work, numbers) = (from.number()?, from.small()?, read_pair(from)?);
        if !self.known(key).is_some_and(is_solved) {
            self.note(key, work, numbers);
        }
        Some(())
    }

    fn len(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    fn is_small(&self) -> bool {
        // Two of five entries are used; with more, some buckets would be full.
        self.len() > 2 * self.lines.len() as u64 && self.lines.len() < self.most_buckets
    }

    fn grow(&mut self) {
        let buckets = (self.lines.len() * GROWTH).min(self.most_buckets);
        let old = std::mem::replace(&mut self.lines, Lines::new(buckets, BUCKET));
        if self.lines.len() < buckets {
            // There is no memory for more.
            self.most_buckets = self.lines.len();
        }
        self.used = AtomicU64::new(0);
        for entries in old.all() {
            for (key, work, numbers) in entries.chunks_exact(ENTRY).map(read) {
                if numbers > 0 {
                    self.insert(key, work, numbers);
                }
            }
        }
    }
}

/// Parts for each thread, if there are several: few threads meet.
const PARTS: usize = 16;

/// A table for positions that cannot be packed, in parts that are locked on their own.
pub(crate) struct Whole<P>(Vec<Mutex<Store<P, Pair>>>);

impl<P: Eq + Hash> Whole<P> {
    /// A table of at most this many bytes for this many threads, if a position has this many
    /// bytes that are not inside it.
    pub(crate) fn new(bytes: usize, outside: usize, threads: usize) -> Whole<P> {
        let parts = if threads > 1 { PARTS * threads } else { 1 };
        Whole((0..parts).map(|_| Mutex::new(Store::new(bytes / parts, outside))).collect())
    }

    /// Does something with the part for a key.
    fn with<T>(&self, key: u64, task: impl FnOnce(&mut Store<P, Pair>) -> T) -> T {
        let part = &self.0[(key >> 40) as usize % self.0.len()];
        task(&mut part.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<P: Clone + Eq + Hash + Send> Numbers<P> for Whole<P> {
    type Key = u64;

    fn key(&self, at: &P) -> u64 {
        hash(at)
    }

    fn spread(key: u64) -> u64 {
        key
    }

    fn is_same(a: &P, b: &P) -> bool {
        a == b
    }

    fn touch(&self, _: u64) {}

    fn get(&self, at: &P, key: u64) -> Option<Pair> {
        self.with(key, |store| store.get(at))
    }

    fn put(&self, at: &P, key: u64, work: u64, numbers: Pair) {
        self.with(key, |store| store.put(at.clone(), work, numbers));
    }

    fn say<G: Game<Position = P>>(game: &G, at: &P, _: u64, to: &mut Vec<u8>) -> bool {
        put_position(game, at, to)
    }

    fn hear<G: Game<Position = P>>(&self, game: &G, from: &mut Reader<'_>) -> Option<()> {
        let at = read_position(game, from)?;
        let (key, work, numbers) = (hash(&at), from.small()?, read_pair(from)?);
        if !self.get(&at, key).is_some_and(is_solved) {
            self.put(&at, key, work, numbers);
        }
        Some(())
    }

    fn len(&self) -> u64 {
        let len = |part: &Mutex<Store<P, Pair>>| {
            part.lock().unwrap_or_else(PoisonError::into_inner).len() as u64
        };
        self.0.iter().map(len).sum()
    }

    fn is_small(&self) -> bool {
        // The parts grow by themselves.
        false
    }

    fn grow(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Board, Facts, Packing};

    /// Positions that are their own numbers.
    struct Same(Packing);

    impl Packer<u64> for Same {
        fn pack(&self, position: &u64) -> u128 {
            u128::from(*position) << 40 | 1
        }

        fn changed_fields(&self, a: &u64, b: &u64) -> u64 {
            a ^ b
        }

        fn packing(&self) -> &Packing {
            &self.0
        }
    }

    #[test]
    fn numbers_are_found_while_the_table_grows_and_work_is_kept_when_it_cannot() {
        let board = Board::lines(None, &[vec!["a".to_string(), "b".to_string()]]);
        let packing = Packing::new(&Facts::new("test", board), Vec::new());
        let packer = Same(packing.expect("two fields fit into a number"));
        for (bytes, least) in [(32 << 20, 95_000), (1 << 20, 20_000)] {
            let mut table: Packed<'_, u64> = Packed::new(&packer, bytes);
            for i in 0..100_000 {
                let key = table.key(&i);
                let work = if i == 7 { 1 << 30 } else { 1 };
                table.put(&i, key, work, (i as u32 + 1, 2));
                if table.is_small() {
                    table.grow();
                }
            }
            let found = (0..100_000).filter(|i| {
                let numbers = table.get(i, table.key(i));
                assert!(numbers.is_none_or(|numbers| numbers == (*i as u32 + 1, 2)));
                numbers.is_some()
            });
            assert!(found.count() > least, "{bytes}");
            assert_eq!(table.get(&7, table.key(&7)), Some((8, 2)));
            assert!((table.lines.len() + 1) * BUCKET * 8 <= bytes);
        }
    }
}
