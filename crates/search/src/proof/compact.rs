//! What is known of positions that are numbers of few bits: threads share it
//! without waiting, and a proof may rest on it, because an entry holds the whole
//! number of its position.
//!
//! Entries lie in [`Lines`]. In a full bucket the entry that took the least work gives
//! way.

use super::bounds_table::{Bounds, BoundsTable};
use super::lines::{Lines, mix};
use super::retrograde::MOST;
use game::Packer;
use std::sync::atomic::{AtomicU64, Ordering};

/// Words of a bucket.
const BUCKET: usize = 8;
/// Numbers of this many bits leave room for what is known in their second word.
const SHORT_BITS: u32 = 96;

/// A table grows by so much.
const GROWTH: usize = 8;
/// A table does not begin with fewer bytes if it may have more.
const FIRST_BYTES: usize = 1 << 20;

/// A table that can be made again with more room.
pub(super) struct Compact<'g, P> {
    packer: &'g dyn Packer<P>,
    lines: Lines,
    /// There may be at most this many.
    most_buckets: usize,
    /// Words of an entry: two, or three if the number fills two.
    entry: usize,
    used: AtomicU64,
}

impl<'g, P> Compact<'g, P> {
    /// A table of at most this many bytes.
    pub(super) fn new(packer: &'g dyn Packer<P>, bytes: usize) -> Compact<'g, P> {
        // While the table grows the old one is in memory, too.
        let most = bytes / (GROWTH + 1) * GROWTH;
        let mut first = most;
        while first / GROWTH >= FIRST_BYTES {
            first /= GROWTH;
        }
        let buckets = |bytes: usize| (bytes / (BUCKET * 8)).max(1);
        Compact::of(packer, buckets(first), buckets(most))
    }

    fn of(packer: &'g dyn Packer<P>, buckets: usize, most_buckets: usize) -> Compact<'g, P> {
        let entry = if packer.packing().bits() <= SHORT_BITS { 2 } else { 3 };
        let (lines, used) = (Lines::new(buckets, BUCKET), AtomicU64::new(0));
        // With less memory than was asked for a table does not grow any more.
        let most_buckets = if lines.len() < buckets { lines.len() } else { most_buckets };
        Compact { packer, lines, most_buckets, entry, used }
    }

    /// A greater table with the same entries.
    pub(super) fn grown(&self) -> Compact<'g, P> {
        let buckets = (self.lines.len() * GROWTH).min(self.most_buckets);
        let grown = Compact::of(self.packer, buckets, self.most_buckets);
        for entries in self.lines.all() {
            for entry in entries.chunks_exact(self.entry) {
                let (key, known) = self.read(entry);
                if known > 0 {
                    grown.insert(key, known >> WORK, unpack(known));
                }
            }
        }
        grown
    }

    /// Numbers and what is known of them in an entry; nothing is known in an empty one.
    fn read(&self, entry: &[AtomicU64]) -> (u128, u32) {
        let word = |i: usize| entry[i].load(Ordering::Relaxed);
        let (low, high) = (u128::from(word(0)), word(1));
        match self.entry {
            2 => (low | u128::from(high as u32) << 64, (high >> 32) as u32),
            _ => (low | u128::from(high) << 64, word(2) as u32),
        }
    }

    fn write(&self, entry: &[AtomicU64], key: u128, known: u32) {
        let high = (key >> 64) as u64;
        let put = |i: usize, word: u64| entry[i].store(word, Ordering::Relaxed);
        put(0, key as u64);
        match self.entry {
            2 => put(1, high | u64::from(known) << 32),
            _ => {
                put(1, high);
                put(2, u64::from(known));
            }
        }
    }

    /// Notes what is known, and how much work it was.
    fn insert(&self, key: u128, work: u32, bounds: Bounds) {
        self.lines.write(key, |entries| self.change(entries, key, work, bounds));
    }

    fn change(&self, entries: &[AtomicU64], key: u128, work: u32, bounds: Bounds) {
        let (mut place, mut least, mut more) = (0, u32::MAX, 0);
        for (i, entry) in entries.chunks_exact(self.entry).enumerate() {
            let (number, known) = self.read(entry);
            let known_work = if known == 0 { 0 } else { known >> WORK };
            if known > 0 && number == key {
                (place, least, more) = (i, 1, known_work);
                break;
            }
            if known_work < least {
                (place, least) = (i, known_work);
            }
        }
        if least == 0 {
            self.used.fetch_add(1, Ordering::Relaxed);
        }
        let known = pack(bounds, work.max(more));
        self.write(&entries[place * self.entry..][..self.entry], key, known);
    }
}

impl<P> BoundsTable<P> for Compact<'_, P> {
    type Key = u128;

    #[inline]
    fn key(&self, at: &P) -> u128 {
        self.packer.pack(at)
    }

    fn hint(&self, key: &u128) -> u8 {
        (mix(*key) >> 24) as u8
    }

    fn place(&self, from: &P, to: &P) -> u64 {
        self.packer.changed_fields(from, to)
    }

    #[inline]
    fn fetch(&self, key: &u128) {
        self.lines.fetch(*key);
    }

    fn get(&self, key: &u128) -> Option<Bounds> {
        self.lines.read(*key, |entries| {
            let found = entries.chunks_exact(self.entry).map(|entry| self.read(entry));
            let mut found = found.filter(|(number, _)| number == key);
            found.find(|(_, known)| *known > 0).map(|(_, known)| unpack(known))
        })
    }

    fn put(&self, key: u128, work: u64, bounds: Bounds) {
        self.insert(key, work_bits(work), bounds);
    }

    fn len(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    fn is_full(&self) -> bool {
        let room = (self.lines.len() * ((BUCKET - 1) / self.entry)) as u64;
        self.lines.len() < self.most_buckets && self.len() * 4 > room * 3
    }
}
/// Where the work begins in what is known.
const WORK: u32 = 25;

/// Work as a number from 1 to 127: four steps to a power of two.
fn work_bits(work: u64) -> u32 {
    let work = work.max(4);
    let power = work.ilog2();
    ((power - 2) * 4 + (work >> (power - 2) & 3) as u32 + 1).min(127)
}

/// What is known in one word: two bounds, the hint, a bit that is always set, and
/// the work.
fn pack(bounds: Bounds, work: u32) -> u32 {
    let lower = match bounds.lower {
        MOST => 127,
        lower => lower.clamp(-127, 126),
    };
    let upper = match bounds.upper {
        upper if upper == -MOST => -127,
        upper => upper.clamp(-126, 127),
    };
    let byte = |bound: i32| (bound + 128) as u32;
    byte(lower) | byte(upper) << 8 | u32::from(bounds.best) << 16 | 1 << 24 | work << WORK
}

/// Bounds of more points than a byte can hold are weaker than they were.
fn unpack(known: u32) -> Bounds {
    let bound = |shift: u32| match (known >> shift & 0xff) as i32 - 128 {
        127 => MOST,
        -127 => -MOST,
        points => points,
    };
    Bounds { lower: bound(0), upper: bound(8), best: (known >> 16) as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Board, Facts, KindFacts, Packing};

    /// Numbers that are positions themselves.
    struct Numbers(Packing);

    impl Packer<u128> for Numbers {
        fn pack(&self, position: &u128) -> u128 {
            *position
        }

        fn changed_fields(&self, a: &u128, b: &u128) -> u64 {
            (a ^ b) as u64
        }

        fn packing(&self) -> &Packing {
            &self.0
        }
    }

    /// Numbers of a board of this many columns, which have more bits the more there are.
    fn numbers(columns: usize) -> Numbers {
        let board = Board::grid(columns, 5, game::Cyclic::NEITHER, false, |_, _| false);
        let mut facts = Facts::new("numbers", board);
        facts.kinds = vec![KindFacts::of_players("stone", "X", "O")];
        Numbers(Packing::new(&facts, Vec::new()).expect("few bits"))
    }

    fn bounds(lower: i32, upper: i32) -> Bounds {
        Bounds { lower, upper, best: 7 }
    }

    #[test]
    fn what_is_known_is_found_and_moves_to_a_greater_table() {
        // Two words are enough for the first numbers and not for the others.
        for columns in [5, 14] {
            let numbers = numbers(columns);
            let mut table = Compact::new(&numbers, 9 << 20);
            let last = (1_u128 << (numbers.0.bits() - 1)) + 5;
            let keys = || (0..100_000).map(|i| last - i * i);
            for (i, key) in keys().enumerate() {
                table.put(key, 1, bounds(i as i32 % 100, MOST));
                if table.is_full() {
                    table = table.grown();
                }
            }
            let known = keys().enumerate().filter(|(i, key)| {
                let found = table.get(key);
                assert!(found.is_none_or(|found| found == bounds(*i as i32 % 100, MOST)));
                found.is_some()
            });
            // A few buckets are full before the others.
            assert!(known.count() > 80_000, "{columns}");
            assert_eq!(table.get(&(last - 3)), None);
            assert!(table.len() > 80_000 && !table.is_full());
        }
    }

    #[test]
    fn what_took_the_least_work_gives_way() {
        let numbers = numbers(5);
        let table = Compact::new(&numbers, 0);
        for key in 0..1000 {
            table.put(key, if key == 7 { 1000 } else { 1 }, bounds(0, 0));
        }
        assert_eq!((table.len(), table.get(&7)), (3, Some(bounds(0, 0))));
        assert_eq!((table.get(&999), table.get(&500)), (Some(bounds(0, 0)), None));
    }

    #[test]
    fn bounds_are_never_stronger_than_they_were() {
        for lower in [-MOST, -MOST + 1, -300, -127, -126, -1, 0, 5, 126, 127, 300, MOST] {
            for upper in [-MOST, -300, -127, -126, 0, 64, 126, 127, 300, MOST - 1, MOST] {
                let found = unpack(pack(bounds(lower, upper), 127));
                assert!(found.lower <= lower && found.upper >= upper, "{lower} {upper}");
                let fits = |bound: i32| bound.abs() == MOST || bound.abs() <= 126;
                assert!(!fits(lower) || found.lower == lower, "{lower}");
                assert!(!fits(upper) || found.upper == upper, "{upper}");
                assert_eq!(found.best, 7);
            }
        }
    }

    #[test]
    fn more_work_is_never_less() {
        let works = (0..64).map(|i| work_bits(1 << i)).chain([work_bits(u64::MAX)]);
        let works: Vec<u32> = works.collect();
        assert!(works.is_sorted() && works[0] == 1 && works[64] == 127, "{works:?}");
        assert!(work_bits(5) > work_bits(4) && work_bits(100) > work_bits(64));
    }
}
