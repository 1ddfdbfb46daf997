//! The way to the position that is looked at, for games whose rules ask what has
//! occurred: which values belong to a position wherever it occurs, and which only
//! to the way on which they were found.
//!
//! 1. A draw by repetition rests on the earlier position that is repeated, and so
//!    does every value that was made of it: its *ground* is the number of turns from
//!    the root to the oldest such position.
//! 2. A value whose ground is above its position belongs to the way. It is not
//!    stored; only the best move is.
//! 3. Where positions have occurred twice, one more occurrence makes a difference
//!    that is not seen elsewhere. So positions are looked for, and stored, under a
//!    key that is flipped by the set of those which have occurred twice on the way.
//!
//! What is left is that a position which has occurred once on this way, and not on
//! that of a stored value, comes about twice below it. To tell such ways apart, too,
//! would leave no two ways alike; of 600 random graphs that are nothing but
//! repetitions, alpha-beta still finds a wrong value for two (tests/all/repetition.rs;
//! Campbell, "The graph-history interaction: on ignoring position history", 1985).

use game::mix;

/// Counts of signatures are kept by these bits of them.
const COUNTED: u64 = 0x3ff;

/// On how much of the way a value rests: the turns from the root to the oldest
/// position because of which it is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ground(u32);

impl Ground {
    /// The value is the same wherever the position occurs.
    pub(crate) const NONE: Ground = Ground(u32::MAX);

    /// Rests on a position that is this many turns below the root.
    pub(crate) fn at(ply: usize) -> Ground {
        Ground(ply as u32)
    }

    /// The ground as a number, for other ranks.
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    /// The ground that a number says.
    pub(crate) fn from_number(number: u32) -> Ground {
        Ground(number)
    }

    /// Whether a value of a position this many turns below the root rests on nothing
    /// above it.
    pub(crate) fn holds_at(self, ply: usize) -> bool {
        self.0 as usize >= ply
    }
}

/// The positions before the one that is looked at, those of the game included.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    signatures: Vec<u64>,
    /// How many of them there are with the same last bits, which is nearly always 0
    /// for a new one.
    counts: Vec<u16>,
    /// The set of those that have occurred twice, each by a number of its own.
    twice: u64,
}

impl Way {
    /// The way that begins after these positions.
    pub(crate) fn new(past: impl Iterator<Item = u64>) -> Way {
        let counts = vec![0; COUNTED as usize + 1];
        let mut way = Way { signatures: Vec::new(), counts, twice: 0 };
        past.for_each(|signature| way.enter(signature));
        way
    }

    /// How often a position has occurred.
    pub(crate) fn occurrences(&self, signature: u64) -> usize {
        match self.counts[(signature & COUNTED) as usize] {
            0 => 0,
            _ => self.signatures.iter().filter(|&&other| other == signature).count(),
        }
    }

    /// The key under which a position is stored: its signature, if no position has
    /// occurred twice, this one included.
    pub(crate) fn key(&self, signature: u64) -> u64 {
        let again = self.occurrences(signature) == 1;
        signature ^ self.twice ^ if again { mix(signature) } else { 0 }
    }

    /// The position belongs to the way.
    pub(crate) fn enter(&mut self, signature: u64) {
        if self.occurrences(signature) == 1 {
            self.twice ^= mix(signature);
        }
        self.signatures.push(signature);
        self.counts[(signature & COUNTED) as usize] += 1;
    }

    /// The position that was entered last does not belong to the way any more.
    pub(crate) fn leave(&mut self) {
        let Some(signature) = self.signatures.pop() else { return };
        self.counts[(signature & COUNTED) as usize] -= 1;
        if self.occurrences(signature) == 1 {
            self.twice ^= mix(signature);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_tells_what_has_occurred_twice_and_nothing_else() {
        let mut way = Way::new([5, 6, 1 << 20 | 5].into_iter());
        assert_eq!((way.key(7), way.key(1 << 21 | 5)), (7, 1 << 21 | 5));
        // It would occur for the second time.
        let again = way.key(6);
        assert_ne!(again, 6);
        way.enter(6);
        let below = way.key(7);
        assert_ne!(below, 7);
        // Whatever is on the way besides makes no difference.
        way.enter(8);
        assert_eq!(way.key(7), below);
        // A third occurrence is no news: the position is in the set.
        assert_eq!(way.key(6), again);
        way.leave();
        way.leave();
        assert_eq!((way.key(7), way.key(6)), (7, again));
    }
}
