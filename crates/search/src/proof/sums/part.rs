//! How positions fall apart, and how a part is written down.
//!
//! 1. A move can still come about if each field that it needs may hold what it needs, now or
//!    after other such moves. What no such move has to do with is left out.
//! 2. Fields that such a move has in common belong together.
//! 3. What a field holds that no such move needs there is the same as anything else.

/// A field holds something that no move asks for any more.
pub(super) const DEAD: u8 = 0xfd;
/// What ends the fields of a move, and a move.
pub(super) const NEXT: u8 = 0xfe;
pub(super) const END: u8 = 0xff;

/// A move: fields by their places in a part, with what they hold before and after it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Template {
    pub(super) needs: Vec<(u8, u8)>,
    pub(super) writes: Vec<(u8, u8)>,
}

/// A part of a position.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The fields of the board that it was found on.
    pub(super) fields: Vec<u8>,
    pub(super) holds: Vec<u8>,
    pub(super) moves: [Vec<Template>; 2],
}

/// The moves of a player that can be made now.
pub(super) fn now(part: &Part, side: usize) -> impl Iterator<Item = &Template> {
    part.moves[side].iter().filter(|template| {
        template.needs.iter().all(|(field, holds)| part.holds[usize::from(*field)] == *holds)
    })
}

/// Fields that moves connect.
pub(super) struct Groups(Vec<usize>);

impl Groups {
    pub(super) fn new(n: usize) -> Groups {
        Groups((0..n).collect())
    }

    /// The field that stands for all that are connected with one.
    pub(super) fn of(&mut self, mut field: usize) -> usize {
        while self.0[field] != field {
            self.0[field] = self.0[self.0[field]];
            field = self.0[field];
        }
        field
    }

    pub(super) fn join(&mut self, template: &Template) {
        let first = self.of(usize::from(template.needs[0].0));
        for (field, _) in template.needs.iter().chain(&template.writes) {
            let other = self.of(usize::from(*field));
            self.0[other] = first;
        }
    }
}

/// Falls apart into parts.
pub(super) fn split(fields: &[u8], holds: &[u8], moves: &[Vec<Template>; 2]) -> Vec<Part> {
    let n = fields.len();
    let may_come = may_come(holds, moves);
    let mut groups = Groups::new(n);
    let mut used = vec![false; n];
    for template in may_come.iter().flatten() {
        groups.join(template);
        let fields = template.needs.iter().chain(&template.writes);
        fields.for_each(|(field, _)| used[usize::from(*field)] = true);
    }
    let mut parts: Vec<(usize, Part)> = Vec::new();
    let mut places = vec![0_u8; n];
    for i in (0..n).filter(|&i| used[i]) {
        let own = groups.of(i);
        let place = match parts.iter().position(|(group, _)| *group == own) {
            Some(place) => place,
            None => {
                let moves = [Vec::new(), Vec::new()];
                parts.push((own, Part { fields: Vec::new(), holds: Vec::new(), moves }));
                parts.len() - 1
            }
        };
        let part = &mut parts[place].1;
        places[i] = part.fields.len() as u8;
        part.fields.push(fields[i]);
        part.holds.push(holds[i]);
    }
    for (side, templates) in may_come.iter().enumerate() {
        for template in templates {
            let own = groups.of(usize::from(template.needs[0].0));
            let here = |pairs: &[(u8, u8)]| -> Vec<(u8, u8)> {
                pairs.iter().map(|(field, it)| (places[usize::from(*field)], *it)).collect()
            };
            let template =
                Template { needs: here(&template.needs), writes: here(&template.writes) };
            if let Some((_, part)) = parts.iter_mut().find(|(group, _)| *group == own) {
                part.moves[side].push(template);
            }
        }
    }
    parts.into_iter().map(|(_, part)| without_dead(part)).collect()
}

/// The moves of each player that may still come about.
fn may_come<'t>(holds: &[u8], moves: &'t [Vec<Template>; 2]) -> [Vec<&'t Template>; 2] {
    let mut may_hold: Vec<u64> =
        holds.iter().map(|it| 1_u64.checked_shl((*it).into()).unwrap_or(0)).collect();
    let mut found: [Vec<bool>; 2] = [0, 1].map(|side| vec![false; moves[side].len()]);
    loop {
        let mut is_new = false;
        for side in 0..2 {
            for (template, found) in moves[side].iter().zip(&mut found[side]) {
                let may = |(field, it): &(u8, u8)| may_hold[usize::from(*field)] >> it & 1 == 1;
                if *found || !template.needs.iter().all(may) {
                    continue;
                }
                (*found, is_new) = (true, true);
                for (field, it) in template.writes.iter().filter(|(_, it)| *it != DEAD) {
                    may_hold[usize::from(*field)] |= 1 << it;
                }
            }
        }
        if !is_new {
            break;
        }
    }
    [0, 1].map(|side| {
        let kept = moves[side].iter().zip(&found[side]).filter(|(_, found)| **found);
        kept.map(|(template, _)| template).collect()
    })
}

/// What a field holds is nobody's business if no move needs it there.
fn without_dead(mut part: Part) -> Part {
    let mut needed = vec![0_u64; part.fields.len()];
    for (field, it) in part.moves.iter().flatten().flat_map(|template| &template.needs) {
        needed[usize::from(*field)] |= 1 << it;
    }
    let dead = |field: usize, it: u8| match it != DEAD && needed[field] >> it & 1 == 1 {
        true => it,
        false => DEAD,
    };
    for (i, it) in part.holds.iter_mut().enumerate() {
        *it = dead(i, *it);
    }
    for (field, it) in part.moves.iter_mut().flatten().flat_map(|template| &mut template.writes) {
        *it = dead(usize::from(*field), *it);
    }
    part
}

/// A part as text, with its fields in some order and the players in some order; what fields
/// hold is numbered as it appears.
pub(super) fn written(part: &Part, order: &[usize], sides: [usize; 2]) -> Vec<u8> {
    let mut labels = [END; 256];
    labels[usize::from(DEAD)] = DEAD;
    let mut n_labels = 0;
    let mut label = |it: u8| {
        let label = &mut labels[usize::from(it)];
        if *label == END {
            *label = n_labels;
            n_labels += 1;
        }
        *label
    };
    let mut place = vec![0_u8; order.len()];
    order.iter().enumerate().for_each(|(i, &old)| place[old] = i as u8);
    let mut text: Vec<u8> = order.iter().map(|&i| label(part.holds[i])).collect();
    // What is not there yet is numbered in the order of what it is.
    let moves = || part.moves.iter().flatten();
    let mut others: Vec<u8> =
        moves().flat_map(|it| it.needs.iter().chain(&it.writes).map(|pair| pair.1)).collect();
    others.sort_unstable();
    for it in others {
        label(it);
    }
    for side in sides {
        let mut here = |pairs: &[(u8, u8)]| {
            let mut pairs: Vec<(u8, u8)> =
                pairs.iter().map(|(field, it)| (place[usize::from(*field)], label(*it))).collect();
            pairs.sort_unstable();
            pairs
        };
        let templates = part.moves[side].iter();
        let mut templates: Vec<[Vec<(u8, u8)>; 2]> =
            templates.map(|it| [here(&it.needs), here(&it.writes)]).collect();
        templates.sort_unstable();
        templates.dedup();
        text.push(END);
        for [needs, writes] in templates {
            text.extend(needs.iter().flat_map(|pair| [pair.0, pair.1]));
            text.push(NEXT);
            text.extend(writes.iter().flat_map(|pair| [pair.0, pair.1]));
            text.push(NEXT);
        }
    }
    text
}
