//! What is known of positions, by the positions themselves: a proof may rest on
//! it, because it does not take two positions with one signature for the same.

use super::ground::hash;
use std::hash::Hash;

/// Places that are looked at together: their marks are one line of a cache.
const BUCKET: usize = 8;
/// The least number of buckets, a power of two.
const FIRST_BUCKETS: usize = 1 << 7;

/// What tells most positions apart before they are compared.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    /// Bits of the hash; 0 for an empty place.
    tag: u32,
    /// How much work is saved by knowing it.
    work: u32,
}

/// A table that grows up to a number of bytes; from then on what took the least
/// work gives way.
pub(crate) struct Store<P, K> {
    marks: Vec<Mark>,
    slots: Vec<Option<(P, K)>>,
    most_buckets: usize,
    used: usize,
}

impl<P: Eq + Hash, K: Copy> Store<P, K> {
    /// A table of at most this many bytes, if a position has this many bytes that are
    /// not inside it.
    pub(crate) fn new(bytes: usize, outside: usize) -> Store<P, K> {
        let slot = std::mem::size_of::<Option<(P, K)>>() + std::mem::size_of::<Mark>();
        // While the table grows the old one is in memory, too.
        let most = (bytes / (BUCKET * (slot + outside)) / 3 * 2).max(FIRST_BUCKETS);
        let most_buckets = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        let (marks, slots) = empty(FIRST_BUCKETS);
        Store { marks, slots, most_buckets, used: 0 }
    }

    /// Positions that are known.
    pub(crate) fn len(&self) -> usize {
        self.used
    }

    /// The first place of the bucket of a position, and its tag.
    fn place(&self, position: &P) -> (usize, u32) {
        let hash = hash(position);
        let bucket = hash as usize & (self.marks.len() / BUCKET - 1);
        (bucket * BUCKET, (hash >> 32) as u32 | 1)
    }

    fn find(&self, position: &P, first: usize, tag: u32) -> Option<usize> {
        (first..first + BUCKET).find(|&i| {
            let same = |(known, _): &(P, K)| known == position;
            self.marks[i].tag == tag && self.slots[i].as_ref().is_some_and(same)
        })
    }

    /// What is known of a position.
    pub(crate) fn get(&self, position: &P) -> Option<K> {
        let (first, tag) = self.place(position);
        let place = self.find(position, first, tag)?;
        self.slots[place].as_ref().map(|(_, known)| *known)
    }

    /// Notes what is known of a position, and how much work it was.
    pub(crate) fn put(&mut self, position: P, work: u64, known: K) {
        if self.used * 3 > self.slots.len() * 2 && self.slots.len() / BUCKET < self.most_buckets {
            self.grow();
        }
        // An empty place has no work.
        self.insert(position, work.clamp(1, u64::from(u32::MAX)) as u32, known);
    }

    fn insert(&mut self, position: P, mut work: u32, known: K) {
        let (first, tag) = self.place(&position);
        let place = match self.find(&position, first, tag) {
            Some(place) => {
                work = work.saturating_add(self.marks[place].work);
                place
            }
            None => {
                let places = first..first + BUCKET;
                let least = places.min_by_key(|&i| self.marks[i].work).unwrap_or(first);
                self.used += usize::from(self.marks[least].tag == 0);
                least
            }
        };
        self.marks[place] = Mark { tag, work };
        self.slots[place] = Some((position, known));
    }

    fn grow(&mut self) {
        let (marks, slots) = empty(self.marks.len() / BUCKET * 2);
        let marks = std::mem::replace(&mut self.marks, marks);
        let slots = std::mem::replace(&mut self.slots, slots);
        self.used = 0;
        for (mark, slot) in marks.into_iter().zip(slots) {
            if let Some((position, known)) = slot {
                self.insert(position, mark.work, known);
            }
        }
    }
}

fn empty<P, K>(buckets: usize) -> (Vec<Mark>, Vec<Option<(P, K)>>) {
    let n = buckets * BUCKET;
    (vec![Mark::default(); n], (0..n).map(|_| None).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_found_while_there_is_room() {
        let mut store = Store::new(1 << 22, 0);
        for i in 0..20_000_u64 {
            store.put(i * i, 1, i);
        }
        let found = (0..20_000_u64).filter(|i| store.get(&(i * i)) == Some(*i)).count();
        // A few buckets are full before the others.
        assert!(found > 19_000, "{found}");
        assert_eq!(store.get(&2), None);
        store.put(4, 1, 99);
        assert_eq!(store.get(&4), Some(99));
    }

    #[test]
    fn what_took_the_least_work_gives_way() {
        let mut store = Store::new(1, 0);
        for i in 0..100_000_u64 {
            store.put(i, if i == 7 { 1000 } else { 1 }, i);
        }
        assert!(store.len() <= FIRST_BUCKETS * BUCKET);
        assert_eq!((store.get(&7), store.get(&99_999)), (Some(7), Some(99_999)));
    }
}
