//! Fields that the same pieces can be on, as [`crate::slice`] counts them.

use crate::slice::Turns;
use game::{Field, FieldSet};

/// The most atoms.
pub(crate) const MOST_ATOMS: usize = 16;

/// Leaves of a domain one field of those that are alike; for each field, the symmetries that
/// bring it there.
pub(crate) fn lead(turns: &[Vec<u16>], domain: &mut FieldSet) -> Vec<Turns> {
    let n_fields = turns[0].len();
    let least = |field: u16| turns.iter().map(|turn| turn[usize::from(field)]).min();
    let choices = (0..n_fields as u16).map(|field| {
        let brings = |turn: &Vec<u16>| Some(turn[usize::from(field)]) == least(field);
        (0..turns.len()).filter(|&i| brings(&turns[i])).collect()
    });
    let choices = choices.collect();
    let kept = (0..n_fields as u16).filter(|&field| least(field) == Some(field));
    let kept = kept.map(Field).filter(|&field| domain.contains(field));
    *domain = FieldSet::of(n_fields, kept);
    choices
}

/// The atoms of some domains: the place of each field in one, and the fields of each.
#[expect(clippy::type_complexity, reason = "both are parts of a slice, where they have names")]
pub(crate) fn atoms<'d>(
    n_fields: usize,
    domains: impl Iterator<Item = &'d FieldSet> + Clone,
) -> Option<(Vec<(u8, u16)>, Vec<Vec<u16>>)> {
    let mut known: Vec<(Vec<bool>, Vec<u16>)> = Vec::new();
    let mut places = vec![(0, 0); n_fields];
    for (field, place) in places.iter_mut().enumerate() {
        let is_in: Vec<bool> =
            domains.clone().map(|domain| domain.contains(Field(field as u16))).collect();
        if !is_in.contains(&true) {
            // Men that come here are refused: no group can be in this atom.
            *place = (MOST_ATOMS as u8, 0);
            continue;
        }
        let atom = known.iter().position(|(other, _)| *other == is_in);
        let atom = atom.unwrap_or_else(|| {
            known.push((is_in, Vec::new()));
            known.len() - 1
        });
        *place = (atom as u8, known[atom].1.len() as u16);
        known[atom].1.push(field as u16);
    }
    let atoms: Vec<Vec<u16>> = known.into_iter().map(|(_, fields)| fields).collect();
    (atoms.len() <= MOST_ATOMS).then_some((places, atoms))
}

/// Atoms as sets of fields; none if a set is more than a word.
pub(crate) fn masks(n_fields: usize, atoms: &[Vec<u16>]) -> Vec<u64> {
    match n_fields <= 64 {
        true => atoms.iter().map(|atom| atom.iter().fold(0, |set, at| set | 1 << at)).collect(),
        false => Vec::new(),
    }
}

/// What a man adds to the key of its distribution, by group and atom: digits of a number.
pub(crate) fn keys(counts: impl Iterator<Item = usize>, n_atoms: usize) -> Option<Vec<u64>> {
    let mut weight = Some(1_u64);
    let cells = counts.flat_map(|count| std::iter::repeat_n(count as u64, n_atoms));
    let keys = cells.map(|count| {
        let key = weight;
        weight = weight.and_then(|weight| weight.checked_mul(count + 1));
        key
    });
    let keys = keys.collect::<Option<Vec<u64>>>()?;
    weight.map(|_| keys)
}
