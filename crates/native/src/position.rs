//! Positions of compiled games: rows of words, short enough to lie where they are
//! used, so that a list of positions is one piece of memory.

use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// So many words lie inside a position: enough for all built-in games. More would
/// make lists of all others longer.
const INSIDE: usize = 19;

/// A position of a compiled game: plain data.
#[derive(Clone, Debug)]
pub struct Position {
    words: SmallVec<[u64; INSIDE]>,
    /// How many of them are compared.
    compared: usize,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.words[..self.compared] == other.words[..other.compared]
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words[..self.compared].hash(state);
    }
}

/// What differs between two positions: words to be flipped, each by its place.
/// Flipped twice, a position is what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference(Vec<(u16, u64)>);

impl Position {
    /// The position with these words, of which the first are compared.
    pub(crate) fn new(words: &[u64], compared: usize) -> Position {
        Position { words: SmallVec::from_slice(words), compared }
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// What differs between this position and another of the same game.
    pub fn difference(&self, other: &Position) -> Difference {
        let words = self.words.iter().zip(&other.words).enumerate();
        let flipped = words.map(|(i, (a, b))| (i as u16, a ^ b)).filter(|(_, flip)| *flip != 0);
        Difference(flipped.collect())
    }

    /// The position on the other side of a difference.
    pub fn changed_by(&self, difference: &Difference) -> Position {
        let mut changed = self.clone();
        for &(place, flip) in &difference.0 {
            if let Some(word) = changed.words.get_mut(usize::from(place)) {
                *word ^= flip;
            }
        }
        changed
    }
}
