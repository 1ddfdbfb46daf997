//! Sets that are made from a finger: how each is made, and how that is run the other way, from
//! the fields that matter to those where the finger may be.

use super::{Trail, Words, free};
use crate::emit::Emit;
use crate::emit::sym::{Frame, Word};
use game::Direction;
use ir::{SetExpr, Value};
use std::rc::Rc;

/// A set that is made from a finger.
#[derive(Clone)]
pub(super) enum Made<'p> {
    Only,
    Cut(Rc<Made<'p>>, Words),
    Minus(Rc<Made<'p>>, Words),
    Both(Rc<Made<'p>>, Rc<Made<'p>>),
    With(Rc<Made<'p>>, Words),
    Walk(Rc<Made<'p>>, &'p [Vec<Direction>], bool),
    Slide(Rc<Made<'p>>, &'p [Direction], Words, bool),
    Spread(Rc<Made<'p>>, &'p [Vec<Direction>], Words, bool),
}

impl<'p> Emit<'_, 'p> {
    /// The fields from which a set is made that has one of these.
    pub(super) fn backward(&mut self, made: &Made<'p>, goal: Vec<Word>) -> Vec<Word> {
        match made {
            Made::Only => goal,
            Made::Cut(from, set) => {
                let goal = self.and_all(&goal, set);
                self.backward(from, goal)
            }
            Made::Minus(from, set) => {
                let goal = self.minus_all(&goal, set);
                self.backward(from, goal)
            }
            Made::Both(a, b) => {
                let (a, b) = (self.backward(a, goal.clone()), self.backward(b, goal));
                self.or_all(&a, &b)
            }
            Made::With(from, set) => {
                let both = self.and_all(set, &goal);
                let (any, all) = (self.some(&both), self.all_fields());
                let rest = self.backward(from, goal);
                rest.iter().zip(all).map(|(&rest, all)| self.select(any, all, rest)).collect()
            }
            Made::Walk(from, ways, back) => {
                let goal = self.walk(&goal, ways, !*back);
                self.backward(from, goal)
            }
            Made::Slide(from, directions, through, back) => {
                let goal = self.slide(&goal, directions, through, !*back);
                self.backward(from, goal)
            }
            Made::Spread(from, ways, through, back) => {
                let goal = self.spread(&goal, ways, through, !*back).0;
                self.backward(from, goal)
            }
        }
    }
}

/// How a set is made from a finger; the inner nothing if it is not made from one.
#[allow(clippy::option_option, reason = "it cannot be told, or it is not")]
pub(super) fn made<'p>(
    fr: &Frame<'p>,
    expr: &'p SetExpr,
    trail: &Trail<'p>,
) -> Option<Option<(usize, Rc<Made<'p>>)>> {
    let of = |set: &Value| trail.sets.get(set).cloned();
    let free = |set: &Value| free(fr, trail, *set);
    let (finger, made) = match expr {
        SetExpr::Only(f) => (*trail.fields.get(f)?, Made::Only),
        SetExpr::And(a, b) => match (of(a), of(b)) {
            (Some((finger, it)), None) => (finger, Made::Cut(it, free(b)?)),
            (None, Some((finger, it))) => (finger, Made::Cut(it, free(a)?)),
            (None, None) => return Some(None),
            _ => return None,
        },
        SetExpr::Or(a, b) => match (of(a), of(b)) {
            (Some((finger, it)), None) => (finger, Made::With(it, free(b)?)),
            (None, Some((finger, it))) => (finger, Made::With(it, free(a)?)),
            (Some((x, a)), Some((y, b))) if x == y => (x, Made::Both(a, b)),
            (None, None) => return Some(None),
            _ => return None,
        },
        SetExpr::Minus(a, b) => match (of(a), of(b)) {
            (Some((finger, it)), None) => (finger, Made::Minus(it, free(b)?)),
            (None, None) => return Some(None),
            _ => return None,
        },
        SetExpr::Walk { from, ways, back } => match of(from) {
            Some((finger, it)) => (finger, Made::Walk(it, ways, *back)),
            None => return Some(None),
        },
        SetExpr::Slide { from, directions, through, back } => match (of(from), of(through)) {
            (Some((finger, it)), None) => {
                (finger, Made::Slide(it, directions, free(through)?, *back))
            }
            (None, None) => return Some(None),
            _ => return None,
        },
        SetExpr::Spread { from, ways, through, back } => match (of(from), of(through)) {
            (Some((finger, it)), None) => (finger, Made::Spread(it, ways, free(through)?, *back)),
            (None, None) => return Some(None),
            _ => return None,
        },
        SetExpr::Rows { of: set, .. } if of(set).is_none() => return Some(None),
        SetExpr::IfSome(a, b) if of(a).is_none() && of(b).is_none() => return Some(None),
        SetExpr::Rows { .. } | SetExpr::IfSome(..) | SetExpr::Fields { .. } => return None,
        SetExpr::Pieces { .. }
        | SetExpr::Holding { .. }
        | SetExpr::Empty { .. }
        | SetExpr::All
        | SetExpr::Const(_)
        | SetExpr::Sides { .. }
        | SetExpr::Zone { .. }
        | SetExpr::Memory { .. }
        | SetExpr::Matching { .. } => return Some(None),
    };
    Some(Some((finger, Rc::new(made))))
}
