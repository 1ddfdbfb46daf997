//! Positions in which whoever is to move would rather not be: the same men with the other
//! player to move are worth more to them.

use crate::class::Classes;
use crate::heaps::advance;
use crate::scheme::{Scheme, Seen};
use crate::sets::{MOST_GROUPS, View};
use crate::slice::Slice;
use crate::tables::Table;
use crate::value::Value;
use game::Player;

/// How many pairs of positions are such, and the number of the first.
pub(crate) fn zugzwangs(scheme: &Scheme, table: &Table) -> (u64, Option<u64>) {
    let (mut n, mut first) = (0, None);
    for (slice, seen) in table.classes.slices.iter().enumerate() {
        // Each pair is looked at from one side.
        if seen.player == Player::Second {
            continue;
        }
        let mut passing = Passing::new(scheme, &table.classes, slice);
        let numbers = table.classes.numbers(slice);
        for number in numbers.clone() {
            let value = table.value(number);
            // A player who has won would not rather pass.
            let Some(Value::Draw | Value::Loss(_) | Value::Score(_)) = value else { continue };
            let Some(other) = passing.number(number - numbers.start) else { continue };
            let Some(Some(opposite)) = table.value(other).map(size) else { continue };
            let Some(own) = value.and_then(size) else { continue };
            // Where both sides have the same men, a pair would be met twice.
            let is_twice = numbers.contains(&other);
            if own < -opposite && !(is_twice && other < number) {
                n += 1;
                first.get_or_insert(number);
            }
        }
    }
    (n, first)
}

/// What numbers the positions of a slice after a pass.
pub(crate) struct Passing<'t> {
    scheme: &'t Scheme,
    classes: &'t Classes,
    slice: &'t Slice,
    /// The view by which they are seen, and the places of its pieces among those of the slice,
    /// if sets are words.
    view: Option<(View, Vec<usize>)>,
    /// The view by which the positions of the slice itself are seen.
    own: Option<View>,
    /// The slice by which stacks are seen, and the places of this one that are its places.
    heap: Option<(usize, Vec<usize>)>,
    /// The heights of the last number: the next one is near.
    heights: Vec<u8>,
    last: Option<u64>,
    seen: Seen,
    passed: Seen,
}

impl<'t> Passing<'t> {
    pub(crate) fn new(scheme: &'t Scheme, classes: &'t Classes, number: usize) -> Passing<'t> {
        let slice = &classes.slices[number];
        let other = match scheme.exchanges() {
            true => slice.material.exchanged(&scheme.facts, &scheme.swapped),
            false => slice.material.clone(),
        };
        let views = || {
            (0..classes.slices.len())
                .filter(|&to| classes.slices[to].material == other)
                .filter_map(|to| View::new(scheme, &classes.slices[to], to, slice.player.other()))
        };
        let pieces: Vec<u8> = slice.pieces().collect();
        let has_sets = |view: &View| slice.has_sets() && classes.slices[view.slice].has_sets();
        let view = views().filter(has_sets).find_map(|view| {
            let place = |piece: &u8| pieces.iter().position(|other| other == piece);
            let order = view.pieces.iter().map(place).collect::<Option<Vec<usize>>>()?;
            Some((view, order))
        });
        let heap = views().find_map(|view| {
            let (fields, to) = (slice.heap_fields()?, classes.slices[view.slice].heap_fields()?);
            let place = |field: &u16| fields.iter().position(|&it| Some(it) == view.from(*field));
            Some((view.slice, to.iter().map(place).collect::<Option<Vec<usize>>>()?))
        });
        let own = View::new(scheme, slice, number, slice.player);
        let (seen, passed) = (Seen::default(), Seen::default());
        Passing {
            scheme,
            classes,
            slice,
            view,
            own,
            heap,
            heights: Vec::new(),
            last: None,
            seen,
            passed,
        }
    }

    /// The number of the position in which the other player is to move; nothing if there is no
    /// such position, or if this one has another number.
    pub(crate) fn number(&mut self, within: u64) -> Option<u64> {
        if let Some((to, order)) = &self.heap {
            match self.last.replace(within).and_then(|last| within.checked_sub(last)) {
                Some(steps @ ..8) => (0..steps).for_each(|_| advance(&mut self.heights)),
                _ => self.slice.heights(within, &mut self.heights),
            }
            let n_men = self.heights.iter().map(|&height| usize::from(height)).sum();
            let heights = order.iter().map(|&place| self.heights[place]);
            let number = self.classes.slices[*to].number_of_heights(n_men, heights)?;
            return Some(self.classes.start(*to) + number);
        }
        let Some((view, order)) = &self.view else { return self.number_of_men(within) };
        let mut sets = [0; MOST_GROUPS];
        self.slice.sets(within, &mut sets);
        if self.own.as_ref().is_some_and(|own| !own.has_least(self.slice, within, &sets)) {
            return None;
        }
        let mut passed = [0; MOST_GROUPS];
        passed.iter_mut().zip(order).for_each(|(set, &from)| *set = sets[from]);
        let number = view.number(&self.classes.slices[view.slice], &passed)?;
        Some(self.classes.start(view.slice) + number)
    }

    fn number_of_men(&mut self, within: u64) -> Option<u64> {
        let Passing { slice, seen, passed, .. } = self;
        slice.men(within, &mut seen.men);
        if !slice.is_least(within, &seen.men) {
            return None;
        }
        seen.material.clone_from(&slice.material);
        seen.player = slice.player;
        self.scheme.pass(seen, passed);
        self.classes.number(passed).flatten()
    }
}

/// Who wins, seen by the player to move, and by how much.
pub(crate) fn size(value: Value) -> Option<i32> {
    Some(match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
        Value::Score(points) => points,
        Value::Impossible => return None,
    })
}

/// Whether the number after a pass is the one that a list of men gives.
#[cfg(test)]
pub(crate) fn agrees_with_men(scheme: &Scheme, classes: &Classes, number: u64) -> bool {
    let (slice, within) = classes.place(number);
    let mut passing = Passing::new(scheme, classes, slice);
    passing.number(within) == passing.number_of_men(within)
}
