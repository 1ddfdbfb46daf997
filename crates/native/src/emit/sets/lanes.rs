//! Patterns through a field that are the same around every field, but for the edges: they are
//! looked for in words that hold only what is around the field, moved so that the same
//! neighbor has the same bit whatever the field is.
//!
//! Five in a row on a board of 15 by 15 fields: the four neighbors on each side in four
//! directions are 32 bits of two words, found by cutting four words of the board with masks of
//! the field. For each direction the eight bits are gathered by one multiplication, and a small
//! table tells whether they make a row. Nothing here knows rows: which neighbors belong together
//! is read off the patterns.

use super::around::Around;
use std::collections::{BTreeMap, BTreeSet};

/// How many neighbors may belong together, directly or by others.
const MOST_TOGETHER: usize = 12;

/// How many more bits a gathered number may have than there are neighbors.
const MOST_SPARE: u32 = 2;

/// How often a factor is tried.
const TRIES: usize = 4_000;

/// How many words may hold the neighbors.
const MOST_WORDS: usize = 3;

/// The neighbor of a field: how much greater its number is.
type Offset = i32;

/// Where a neighbor is once the words are moved: in which of them, and at which bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lane {
    word: usize,
    bit: u32,
}

/// Neighbors that belong together.
#[derive(Debug)]
pub(super) struct Cluster {
    /// From each word what is taken, and by how much it is turned down before all are joined.
    pub(super) parts: Vec<(usize, u64, u32)>,
    /// What the joined bits are multiplied with, and how far the product is shifted down.
    pub(super) factor: u64,
    pub(super) shift: u32,
    /// For each such number, 1 if there is a pattern.
    pub(super) answers: Vec<u8>,
}

/// How patterns through a field are looked for.
#[derive(Debug)]
pub(super) struct Lanes {
    /// For each field, for each word that holds neighbors, what to cut the words of the board
    /// with.
    pub(super) masks: Vec<Vec<Vec<u64>>>,
    pub(super) clusters: Vec<Cluster>,
}

impl Lanes {
    /// Finds lanes; nothing if the patterns are not the same around every field, or if there is
    /// no good place for all neighbors.
    pub(super) fn find(around: &Around, words: usize) -> Option<Lanes> {
        let patterns = around.offsets();
        is_same_everywhere(around, &patterns).then_some(())?;
        let together = together(&patterns);
        let lanes = places(&together)?;
        let clusters = together.iter().map(|offsets| cluster(offsets, &patterns, &lanes));
        let clusters = clusters.collect::<Option<Vec<_>>>()?;
        let n_words = lanes.values().map(|lane| lane.word + 1).max()?;
        let mut masks = vec![vec![vec![0; words]; n_words]; around.n_fields()];
        for (field, neighbors) in around.neighbors().enumerate() {
            for other in neighbors {
                let lane = lanes[&(other as Offset - field as Offset)];
                masks[field][lane.word][other / 64] |= 1 << (other % 64);
            }
        }
        Some(Lanes { masks, clusters })
    }

    /// How many words hold neighbors.
    pub(super) fn n_words(&self) -> usize {
        self.masks.first().map_or(0, Vec::len)
    }

    /// About how many instructions they take.
    pub(super) fn cost(&self, words: usize) -> usize {
        let parts: usize = self.clusters.iter().map(|it| 3 * it.parts.len() + 5).sum();
        self.n_words() * (3 * words + 1) + parts + 4
    }
}

/// Whether a field has all patterns whose neighbors it has: then only the neighbors have to be
/// known of a field.
fn is_same_everywhere(around: &Around, patterns: &BTreeSet<Vec<Offset>>) -> bool {
    around.neighbors().enumerate().all(|(field, neighbors)| {
        let offset = |other: usize| other as Offset - field as Offset;
        let there: BTreeSet<Offset> = neighbors.into_iter().map(offset).collect();
        let own: BTreeSet<Vec<Offset>> = around.offsets_of(field).collect();
        let may = |pattern: &&Vec<Offset>| pattern.iter().all(|it| there.contains(it));
        patterns.iter().filter(may).all(|pattern| own.contains(pattern))
    })
}

/// The neighbors, those that are in patterns with each other together.
fn together(patterns: &BTreeSet<Vec<Offset>>) -> Vec<BTreeSet<Offset>> {
    let mut together: Vec<BTreeSet<Offset>> = Vec::new();
    for pattern in patterns {
        let mut all: BTreeSet<Offset> = pattern.iter().copied().collect();
        together.retain(|other| {
            let apart = other.is_disjoint(&all);
            if !apart {
                all.extend(other);
            }
            apart
        });
        together.push(all);
    }
    together
}

/// A place for each neighbor, no two in the same one: the bit is what its number and that of the
/// field leave, the word is the first that has this bit to spare. Neighbors that belong together
/// get into one word if they fit.
fn places(together: &[BTreeSet<Offset>]) -> Option<BTreeMap<Offset, Lane>> {
    let mut places = BTreeMap::new();
    let mut used = [0u64; MOST_WORDS];
    let bit = |offset: &Offset| offset.rem_euclid(64) as u32;
    // Those that have bits of their own come first.
    let mut order: Vec<&BTreeSet<Offset>> = together.iter().collect();
    let bits = |offsets: &BTreeSet<Offset>| offsets.iter().fold(0u64, |all, it| all | 1 << bit(it));
    order.sort_by_key(|offsets| offsets.len() - bits(offsets).count_ones() as usize);
    for offsets in order {
        let all = bits(offsets);
        let fits = all.count_ones() as usize == offsets.len();
        let whole = used.iter().position(|used| fits && used & all == 0);
        for offset in offsets {
            let free = || used.iter().position(|used| used >> bit(offset) & 1 == 0);
            let word = whole.or_else(free)?;
            used[word] |= 1 << bit(offset);
            places.insert(*offset, Lane { word, bit: bit(offset) });
        }
    }
    Some(places)
}

/// How neighbors that belong together are looked at.
fn cluster(
    offsets: &BTreeSet<Offset>,
    patterns: &BTreeSet<Vec<Offset>>,
    lanes: &BTreeMap<Offset, Lane>,
) -> Option<Cluster> {
    if offsets.len() > MOST_TOGETHER {
        return None;
    }
    let mut parts: Vec<(usize, u64, u32)> = Vec::new();
    for offset in offsets {
        let Lane { word, bit } = lanes[offset];
        match parts.iter_mut().find(|part| part.0 == word) {
            Some(part) => part.1 |= 1 << bit,
            None => parts.push((word, 1 << bit, 0)),
        }
    }
    // Turned so that no two share a bit.
    let mut joined = 0;
    for (_, mask, turn) in &mut parts {
        *turn = (0..64).find(|turn| joined & mask.rotate_right(*turn) == 0)?;
        joined |= mask.rotate_right(*turn);
    }
    let at = |offset: &Offset| {
        let lane = lanes[offset];
        let turn = parts.iter().find(|part| part.0 == lane.word).map_or(0, |part| part.2);
        (1u64 << lane.bit).rotate_right(turn)
    };
    let wanted: Vec<u64> = patterns
        .iter()
        .filter(|pattern| offsets.contains(&pattern[0]))
        .map(|pattern| pattern.iter().fold(0, |all, it| all | at(it)))
        .collect();
    let (factor, shift, answers) = gather(joined, &wanted)?;
    Some(Cluster { parts, factor, shift, answers })
}

/// A factor whose products tell the parts of a set of bits apart, as far as the answers differ:
/// the factor, how far products are shifted down, and the answer for each number.
fn gather(bits: u64, wanted: &[u64]) -> Option<(u64, u32, Vec<u8>)> {
    let parts: Vec<(u64, u8)> = parts_of(bits)
        .map(|part| (part, u8::from(wanted.iter().any(|pattern| part & pattern == *pattern))))
        .collect();
    let mut rng = game::Rng::new(bits);
    for spare in 0..=MOST_SPARE {
        let shift = 64 - (bits.count_ones() + spare);
        for _ in 0..TRIES {
            let factor = rng.next_u64() & rng.next_u64() & rng.next_u64();
            if let Some(answers) = answers(&parts, factor, shift) {
                return Some((factor, shift, answers));
            }
        }
    }
    None
}

/// The answer for each number that a product is shifted down to; nothing if parts with
/// different answers share a number.
fn answers(parts: &[(u64, u8)], factor: u64, shift: u32) -> Option<Vec<u8>> {
    const UNKNOWN: u8 = 2;
    let mut answers = vec![UNKNOWN; 1 << (64 - shift)];
    for (part, answer) in parts {
        let place = &mut answers[(part.wrapping_mul(factor) >> shift) as usize];
        if *place != UNKNOWN && place != answer {
            return None;
        }
        *place = *answer;
    }
    answers.iter_mut().filter(|it| **it == UNKNOWN).for_each(|it| *it = 0);
    Some(answers)
}

/// All parts of a set of bits.
fn parts_of(bits: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let part = next?;
        let after = part.wrapping_sub(bits) & bits;
        next = (after != 0).then_some(after);
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_parts_are_met_once() {
        let parts: Vec<u64> = parts_of(0b1011).collect();
        assert_eq!(parts, [0, 1, 2, 3, 8, 9, 10, 11]);
        assert_eq!(parts_of(0).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn products_tell_answers_apart() {
        let bits = 0x4210_8000_0842_0108;
        let wanted = [0x4210_0000_0000_0000, 0x0842_0108];
        let (factor, shift, answers) = gather(bits, &wanted).expect("a factor");
        for part in parts_of(bits) {
            let is_there = wanted.iter().any(|pattern| part & pattern == *pattern);
            let number = part.wrapping_mul(factor) >> shift;
            assert_eq!(answers[number as usize], u8::from(is_there), "{part:x}");
        }
    }
}
