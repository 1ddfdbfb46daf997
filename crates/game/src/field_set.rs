//! Sets of fields as bits, as many words as the board needs.

use crate::ids::Field;

/// A set of fields of one board. Sets of different boards do not mix.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FieldSet {
    words: Words,
}

/// The most words that are kept without asking for memory.
const FEW: usize = 4;

/// The words of a set. Sets are made and thrown away in great numbers, and
/// nearly all boards are small.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Words {
    /// This many of these; the others are 0.
    Few(u8, [u64; FEW]),
    Many(Vec<u64>),
}

impl Default for Words {
    fn default() -> Words {
        Words::Few(0, [0; FEW])
    }
}

impl Words {
    fn of(n_words: usize) -> Words {
        match n_words {
            0..=FEW => Words::Few(n_words as u8, [0; FEW]),
            _ => Words::Many(vec![0; n_words]),
        }
    }
}

impl std::ops::Deref for Words {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        match self {
            Words::Few(n, words) => &words[..usize::from(*n)],
            Words::Many(words) => words,
        }
    }
}

impl std::ops::DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u64] {
        match self {
            Words::Few(n, words) => &mut words[..usize::from(*n)],
            Words::Many(words) => words,
        }
    }
}

impl FieldSet {
    /// No field of a board with `n_fields` fields.
    pub fn empty(n_fields: usize) -> FieldSet {
        FieldSet { words: Words::of(n_fields.div_ceil(64)) }
    }

    /// Every field of a board with `n_fields` fields.
    pub fn all(n_fields: usize) -> FieldSet {
        let mut set = FieldSet::empty(n_fields);
        set.words.fill(u64::MAX);
        if let Some(last) = set.words.last_mut() {
            *last >>= (64 - n_fields % 64) % 64;
        }
        set
    }

    /// The fields as bits, 64 to a word.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// These fields of a board with `n_fields` fields.
    pub fn of(n_fields: usize, fields: impl IntoIterator<Item = Field>) -> FieldSet {
        let mut set = FieldSet::empty(n_fields);
        for field in fields {
            set.insert(field);
        }
        set
    }

    /// Adds a field.
    pub fn insert(&mut self, field: Field) {
        self.words[field.index() / 64] |= 1 << (field.index() % 64);
    }

    /// Takes a field out.
    pub fn remove(&mut self, field: Field) {
        self.words[field.index() / 64] &= !(1 << (field.index() % 64));
    }

    /// Whether the field is in the set.
    pub fn contains(&self, field: Field) -> bool {
        self.words[field.index() / 64] >> (field.index() % 64) & 1 == 1
    }

    /// Whether no field is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// How many fields are in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The fields in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Field> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(Field((i * 64 + bit) as u16))
            })
        })
    }

    /// The fields in both.
    pub fn and(&self, other: &FieldSet) -> FieldSet {
        self.combine(other, |a, b| a & b)
    }

    /// The fields in at least one.
    pub fn or(&self, other: &FieldSet) -> FieldSet {
        self.combine(other, |a, b| a | b)
    }

    /// The fields in this one and not in the other.
    pub fn minus(&self, other: &FieldSet) -> FieldSet {
        self.combine(other, |a, b| a & !b)
    }

    fn combine(&self, other: &FieldSet, op: impl Fn(u64, u64) -> u64) -> FieldSet {
        let mut set = self.clone();
        set.words.iter_mut().zip(&*other.words).for_each(|(a, &b)| *a = op(*a, b));
        set
    }
}
