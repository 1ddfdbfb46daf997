//! What is known of positions, by the positions themselves: a proof may rest on
//! it, because it does not take two positions with one signature for the same.

use super::ground::hash;
use std::hash::Hash;

/// Places that are looked at together.
const BUCKET: usize = 4;
/// The least number of buckets, a power of two.
const FIRST_BUCKETS: usize = 1 << 8;

/// A position, how much work is saved by knowing it, and what is known.
struct Slot<P, K> {
    position: P,
    work: u64,
    known: K,
}

/// A table that grows up to a number of bytes; from then on what took the least
/// work gives way.
pub(super) struct Store<P, K> {
    slots: Vec<Option<Slot<P, K>>>,
    most_buckets: usize,
    used: usize,
}

impl<P: Eq + Hash, K: Copy> Store<P, K> {
    /// A table of at most so many bytes, if a position has so many bytes that are
    /// not inside it.
    pub(super) fn new(bytes: usize, outside: usize) -> Store<P, K> {
        let bucket = BUCKET * (std::mem::size_of::<Option<Slot<P, K>>>() + outside);
        // While the table grows the old one is in memory, too.
        let most = (bytes / bucket / 3 * 2).max(FIRST_BUCKETS);
        let most_buckets = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Store { slots: empty(FIRST_BUCKETS), most_buckets, used: 0 }
    }

    /// Positions that are known.
    pub(super) fn len(&self) -> usize {
        self.used
    }

    fn bucket(&self, position: &P) -> std::ops::Range<usize> {
        let first = hash(position) as usize & (self.slots.len() / BUCKET - 1);
        first * BUCKET..(first + 1) * BUCKET
    }

    /// What is known of a position.
    pub(super) fn get(&self, position: &P) -> Option<K> {
        let bucket = &self.slots[self.bucket(position)];
        let slot = bucket.iter().flatten().find(|slot| slot.position == *position)?;
        Some(slot.known)
    }

    /// Notes what is known of a position, and how much work it was.
    pub(super) fn put(&mut self, position: P, work: u64, known: K) {
        if self.used * 3 > self.slots.len() * 2 && self.slots.len() / BUCKET < self.most_buckets {
            self.grow();
        }
        self.insert(Slot { position, work, known });
    }

    fn insert(&mut self, slot: Slot<P, K>) {
        let range = self.bucket(&slot.position);
        let bucket = &mut self.slots[range];
        let same = bucket.iter().flatten().position(|old| old.position == slot.position);
        // Full places come before empty ones, so the place of a full one is the same.
        let free = bucket.iter().position(Option::is_none);
        let least = bucket.iter().enumerate().min_by_key(|(_, old)| old.as_ref().map(|o| o.work));
        let place = same.or(free).or(least.map(|(i, _)| i)).unwrap_or(0);
        if let Some(old) = &mut bucket[place] {
            let work = if same.is_some() { old.work + slot.work } else { slot.work };
            *old = Slot { work, ..slot };
        } else {
            bucket[place] = Some(slot);
            self.used += 1;
        }
    }

    fn grow(&mut self) {
        let larger = empty(self.slots.len() / BUCKET * 2);
        let old = std::mem::replace(&mut self.slots, larger);
        self.used = 0;
        old.into_iter().flatten().for_each(|slot| self.insert(slot));
    }
}

fn empty<P, K>(buckets: usize) -> Vec<Option<Slot<P, K>>> {
    (0..buckets * BUCKET).map(|_| None).collect()
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
