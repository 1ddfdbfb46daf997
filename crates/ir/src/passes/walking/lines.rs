//! Directions on a board of lines. Lines that have no point in common can be
//! walked at the same time: from where a finger is, at most one of them goes
//! on. So the ways through a point are followed in a few classes instead of
//! one by one.

use super::{NoTree, Walker};
use crate::passes::set_algebra::geometry::Hop;
use crate::passes::set_algebra::{SetId, Var};
use game::{Board, Direction, Field, FieldSet};

/// A way along a line of a class; which line, the finger says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Along {
    class: usize,
    /// Against the order in which the line is written.
    back: bool,
    /// The finger for which it was chosen.
    root: Var,
}

/// The lines of a board in classes without common points.
pub(super) fn classes(board: &Board) -> Vec<Vec<Direction>> {
    let n = board.n_fields();
    let mut classes: Vec<(FieldSet, Vec<Direction>)> = Vec::new();
    for d in (0..board.lines.len()).map(|i| Direction(2 * i as u16)) {
        let points = on_way(board, d);
        match classes.iter_mut().find(|(taken, _)| taken.and(&points) == FieldSet::empty(n)) {
            Some((taken, class)) => {
                *taken = taken.or(&points);
                class.push(d);
            }
            None => classes.push((points, vec![d])),
        }
    }
    classes.into_iter().map(|(_, class)| class).collect()
}

/// The points on a line.
fn on_way(board: &Board, d: Direction) -> FieldSet {
    let on = board.ways.iter().enumerate().filter(|(_, ways)| ways.contains(&d));
    FieldSet::of(board.n_fields(), on.map(|(i, _)| Field(i as u16)))
}

impl<'p> Walker<'p> {
    /// The ways through a finger, each with the points on which it is one.
    pub(super) fn ways_through(&mut self, f: Var) -> Vec<(SetId, Along)> {
        let board = self.sets.board;
        let mut found = Vec::new();
        for class in 0..self.classes.len() {
            let points = self.classes[class].iter().map(|&d| on_way(board, d));
            let points =
                points.fold(FieldSet::empty(board.n_fields()), |all, points| all.or(&points));
            let set = self.sets.constant(points);
            found.extend([false, true].map(|back| (set, Along { class, back, root: f })));
        }
        found
    }

    /// The steps of a way, from a finger that has gone only along it.
    pub(super) fn steps_along(&self, f: Var, along: Along) -> Result<Vec<Vec<Direction>>, NoTree> {
        let mut at = f;
        while at != along.root {
            let (from, hop) = self.fingers[at.0 as usize].from.as_ref().ok_or(NoTree)?;
            let (Hop::One(ways) | Hop::Any(ways)) = hop else { return Err(NoTree) };
            if !self.are_along(ways, along) {
                return Err(NoTree);
            }
            at = *from;
        }
        let step =
            |&d: &Direction| vec![if along.back { self.sets.board.rotate(d, 180) } else { d }];
        Ok(self.classes[along.class].iter().map(step).collect())
    }

    /// Whether ways go only along lines of the class, one way or the other.
    pub(super) fn are_along(&self, ways: &[Vec<Direction>], along: Along) -> bool {
        let class = &self.classes[along.class];
        ways.iter()
            .flatten()
            .all(|&d| class.contains(&d) || class.contains(&self.sets.board.rotate(d, 180)))
    }

    /// The way turned.
    pub(super) fn turned(&self, along: Along, degrees: i32) -> Along {
        let is_turned = degrees / self.sets.board.rotation_unit() % 2 != 0;
        Along { back: along.back != is_turned, ..along }
    }
}
