//! What is known of positions that are numbers of few bits: threads share it
//! without waiting, and a proof may rest on it, because an entry holds the whole
//! number of its position.
//!
//! A bucket is a line of the cache. Its first word counts the changes of the others
//! and is odd while they change, so that a thread never takes halves of two entries
//! for one (a *seqlock*; Lameter, "Effective synchronization on Linux/NUMA
//! systems", 2005): what it read while the count changed it takes for nothing. In
//! a full bucket the entry that took the least work gives way.

use super::known::{Bounds, Known};
use super::retrograde::MOST;
use game::Packer;
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// Words of a bucket.
const BUCKET: usize = 8;
/// Numbers of so many bits leave room for what is known in their second word.
const SHORT_BITS: u32 = 96;

/// A table of a fixed size.
pub(super) struct Compact<'g, P> {
    packer: &'g dyn Packer<P>,
    words: Vec<AtomicU64>,
    /// The first word that begins a line of the cache.
    first: usize,
    buckets: usize,
    /// Words of an entry: two, or three if the number fills two.
    entry: usize,
    used: AtomicU64,
}

impl<'g, P> Compact<'g, P> {
    /// A table of at most so many bytes.
    pub(super) fn new(packer: &'g dyn Packer<P>, bytes: usize) -> Compact<'g, P> {
        let buckets = (bytes / (BUCKET * 8)).max(1);
        let words = vec![0_u64; (buckets + 1) * BUCKET];
        let words: Vec<AtomicU64> = words.into_iter().map(AtomicU64::new).collect();
        let line = BUCKET * 8;
        let first = (line - words.as_ptr() as usize % line) % line / 8;
        let entry = if packer.packing().bits() <= SHORT_BITS { 2 } else { 3 };
        Compact { packer, words, first, buckets, entry, used: AtomicU64::new(0) }
    }

    fn bucket(&self, key: u128) -> &[AtomicU64] {
        let place = (u128::from(mix(key)) * self.buckets as u128 >> 64) as usize;
        &self.words[self.first + place * BUCKET..][..BUCKET]
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
}

/// Spreads numbers over all bits.
fn mix(key: u128) -> u64 {
    let mixed = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = mixed ^ ((key >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl<P> Known<P> for Compact<'_, P> {
    type Key = u128;

    #[inline]
    fn key(&self, at: &P) -> u128 {
        self.packer.pack(at)
    }

    fn hint(&self, key: &u128) -> u8 {
        (mix(*key) >> 24) as u8
    }

    fn get(&self, key: &u128) -> Option<Bounds> {
        let [version, entries @ ..] = self.bucket(*key) else { return None };
        let before = version.load(Ordering::Acquire);
        let found = entries.chunks_exact(self.entry).map(|entry| self.read(entry));
        let (_, known) = found.filter(|(number, _)| number == key).find(|(_, known)| *known > 0)?;
        fence(Ordering::Acquire);
        let unchanged = before & 1 == 0 && version.load(Ordering::Relaxed) == before;
        unchanged.then(|| unpack(known))
    }

    fn put(&self, key: u128, work: u64, bounds: Bounds) {
        let [version, entries @ ..] = self.bucket(key) else { return };
        let before = version.load(Ordering::Relaxed);
        // Another thread is at work here; what is lost can be found again.
        let locks = |before: u64| {
            version.compare_exchange(before, before + 1, Ordering::Acquire, Ordering::Relaxed)
        };
        if before & 1 == 1 || locks(before).is_err() {
            return;
        }
        fence(Ordering::Release);
        let (mut place, mut least, mut more) = (0, u32::MAX, 0);
        for (i, entry) in entries.chunks_exact(self.entry).enumerate() {
            let (number, known) = self.read(entry);
            let work = if known == 0 { 0 } else { known >> WORK };
            if known > 0 && number == key {
                (place, least, more) = (i, 1, work);
                break;
            }
            if work < least {
                (place, least) = (i, work);
            }
        }
        if least == 0 {
            self.used.fetch_add(1, Ordering::Relaxed);
        }
        let known = pack(bounds, work_bits(work).max(more));
        self.write(&entries[place * self.entry..][..self.entry], key, known);
        version.store(before + 2, Ordering::Release);
    }

    fn len(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
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
