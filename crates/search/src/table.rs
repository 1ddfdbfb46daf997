//! The transposition table: what is known of positions that were searched, by
//! their signatures. Threads share it without locks.
//!
//! A bucket has two slots, as in the Multigame paper: one keeps what was searched
//! deepest, the other what was searched last. A slot is two words, the second
//! flipped by the first, so that halves written by two threads do not fit together
//! and are taken for nothing (Hyatt and Mann, "A lock-less transposition-table
//! implementation for parallel search", 2002). Values from here guide a search; no
//! proof may rest on them, because a signature is only 64 bits.

use crate::memory::{fetch, room_for};
use crate::value::{Value, WIN};
use std::sync::atomic::{AtomicU64, Ordering};

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least that.
    Lower,
    /// The value is at most that.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) value: Value,
    pub(crate) depth: u32,
    pub(crate) bound: Bound,
    /// The number of the best move in the list of moves.
    pub(crate) best: Option<u32>,
}

/// A greater number of a move is not stored.
const NO_MOVE: u64 = 0xffff;
const DEEPEST: u32 = 0xff;
/// Searches are told apart by this many bits.
const AGES: u64 = 0x3f;

impl Entry {
    fn pack(self, age: u64) -> u64 {
        let bound = self.bound as u64;
        let best = self.best.map_or(NO_MOVE, |best| u64::from(best).min(NO_MOVE));
        let depth = u64::from(self.depth.min(DEEPEST));
        u64::from(self.value as u32) << 32 | (age & AGES) << 26 | depth << 18 | bound << 16 | best
    }

    /// The entry as other ranks are told it.
    pub(crate) fn packed(self) -> u64 {
        self.pack(0)
    }

    /// The same entry with wins counted from the position itself, which is this many turns
    /// below the root.
    pub(crate) fn counted_from_itself(self, ply: usize) -> Entry {
        Entry { value: to_here(self.value, ply), ..self }
    }

    /// The same entry, of a position that is this many turns below the root, with wins counted
    /// from there.
    pub(crate) fn counted_from_root(self, ply: usize) -> Entry {
        Entry { value: from_here(self.value, ply), ..self }
    }

    /// The entry that a word says.
    pub(crate) fn unpack(word: u64) -> Entry {
        let bound = match word >> 16 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        let best = word & NO_MOVE;
        Entry {
            value: (word >> 32) as u32 as Value,
            depth: (word >> 18) as u32 & DEEPEST,
            bound,
            best: (best != NO_MOVE).then_some(best as u32),
        }
    }
}

/// One slot: a signature flipped by what is known, and what is known.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    known: AtomicU64,
}

impl Slot {
    fn read(&self, signature: u64) -> Option<Entry> {
        let known = self.known.load(Ordering::Relaxed);
        let check = self.check.load(Ordering::Relaxed);
        (check ^ known == signature && known != 0).then(|| Entry::unpack(known))
    }

    /// How deep it was searched, and 1; 0 if an earlier search did.
    fn depth(&self, age: u64) -> u32 {
        match self.known.load(Ordering::Relaxed) {
            0 => 0,
            known if known >> 26 & AGES != age & AGES => 0,
            known => Entry::unpack(known).depth + 1,
        }
    }

    fn write(&self, signature: u64, entry: Entry, age: u64) {
        let known = entry.pack(age);
        self.known.store(known, Ordering::Relaxed);
        self.check.store(signature ^ known, Ordering::Relaxed);
    }

    fn copy(&self, from: &Slot) {
        self.known.store(from.known.load(Ordering::Relaxed), Ordering::Relaxed);
        self.check.store(from.check.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// Two slots that are found together.
#[derive(Debug, Default)]
#[repr(align(32))]
struct Bucket {
    deepest: Slot,
    last: Slot,
}

/// What is known of positions, shared by all threads of a search.
#[derive(Debug)]
pub struct Table {
    buckets: Box<[Bucket]>,
    /// The number of the search under way.
    age: AtomicU64,
}

/// The bytes of a bucket.
const BUCKET: usize = std::mem::size_of::<Bucket>();

impl Table {
    /// A table of at most this many bytes, at least one bucket. The number of
    /// buckets is a power of two. Nothing if there is no room for it.
    pub fn new(bytes: usize) -> Option<Table> {
        let n = (bytes / BUCKET).max(1);
        let n = if n.is_power_of_two() { n } else { n.next_power_of_two() / 2 };
        let mut buckets: Vec<Bucket> = room_for(n)?;
        buckets.resize_with(n, Bucket::default);
        Some(Table { buckets: buckets.into_boxed_slice(), age: AtomicU64::new(0) })
    }

    /// Another search begins. What is known stays, but gives way to what the new
    /// search finds, however deep it was searched.
    pub(crate) fn begin(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for bucket in &self.buckets {
            for slot in [&bucket.deepest, &bucket.last] {
                slot.known.store(0, Ordering::Relaxed);
                slot.check.store(0, Ordering::Relaxed);
            }
        }
    }

    fn bucket(&self, signature: u64) -> &Bucket {
        // Signatures are random numbers, so any bits of them will do.
        &self.buckets[signature as usize & (self.buckets.len() - 1)]
    }

    /// Says that a position will be asked for soon.
    #[inline]
    pub(crate) fn fetch(&self, signature: u64) {
        fetch(self.bucket(signature));
    }

    /// What is known of a position that is this many turns below the root.
    pub(crate) fn get(&self, signature: u64, ply: usize) -> Option<Entry> {
        let bucket = self.bucket(signature);
        let mut entry = bucket.deepest.read(signature).or_else(|| bucket.last.read(signature))?;
        entry.value = from_here(entry.value, ply);
        Some(entry)
    }

    /// What is known of a position, as other ranks are told it.
    pub(crate) fn packed(&self, signature: u64) -> Option<u64> {
        self.get(signature, 0).map(Entry::packed)
    }

    /// Notes what another rank knows of a position, unless more is known here.
    pub(crate) fn put_packed(&self, signature: u64, packed: u64) {
        let entry = Entry::unpack(packed);
        if self.get(signature, 0).is_none_or(|known| known.depth <= entry.depth) {
            self.put(signature, 0, entry);
        }
    }

    /// Notes what is known of a position.
    pub(crate) fn put(&self, signature: u64, ply: usize, mut entry: Entry) {
        entry.value = to_here(entry.value, ply);
        let bucket = self.bucket(signature);
        let age = self.age.load(Ordering::Relaxed);
        if entry.depth + 1 >= bucket.deepest.depth(age) || bucket.deepest.read(signature).is_some()
        {
            if bucket.deepest.read(signature).is_none() {
                bucket.last.copy(&bucket.deepest);
            }
            bucket.deepest.write(signature, entry, age);
        } else {
            bucket.last.write(signature, entry, age);
        }
    }
}

/// Wins that are counted in turns from the root.
const SOON: Value = WIN - WIN / 8;

/// In the table wins are counted from the position itself.
fn to_here(value: Value, ply: usize) -> Value {
    match value {
        SOON.. => value + ply as Value,
        _ if value <= -SOON => value - ply as Value,
        _ => value,
    }
}

fn from_here(value: Value, ply: usize) -> Value {
    match value {
        SOON.. => value - ply as Value,
        _ if value <= -SOON => value + ply as Value,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: Value, depth: u32) -> Entry {
        Entry { value, depth, bound: Bound::Lower, best: Some(3) }
    }

    #[test]
    fn what_is_stored_is_found_until_it_is_replaced() {
        let table = Table::new(BUCKET).expect("room");
        table.put(1, 0, entry(-5, 9));
        assert_eq!(table.get(1, 0), Some(entry(-5, 9)));
        assert_eq!(table.get(2, 0), None);
        // A shallow one goes to the other slot, a deeper one to the first.
        table.put(2, 0, entry(7, 2));
        assert_eq!((table.get(1, 0), table.get(2, 0)), (Some(entry(-5, 9)), Some(entry(7, 2))));
        table.put(3, 0, entry(8, 3));
        assert_eq!(table.get(2, 0), None);
        table.put(4, 0, entry(8, 10));
        assert_eq!((table.get(1, 0), table.get(4, 0)), (Some(entry(-5, 9)), Some(entry(8, 10))));
        table.clear();
        assert_eq!(table.get(4, 0), None);
    }

    #[test]
    fn what_an_earlier_search_has_found_stays_until_there_is_something_new() {
        let table = Table::new(BUCKET).expect("room");
        table.put(1, 0, entry(-5, 9));
        table.put(2, 0, entry(6, 8));
        table.begin();
        assert_eq!((table.get(1, 0), table.get(2, 0)), (Some(entry(-5, 9)), Some(entry(6, 8))));
        // Much shallower, but new: the deepest one moves to the other slot, and away
        // with the next.
        table.put(3, 0, entry(7, 1));
        table.put(4, 0, entry(8, 2));
        assert_eq!((table.get(3, 0), table.get(4, 0)), (Some(entry(7, 1)), Some(entry(8, 2))));
        assert_eq!((table.get(1, 0), table.get(2, 0)), (None, None));
    }

    #[test]
    fn a_table_that_no_machine_has_room_for_is_refused() {
        assert!(Table::new(1 << 62).is_none());
    }

    #[test]
    fn wins_are_as_far_away_as_they_are() {
        let table = Table::new(1 << 16).expect("room");
        table.put(1, 4, entry(WIN - 7, 1));
        assert_eq!(table.get(1, 4).map(|e| e.value), Some(WIN - 7));
        assert_eq!(table.get(1, 0).map(|e| e.value), Some(WIN - 3));
        table.put(2, 4, entry(7 - WIN, 1));
        assert_eq!(table.get(2, 6).map(|e| e.value), Some(9 - WIN));
    }
}
