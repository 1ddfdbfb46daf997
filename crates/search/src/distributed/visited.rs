//! A rank's part of the table of transposition-driven scheduling: which positions were
//! visited in this round, and what it had cost to come to them.
//!
//! What is known holds for one limit only, so that it is forgotten when a round ends.
//! Memory is bounded by two generations: when the younger one is full, the older one is
//! forgotten and the younger one takes its place; whatever is asked for again is young
//! again.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// The positions that were visited, with what it had cost at least to come there.
pub(super) struct Visited<P> {
    young: FxHashMap<P, i64>,
    old: FxHashMap<P, i64>,
    /// So many positions a generation has at most.
    most: usize,
    /// Whether anything was forgotten in this round.
    pub(super) has_forgotten: bool,
}

/// A generation has room for so many positions, however little memory there is.
const FEWEST: usize = 1 << 10;

impl<P: Eq + Hash> Visited<P> {
    /// A table for positions of so many bytes in so many bytes of memory.
    pub(super) fn new(memory: usize, position_bytes: usize) -> Visited<P> {
        // A map that grows is in memory twice; there are two generations.
        let most = (memory / (4 * (position_bytes + size_of::<i64>() + 1))).max(FEWEST);
        let (young, old) = (FxHashMap::default(), FxHashMap::default());
        Visited { young, old, most, has_forgotten: false }
    }

    /// Forgets everything, as another round begins.
    pub(super) fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
        self.has_forgotten = false;
    }

    /// How many positions are known.
    pub(super) fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }

    /// Whether a position was not visited for as little before; now it was.
    pub(super) fn is_new(&mut self, at: P, spent: i64) -> bool {
        let known = self.young.get(&at).copied().or_else(|| self.old.remove(&at));
        let is_new = known.is_none_or(|known| spent < known);
        if self.young.len() >= self.most && !self.young.contains_key(&at) {
            self.has_forgotten |= !self.old.is_empty();
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(at, known.map_or(spent, |known| known.min(spent)));
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_new_once_unless_it_costs_less() {
        let mut visited = Visited::new(0, 1);
        assert!(visited.is_new(7_usize, 5));
        assert!(!visited.is_new(7, 5) && !visited.is_new(7, 6));
        assert!(visited.is_new(7, 4) && !visited.is_new(7, 5));
        visited.clear();
        assert!(visited.is_new(7, 9));
    }

    #[test]
    fn what_is_asked_for_is_kept_and_memory_is_bounded() {
        let mut visited = Visited::new(0, 1);
        assert!(visited.is_new(0_usize, 0));
        for other in 1..20 * FEWEST {
            assert!(visited.is_new(other, 0), "each comes once");
            assert!(!visited.is_new(0, 0), "it was asked for just now");
            assert!(visited.len() <= 2 * FEWEST);
        }
        assert!(visited.has_forgotten);
        assert!(visited.is_new(1, 0), "it was forgotten");
    }
}
