//! How many pieces of each sort there can be, and what follows from that for single fields.

use crate::turns::Change;
use game::{Facts, Owner};
use infoset::Contents;

/// For each group of pieces the least and the greatest number on the board.
pub(crate) type Bounds = Vec<(i32, i32)>;

/// Groups of pieces that are counted: each piece by itself, and all of each owner.
pub(crate) fn groups(facts: &Facts) -> Vec<Contents> {
    let each = facts.pieces().map(|piece| Contents::just(Some(piece)));
    let of = |owner: Owner| Contents::of(facts.pieces().filter(move |it| it.owner() == owner));
    each.chain([Owner::First, Owner::Second, Owner::Nobody].map(of)).collect()
}

/// The numbers in a position that is known.
pub(crate) fn exact(groups: &[Contents], level: &[Contents]) -> Bounds {
    let count = |group: &Contents| level.iter().filter(|it| it.is_within(*group)).count() as i32;
    groups.iter().map(|group| (count(group), count(group))).collect()
}

/// The numbers after one of these changes; anything if it is not known what can change.
pub(crate) fn after(
    groups: &[Contents],
    before: &Bounds,
    level: &[Contents],
    changes: Option<&[Change]>,
) -> Bounds {
    let Some(changes) = changes else {
        return vec![(0, level.len() as i32); groups.len()];
    };
    let of = |(group, before): (&Contents, &(i32, i32))| {
        let each = changes.iter().map(|change| {
            let mut range = *before;
            for (field, now) in &change.writes {
                let then = level[field.index()] & change.need(*field);
                range.0 += i32::from(now.is_within(*group)) - i32::from(then.meets(*group));
                range.1 += i32::from(now.meets(*group)) - i32::from(then.is_within(*group));
            }
            range
        });
        let all = each.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        all.map_or(*before, |(least, most)| (least.max(0), most.min(level.len() as i32)))
    };
    groups.iter().zip(before).map(of).collect()
}

/// Leaves out what the numbers forbid; false if nothing is left.
pub(crate) fn narrow(groups: &[Contents], bounds: &Bounds, level: &mut [Contents]) -> bool {
    loop {
        let before = level.to_vec();
        for (group, (least, most)) in groups.iter().zip(bounds) {
            let sure = level.iter().filter(|it| it.is_within(*group)).count() as i32;
            let possible = level.iter().filter(|it| it.meets(*group)).count() as i32;
            if sure > *most || possible < *least {
                return false;
            }
            for field in level.iter_mut().filter(|it| it.meets(*group) && !it.is_within(*group)) {
                if sure == *most {
                    *field = field.minus(*group);
                } else if possible == *least {
                    *field = *field & *group;
                }
            }
        }
        if level[..] == before[..] {
            return true;
        }
    }
}
