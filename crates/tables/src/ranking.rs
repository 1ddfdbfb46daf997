//! Numbers of positions from the fields of their men, as [`crate::slice`] defines them: what is
//! done for every move of every position, and therefore without a list, a search or a set.
//!
//! A field is a code, its atom and its place there, so that whether a man is on a lower place of
//! the same atom as another is one comparison of codes. A symmetry is another list of codes.

use crate::atoms::MOST_ATOMS;
use crate::combinations::Binomials;
use crate::sets::{MOST_GROUPS, Sets};
use crate::slice::{MOST_MEN, Slice};

/// The places of an atom have this many numbers.
const PLACES: u16 = 64;
/// The code of a field on which nobody can be: it is in the atom after the last.
const NOWHERE: u16 = MOST_ATOMS as u16 * PLACES;
/// The atoms of codes.
const ATOMS: usize = MOST_ATOMS + 1;
/// What a man adds to the key who is where it cannot be: more than any key that is known, and not
/// so much that a sum of such would be too large.
const STRANGE: u64 = 1 << 56;
/// Keys below this are places of a list.
const MOST_SMALL_KEYS: u64 = 1 << 14;

/// The codes of all fields, as one symmetry leaves them.
pub(crate) type Codes = [u16; 64];

/// A man among those of a slice, which are in the order of their groups.
#[derive(Clone, Copy, Debug)]
struct Man {
    group: u8,
    /// The first man of the group.
    first: u8,
}

/// What numbers the positions of a slice.
#[derive(Clone, Debug)]
pub(crate) struct Ranker {
    men: Vec<Man>,
    /// The first and the last man of each group in which there are several.
    several: Vec<(u8, u8)>,
    n_atoms: usize,
    /// Groups times atoms.
    n_cells: usize,
    /// What a man adds to the key of the distribution, by group and atom.
    keys: Box<[[u64; ATOMS]; MOST_GROUPS]>,
    /// The distribution of each key, if keys are small.
    by_small_key: Vec<u32>,
    starts: Vec<u64>,
    /// What a place is worth, by distribution, group and atom.
    weights: Vec<u64>,
}

/// The fields of the men of a position, in the order of their groups.
pub(crate) type Fields = [u8; MOST_MEN];

impl Ranker {
    /// What numbers the positions of a slice that has some, and stacks nothing; nothing if its
    /// keys are too large.
    pub(crate) fn new(slice: &Slice) -> Option<Ranker> {
        let n_atoms = slice.atoms.len();
        let most = slice.by_key.keys().copied().max()?;
        if most >= STRANGE || slice.keys.iter().any(|&key| key >= STRANGE) {
            return None;
        }
        let (mut men, mut several) = (Vec::new(), Vec::new());
        for (group, of) in slice.groups.iter().enumerate() {
            let first = men.len() as u8;
            men.extend((0..of.count).map(|_| Man { group: group as u8, first }));
            if of.count > 1 {
                several.push((first, men.len() as u8));
            }
        }
        let n_cells = slice.groups.len() * n_atoms;
        let mut keys = [[STRANGE; ATOMS]; MOST_GROUPS];
        (0..slice.groups.len()).for_each(|group| keys[group] = keys_of(slice, group));
        let mut weights = vec![0; slice.distributions.len() * n_cells];
        for (i, distribution) in slice.distributions.iter().enumerate() {
            for part in &distribution.parts {
                weights[i * n_cells + part.group * n_atoms + part.atom] = part.weight;
            }
        }
        let mut by_small_key = Vec::new();
        if most < MOST_SMALL_KEYS {
            by_small_key.resize(most as usize + 1, u32::MAX);
            slice.by_key.iter().for_each(|(&key, &i)| by_small_key[key as usize] = i as u32);
        }
        Some(Ranker {
            men,
            several,
            n_atoms,
            n_cells,
            keys: Box::new(keys),
            by_small_key,
            starts: slice.distributions.iter().map(|it| it.start).collect(),
            weights,
        })
    }

    /// Lists the fields of sets, one for each group; nothing if there are more or fewer men.
    #[inline]
    pub(crate) fn fields(&self, sets: &Sets, fields: &mut Fields) -> Option<()> {
        let (mut n, mut last) = (0, 0);
        let mut left = sets[0];
        for (man, field) in self.men.iter().zip(fields.iter_mut()) {
            if man.group != last {
                if left != 0 {
                    return None;
                }
                last = man.group;
                left = sets[usize::from(last) % MOST_GROUPS];
            }
            if left == 0 {
                return None;
            }
            *field = left.trailing_zeros() as u8;
            left &= left - 1;
            n += 1;
        }
        (left == 0 && n == self.men.len()).then_some(())
    }

    /// The number of the position that has men on these fields; nothing if one of them is where
    /// it cannot be.
    #[inline]
    pub(crate) fn rank(&self, slice: &Slice, fields: &Fields, codes: &Codes) -> Option<u64> {
        match self.men.len() {
            2 => self.rank_of::<2>(slice, fields, codes),
            3 => self.rank_of::<3>(slice, fields, codes),
            4 => self.rank_of::<4>(slice, fields, codes),
            5 => self.rank_of::<5>(slice, fields, codes),
            6 => self.rank_of::<6>(slice, fields, codes),
            n => {
                let mut of_men = [0; MOST_MEN];
                self.rank_many(slice, &fields[..n], codes, &mut of_men[..n])
            }
        }
    }

    /// The same for this many men: loops that a compiler can unroll take half the time, and most
    /// classes have few men.
    #[inline]
    fn rank_of<const N: usize>(
        &self,
        slice: &Slice,
        fields: &Fields,
        codes: &Codes,
    ) -> Option<u64> {
        let men: &[Man; N] = self.men.first_chunk()?;
        let fields: &[u8; N] = fields.first_chunk()?;
        if !self.several.is_empty() {
            return self.rank_many(slice, fields, codes, &mut [0; N]);
        }
        let (mut of_men, mut key) = ([0_u16; N], 0);
        for i in 0..N {
            let code = codes[usize::from(fields[i]) % 64];
            of_men[i] = code;
            key += self.keys[i % MOST_GROUPS][usize::from(code / PLACES) % ATOMS];
        }
        let distribution = self.distribution(slice, key)?;
        let mut number = *self.starts.get(distribution)?;
        let weights = self.weights.get(distribution * self.n_cells..)?;
        for i in 0..N {
            let (code, place) = (of_men[i], of_men[i] % PLACES);
            let mut taken = 0;
            for other in of_men.iter().take(i) {
                taken += u16::from(code.wrapping_sub(*other).wrapping_sub(1) < place);
            }
            let cell = usize::from(men[i].group) * self.n_atoms + usize::from(code / PLACES);
            number += u64::from(place - taken) * weights.get(cell)?;
        }
        Some(number)
    }

    /// The same for any number of men, whose codes are kept in a list.
    fn rank_many(
        &self,
        slice: &Slice,
        fields: &[u8],
        codes: &Codes,
        of_men: &mut [u16],
    ) -> Option<u64> {
        let mut key = 0;
        for ((code, man), &field) in of_men.iter_mut().zip(&self.men).zip(fields) {
            *code = codes[usize::from(field) % 64];
            key += self.keys[usize::from(man.group)][usize::from(*code / PLACES) % ATOMS];
        }
        for &(first, end) in &self.several {
            sort(&mut of_men[usize::from(first)..usize::from(end)]);
        }
        let distribution = self.distribution(slice, key)?;
        let start = *self.starts.get(distribution)?;
        let weights = &self.weights[distribution * self.n_cells..][..self.n_cells];
        Some(start + self.sum(&slice.binomials, of_men, weights))
    }

    /// The distribution of a key, if there is one.
    #[inline]
    fn distribution(&self, slice: &Slice, key: u64) -> Option<usize> {
        match self.by_small_key.is_empty() {
            true => slice.by_key.get(&key).copied(),
            false => self.by_small_key.get(key as usize).map(|&it| it as usize),
        }
    }

    /// What the places of men add to the first number of their distribution.
    #[inline]
    fn sum(&self, binomials: &Binomials, of_men: &[u16], weights: &[u64]) -> u64 {
        // How many men of the group are in the same atom so far, this one included.
        let (mut number, mut nth, mut last) = (0, 0, u16::MAX);
        for (i, (man, &code)) in self.men.iter().zip(of_men).enumerate() {
            let (atom, place) = (code / PLACES, code % PLACES);
            // Of the groups before, those men on lower places of the same atom.
            let before = &of_men[..usize::from(man.first).min(of_men.len())];
            let is_lower = |other: u16| code.wrapping_sub(other).wrapping_sub(1) < place;
            let mut taken = 0;
            for &other in before {
                taken += u16::from(is_lower(other));
            }
            nth = match usize::from(man.first) != i && atom == last {
                true => nth + 1,
                false => 1,
            };
            last = atom;
            let rank = match nth {
                1 => u64::from(place - taken),
                _ => binomials.of(usize::from(place - taken), nth),
            };
            number += rank * weights[usize::from(man.group) * self.n_atoms + usize::from(atom)];
        }
        number
    }
}

/// What a man of a group adds to the key, by atom.
fn keys_of(slice: &Slice, group: usize) -> [u64; ATOMS] {
    let mut keys = [STRANGE; ATOMS];
    for (atom, key) in keys.iter_mut().enumerate().take(slice.atoms.len()) {
        if slice.groups[group].atoms >> atom & 1 == 1 {
            *key = slice.keys[group * slice.atoms.len() + atom];
        }
    }
    keys
}

/// Sorts few numbers that are mostly in order.
#[inline]
fn sort(codes: &mut [u16]) {
    for end in 1..codes.len() {
        let mut i = end;
        while i > 0 && codes[i - 1] > codes[i] {
            codes.swap(i - 1, i);
            i -= 1;
        }
    }
}

/// The codes of the fields of a slice if each of them is another field first.
pub(crate) fn codes(slice: &Slice, to: impl Fn(usize) -> usize) -> Codes {
    let mut codes = [NOWHERE; 64];
    for (field, code) in codes.iter_mut().enumerate().take(slice.places.len()) {
        let (atom, place) = slice.places[to(field)];
        *code = u16::from(atom) * PLACES + place;
    }
    codes
}
