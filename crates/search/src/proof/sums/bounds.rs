//! How many moves a part can be worth at most, without looking at what it becomes.

use super::part::{DEAD, Groups, Part, Template, now};

/// A player whose opponent only passes makes at most this many moves: no more than there are
/// fields that their moves use up, by the fewest that one of them does, among those that
/// their moves connect. Where moves need what they write on, nothing is put on a field again
/// that holds what nobody needs.
pub(super) fn most_alone(part: &Part, side: usize) -> i64 {
    let dead = |template: &Template| template.writes.iter().filter(|(_, it)| *it == DEAD).count();
    let needs = |template: &Template, field: u8| template.needs.iter().any(|it| it.0 == field);
    let all_needed = part
        .moves
        .iter()
        .flatten()
        .all(|template| template.writes.iter().all(|(field, _)| needs(template, *field)));
    let moves = &part.moves[side];
    let fewest = moves.iter().map(dead).min().unwrap_or(1);
    if !all_needed || fewest == 0 {
        return i64::from(u16::MAX);
    }
    let mut groups = Groups::new(part.fields.len());
    let mut used_up = vec![false; part.fields.len()];
    for template in moves {
        groups.join(template);
        let dead = template.writes.iter().filter(|(_, it)| *it == DEAD);
        dead.for_each(|(field, _)| used_up[usize::from(*field)] = true);
    }
    let mut sizes = vec![0; part.fields.len()];
    for field in (0..part.fields.len()).filter(|&field| used_up[field]) {
        sizes[groups.of(field)] += 1;
    }
    sizes.iter().map(|size| (size / fewest) as i64).sum()
}

/// A player can make this many moves whenever they like: the opponent has none on these fields,
/// and they do not disturb each other.
pub(super) fn safe(part: &Part, side: usize) -> i64 {
    let mut taken = vec![false; part.fields.len()];
    let fields = |template: &Template| {
        let pairs = template.needs.iter().chain(&template.writes);
        pairs.map(|(field, _)| usize::from(*field)).collect::<Vec<_>>()
    };
    part.moves[1 - side].iter().flat_map(fields).for_each(|field| taken[field] = true);
    let mut n = 0;
    for template in now(part, side) {
        let fields = fields(template);
        if fields.iter().all(|&field| !taken[field]) {
            n += 1;
            fields.into_iter().for_each(|field| taken[field] = true);
        }
    }
    n
}
