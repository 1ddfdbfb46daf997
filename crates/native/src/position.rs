//! Positions of compiled games: rows of words, short enough to lie where they are
//! used, so that a list of positions is one piece of memory.

use std::hash::{Hash, Hasher};
use std::mem::MaybeUninit;

/// This many words are inside a position: enough for most built-in games, but not for chess on
/// boards of more than 64 fields. More would make lists of all others longer.
const INSIDE: usize = 19;

/// A position of a compiled game: plain data.
#[derive(Clone, Debug)]
pub struct Position {
    /// The words, if there is room for them; after them there is nothing.
    inside: [MaybeUninit<u64>; INSIDE],
    /// The words, if there are more.
    outside: Option<Box<[u64]>>,
    n_words: u8,
    /// How many of them are compared.
    n_compared: u8,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.compared() == other.compared()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.compared().hash(state);
    }
}

/// What differs between two positions: words to be flipped, each by its place.
/// Flipped twice, a position is what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference(Vec<(u16, u64)>);

impl Position {
    /// The position with these words, of which the first are compared.
    pub(crate) fn new(words: &[u64], compared: usize) -> Position {
        let (n_words, n_compared) = (words.len() as u8, compared as u8);
        let mut inside = [MaybeUninit::new(0); INSIDE];
        if words.len() > INSIDE {
            return Position { inside, outside: Some(words.into()), n_words, n_compared };
        }
        inside.iter_mut().zip(words).for_each(|(inside, &word)| *inside = MaybeUninit::new(word));
        Position { inside, outside: None, n_words, n_compared }
    }

    /// The memory that a position with this many words takes.
    pub(crate) fn bytes(n_words: usize) -> usize {
        size_of::<Position>() + if n_words > INSIDE { 8 * n_words } else { 0 }
    }

    /// Puts the positions whose words lie after each other at the end of a list,
    /// without a copy on the way.
    #[inline]
    pub(crate) fn push_all(
        list: &mut Vec<Position>,
        rows: &[u64],
        n_words: usize,
        compared: usize,
    ) {
        if n_words > INSIDE {
            list.extend(rows.chunks_exact(n_words).map(|words| Position::new(words, compared)));
            return;
        }
        list.reserve(rows.len() / n_words);
        let n = list.len();
        let mut pushed = 0;
        for (place, row) in list.spare_capacity_mut().iter_mut().zip(rows.chunks_exact(n_words)) {
            let to = place.as_mut_ptr();
            // SAFETY: the place is room for a position, and each of its fields gets a
            // value; of `inside` the first words do, and the others need none.
            unsafe {
                let inside = (&raw mut (*to).inside).cast::<u64>();
                row.iter().enumerate().for_each(|(i, &word)| inside.add(i).write(word));
                (&raw mut (*to).outside).write(None);
                (&raw mut (*to).n_words).write(n_words as u8);
                (&raw mut (*to).n_compared).write(compared as u8);
            }
            pushed += 1;
        }
        // SAFETY: this many positions were written after the others just now.
        unsafe { list.set_len(n + pushed) };
    }

    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        match &self.outside {
            None => {
                let words = &self.inside[..usize::from(self.n_words)];
                // SAFETY: whoever makes a position gives values to this many words.
                unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len()) }
            }
            Some(words) => words,
        }
    }

    #[inline]
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.outside {
            None => {
                let words = &mut self.inside[..usize::from(self.n_words)];
                // SAFETY: as in `words`, and nobody else has them.
                unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), words.len()) }
            }
            Some(words) => words,
        }
    }

    fn compared(&self) -> &[u64] {
        &self.words()[..usize::from(self.n_compared)]
    }

    /// What differs between this position and another of the same game.
    pub fn difference(&self, other: &Position) -> Difference {
        let words = self.words().iter().zip(other.words()).enumerate();
        let flipped = words.map(|(i, (a, b))| (i as u16, a ^ b)).filter(|(_, flip)| *flip != 0);
        Difference(flipped.collect())
    }

    /// The position on the other side of a difference.
    pub fn changed_by(&self, difference: &Difference) -> Position {
        let mut words = self.words().to_vec();
        for &(place, flip) in &difference.0 {
            if let Some(word) = words.get_mut(usize::from(place)) {
                *word ^= flip;
            }
        }
        Position::new(&words, usize::from(self.n_compared))
    }
}
