//! The groups of fields of a board: each field by itself, straight lines, and small boxes, each
//! with a form that tells which groups are alike wherever they are.

use crate::look::Look;
use game::{Board, Field, Shape};
use rustc_hash::FxHashSet;

/// Lines from edge to edge are no groups if they have fewer fields than this.
const SHORTEST: usize = 3;

/// A group of fields before it has a table.
pub(crate) struct Found {
    /// Its fields in the order of its form.
    pub(crate) fields: Vec<Field>,
    /// A number for its form; single fields have none, because where a piece stands counts.
    pub(crate) form: Option<usize>,
}

/// The groups that were found, each once.
struct Groups<'b> {
    board: &'b Board,
    found: Vec<Found>,
    seen: FxHashSet<Vec<Field>>,
}

/// All groups of fields: single ones first.
pub(crate) fn groups(board: &Board, look: Look) -> Vec<Found> {
    let fields = || (0..board.n_fields()).map(|i| Field(i as u16));
    let found = fields().map(|field| Found { fields: vec![field], form: None }).collect();
    let mut groups = Groups { board, found, seen: FxHashSet::default() };
    // Forms are numbered by direction and length, and after these come boxes.
    let n_lines = board.directions.len() * (look.line + 1);
    for direction in 0..board.directions.len() {
        if look.line > 1 {
            let form = |n: usize| direction * (look.line + 1) + n;
            for field in fields() {
                let line = groups.line(field, direction, look);
                groups.add(line.map(|line| (form(line.len()), line)));
            }
        }
    }
    let sizes = [(look.squares, 2, 2), (look.oblongs, 3, 2), (look.oblongs, 2, 3)];
    for (pair, (along, up)) in sides(board.shape).into_iter().enumerate() {
        for field in fields() {
            for (i, (_, wide, high)) in sizes.iter().enumerate().filter(|(_, size)| size.0) {
                let boxed = groups.boxed(
                    field,
                    Side { direction: along, n: *wide },
                    Side { direction: up, n: *high },
                );
                groups.add(boxed.map(|boxed| (n_lines + pair * sizes.len() + i, boxed)));
            }
        }
    }
    groups.found
}

impl Groups<'_> {
    fn add(&mut self, group: Option<(usize, Vec<Field>)>) {
        let Some((form, fields)) = group else { return };
        let mut sorted = fields.clone();
        sorted.sort();
        sorted.dedup();
        // A line that comes around to where it began has fewer fields.
        if sorted.len() == fields.len() && self.seen.insert(sorted) {
            self.found.push(Found { fields, form: Some(form) });
        }
    }

    /// At most this many fields from one on.
    fn walk(&self, from: Field, direction: usize, most: usize) -> Vec<Field> {
        let mut line = vec![from];
        while line.len() < most {
            let Some(next) = self.board.steps[direction][line[line.len() - 1].index()] else {
                break;
            };
            line.push(next);
        }
        line
    }

    /// The line of a look that begins with a field.
    fn line(&self, from: Field, direction: usize, look: Look) -> Option<Vec<Field>> {
        let line = self.walk(from, direction, look.line);
        let begins_at_edge = || !self.board.steps[direction].contains(&Some(from));
        let is_whole =
            line.len() == look.line || look.edges && line.len() >= SHORTEST && begins_at_edge();
        is_whole.then_some(line)
    }

    /// A box has this many fields along one direction and this many along the other.
    fn boxed(&self, from: Field, along: Side, up: Side) -> Option<Vec<Field>> {
        let rows = self.walk(from, up.direction, up.n);
        let fields: Vec<Field> =
            rows.into_iter().flat_map(|field| self.walk(field, along.direction, along.n)).collect();
        (fields.len() == along.n * up.n).then_some(fields)
    }
}

/// A side of a box: this many fields in a direction.
#[derive(Clone, Copy)]
struct Side {
    direction: usize,
    n: usize,
}

/// The pairs of directions in which boxes extend, by the order of directions of a board.
fn sides(shape: Shape) -> Vec<(usize, usize)> {
    match shape {
        // East and north.
        Shape::Square => vec![(2, 0)],
        // Neighbors around a cell, which is north, northeast, east, and then their opposites.
        Shape::Hexagonal => vec![(1, 0), (2, 1), (2, 0), (3, 2)],
        Shape::Lines => Vec::new(),
    }
}
