//! A rank's part of the table of transposition-driven scheduling: which positions were
//! visited in this round, and what it had cost to come to them.
//!
//! What is known holds for one limit only, so that it is forgotten when a round ends.
//! Memory is bounded by two generations: when the younger one is full, the older one is
//! forgotten and the younger one takes its place; whatever is asked for again is young
//! again.
//!
//! Positions are large beside everything else, so they are found by their signatures, which
//! they have at hand, and lie one after the other: nothing moves them when the table grows.

/// The positions that were visited, with what it had cost at least to come there.
pub(super) struct Visited<P> {
    young: Generation<P>,
    old: Generation<P>,
    /// This many of the old ones are young, too.
    renewed: usize,
    /// This many positions a generation has at most.
    most: usize,
    /// Whether anything was forgotten in this round.
    pub(super) has_forgotten: bool,
}

/// A generation has room for this many positions, however little memory there is.
const FEWEST: usize = 1 << 10;
/// A generation without positions has this many places; a power of two.
const FIRST_PLACES: usize = 1 << 11;

/// Positions by signature.
struct Generation<P> {
    seen: Vec<Seen<P>>,
    places: Vec<Place>,
}

struct Seen<P> {
    at: P,
    signature: u64,
    spent: i64,
}

/// Where a position is, one more than its number; 0 for none. The upper half of the mixed
/// signature keeps most others from being looked at.
#[derive(Clone, Copy, Default)]
struct Place {
    upper: u32,
    number: u32,
}

impl<P: Eq + Clone> Visited<P> {
    /// A table for positions of this many bytes in this many bytes of memory.
    pub(super) fn new(memory: usize, position_bytes: usize) -> Visited<P> {
        // A list that grows is in memory twice; there are two generations, and four places
        // for each position at most.
        let entry = position_bytes + size_of::<Seen<()>>() + 2 * size_of::<Place>();
        let most = (memory / (4 * entry)).clamp(FEWEST, u32::MAX as usize - 1);
        let (young, old) = (Generation::new(), Generation::new());
        Visited { young, old, renewed: 0, most, has_forgotten: false }
    }

    /// Forgets everything, as another round begins.
    pub(super) fn clear(&mut self) {
        self.young.clear();
        self.old = Generation::new();
        self.renewed = 0;
        self.has_forgotten = false;
    }

    /// How many positions are known.
    pub(super) fn len(&self) -> usize {
        self.young.seen.len() + self.old.seen.len() - self.renewed
    }

    /// Whether a position with this signature was not visited for as little before; now it
    /// was.
    pub(super) fn is_new(&mut self, signature: u64, at: &P, spent: i64) -> bool {
        let mixed = game::mix(signature);
        if let Some(number) = self.young.find(mixed, at) {
            let known = &mut self.young.seen[number].spent;
            let is_new = spent < *known;
            *known = spent.min(*known);
            return is_new;
        }
        let known = self.old.find(mixed, at).map(|number| self.old.seen[number].spent);
        self.renewed += usize::from(known.is_some());
        if self.young.seen.len() >= self.most {
            self.has_forgotten |= self.old.seen.len() > self.renewed;
            self.old = std::mem::replace(&mut self.young, Generation::new());
            self.renewed = 0;
        }
        let least = known.map_or(spent, |known| known.min(spent));
        self.young.insert(mixed, Seen { at: at.clone(), signature, spent: least });
        known.is_none_or(|known| spent < known)
    }
}

impl<P: Eq> Generation<P> {
    fn new() -> Generation<P> {
        Generation { seen: Vec::new(), places: Vec::new() }
    }

    /// Forgets all, and keeps the room for as many.
    fn clear(&mut self) {
        self.seen.clear();
        self.places.fill(Place::default());
    }

    /// The places that a position may have, the first one first.
    fn places(&self, mixed: u64) -> impl Iterator<Item = usize> + use<P> {
        let mask = self.places.len().wrapping_sub(1);
        (0..=mask).map(move |step| (mixed as usize).wrapping_add(step) & mask)
    }

    fn find(&self, mixed: u64, at: &P) -> Option<usize> {
        if self.places.is_empty() {
            return None;
        }
        let upper = (mixed >> 32) as u32;
        for place in self.places(mixed) {
            let here = self.places[place];
            let number = here.number.checked_sub(1)? as usize;
            if here.upper == upper && self.seen[number].at == *at {
                return Some(number);
            }
        }
        None
    }

    /// Adds a position that is not here.
    fn insert(&mut self, mixed: u64, seen: Seen<P>) {
        if 2 * (self.seen.len() + 1) > self.places.len() {
            let more = (2 * self.places.len()).max(FIRST_PLACES);
            self.places = vec![Place::default(); more];
            for number in 0..self.seen.len() {
                self.put(game::mix(self.seen[number].signature), number);
            }
        }
        self.put(mixed, self.seen.len());
        self.seen.push(seen);
    }

    fn put(&mut self, mixed: u64, number: usize) {
        // At most half of the places are taken.
        if let Some(place) = self.places(mixed).find(|place| self.places[*place].number == 0) {
            self.places[place] = Place { upper: (mixed >> 32) as u32, number: number as u32 + 1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_new_once_unless_it_costs_less() {
        let mut visited = Visited::new(0, 1);
        let mut is_new = |at: usize, spent| visited.is_new(at as u64, &at, spent);
        assert!(is_new(7, 5));
        assert!(!is_new(7, 5) && !is_new(7, 6));
        assert!(is_new(7, 4) && !is_new(7, 5));
        visited.clear();
        assert!(visited.is_new(7, &7, 9) && visited.len() == 1);
    }

    #[test]
    fn positions_of_one_signature_are_told_apart() {
        let mut visited = Visited::new(1 << 20, 1);
        for spent in [3, 2] {
            assert!((0..100_usize).all(|at| visited.is_new(at as u64 % 3, &at, spent)));
            assert!((0..100_usize).all(|at| !visited.is_new(at as u64 % 3, &at, spent)));
        }
        assert_eq!(visited.len(), 100);
    }

    #[test]
    fn what_is_asked_for_is_kept_and_memory_is_bounded() {
        let mut visited = Visited::new(0, 1);
        let mut is_new = |at: usize| {
            let is_new = visited.is_new(at as u64, &at, 0);
            assert!(visited.len() <= 2 * FEWEST);
            is_new
        };
        assert!(is_new(0));
        for other in 1..20 * FEWEST {
            assert!(is_new(other), "each comes once");
            assert!(!is_new(0), "it was asked for just now");
        }
        assert!(is_new(1), "it was forgotten");
        assert!(visited.has_forgotten);
    }
}
