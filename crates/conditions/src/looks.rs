//! What single steps look at: the fields that a condition, a number or a walk depends on,
//! and what it sees there. The interpreter finds the values; here it is noted what they
//! depend on.

use crate::contents::Contents;
use crate::recording::{Frame, Recording};
use game::{Field, FieldSet, Owner, Piece};
use interp::machine::{Fields, State, counter_slot, is_such};
use ir::{Cond, NumExpr, SetExpr, Value};
use std::collections::BTreeSet;

impl<'r> Recording<'r> {
    /// Remembers what a condition looks at.
    pub(crate) fn see_cond(&self, a: &Frame<'r>, cond: &Cond) {
        if !self.is_reading() {
            return;
        }
        match cond {
            Cond::In { f, set } => {
                if let Some(field) = a.field(*f) {
                    self.look_at(a, *set, field);
                    self.meet(a, *set, field);
                }
            }
            Cond::Matches { s, f, .. } | Cond::IsKind { s, f, .. } => {
                if let Some(field) = a.field(*f) {
                    self.read(field);
                    self.saw(a.state(*s), field, Contents::just(a.state(*s).parts.top(field)));
                }
            }
            Cond::Occurred { .. } => self.saw_past(),
            Cond::Some { set } => {
                self.looked_at(a, *set);
            }
            cond => debug_assert!(cond.effect().reads.is_empty(), "{cond:?} reads a position"),
        }
    }

    /// Remembers what a number looks at, as far as no function is run for it.
    pub(crate) fn see_number(&self, a: &Frame<'r>, expr: &NumExpr) {
        if !self.is_reading() {
            return;
        }
        match expr {
            NumExpr::Counter { v, counter, .. } => {
                self.saw_counter(*counter, counter_slot(self.facts(), *counter, a.player(*v)));
            }
            NumExpr::Size(set) | NumExpr::Weigh { set, .. } => self.look_everywhere(a, *set),
            NumExpr::Reserve { v, whose, kinds, .. } => {
                for entry in &self.facts().reserve {
                    let is_asked = kinds.as_ref().is_none_or(|kinds| kinds.contains(&entry.kind));
                    for owner in [Owner::First, Owner::Second] {
                        if let Some(player) = owner.player()
                            && is_asked
                            && whose.includes(a.player(*v), owner)
                        {
                            self.saw_reserve(entry.kind, player);
                        }
                    }
                }
            }
            NumExpr::Height { f, .. } => {
                if let Some(field) = a.field(*f) {
                    self.read(field);
                    self.saw_height(field);
                }
            }
            _ => {}
        }
    }

    /// Remembers what a walk looks at that came to these fields: where it begins, and all
    /// fields of which it asks whether it may go on there.
    pub(crate) fn see_walk(&self, a: &Frame<'r>, expr: &SetExpr, reached: &FieldSet) {
        if !self.is_reading() {
            return;
        }
        match expr {
            SetExpr::Walk { from, .. } | SetExpr::Rows { of: from, .. } => {
                self.looked_at(a, *from);
            }
            SetExpr::Slide { from, through, .. }
            | SetExpr::Spread { from, through, back: true, .. } => {
                self.looked_at(a, *from);
                self.see_through(a, *through, reached);
            }
            SetExpr::Spread { from, through, ways, back: false } => {
                self.looked_at(a, *from);
                self.see_through(a, *through, &self.image(reached, ways, false));
            }
            _ => {}
        }
    }

    fn see_through(&self, a: &Frame<'r>, through: Value, asked: &FieldSet) {
        self.read_choice(a, through, asked);
        self.look(a, through, asked);
    }

    /// Remembers that a field is met if its contents decide whether it is in a set.
    fn meet(&self, a: &Frame<'r>, set: Value, field: Field) {
        let Fields::Asked(expr) = a.fields(set) else { return };
        match **expr {
            SetExpr::Pieces { .. }
            | SetExpr::Holding { .. }
            | SetExpr::Empty { .. }
            | SetExpr::Matching { .. } => self.read(field),
            SetExpr::And(x, y) | SetExpr::Minus(x, y) => {
                self.meet(a, x, field);
                if self.contains(a, x, field) {
                    self.meet(a, y, field);
                }
            }
            SetExpr::Or(x, y) => {
                self.meet(a, x, field);
                if !self.contains(a, x, field) {
                    self.meet(a, y, field);
                }
            }
            SetExpr::IfSome(x, y) if !self.fields(a, x).is_empty() => self.meet(a, y, field),
            _ => {}
        }
    }

    /// The fields of a set, which the question under way has then read.
    pub(crate) fn looked_at(&self, a: &Frame<'r>, set: Value) -> FieldSet {
        let fields = self.fields(a, set);
        if self.is_reading() {
            self.read_choice(a, set, &fields);
            self.look_everywhere(a, set);
        }
        fields
    }

    /// Remembers that the question under way saw which of these fields are in a set.
    pub(crate) fn look(&self, a: &Frame<'r>, set: Value, asked: &FieldSet) {
        let Fields::Asked(expr) = a.fields(set) else { return };
        let facts = self.facts();
        match **expr {
            SetExpr::Pieces { s, v, whose, ref kinds } => {
                let (v, kinds) = (a.player(v), kinds.as_deref());
                let is_such = |piece| is_such(piece, whose, v, kinds);
                self.saw_which(a.state(s), asked, |top| top.is_some_and(is_such));
            }
            SetExpr::Empty { s } => self.saw_which(a.state(s), asked, |top| top.is_none()),
            SetExpr::Matching { s, layout } => {
                for field in asked.iter() {
                    let drawn = Contents::just(self.drawn(layout, field));
                    let matches = drawn.allows(a.state(s).parts.top(field));
                    let contents = if matches { drawn } else { drawn.complement(facts) };
                    self.saw(a.state(s), field, contents);
                }
            }
            // What lies below the top is not told apart: the top has to stay what it is.
            SetExpr::Holding { s, .. } => {
                for field in asked.iter() {
                    let state = a.state(s);
                    self.saw(state, field, Contents::just(state.parts.top(field)));
                }
            }
            SetExpr::Memory { memory, .. } => self.saw_memory(memory),
            SetExpr::And(x, y) => {
                self.look(a, x, asked);
                self.look(a, y, &asked.and(&self.fields(a, x)));
            }
            SetExpr::Or(x, y) => {
                self.look(a, x, asked);
                self.look(a, y, &asked.minus(&self.fields(a, x)));
            }
            SetExpr::Minus(x, y) => {
                self.look(a, x, asked);
                self.look(a, y, &asked.and(&self.fields(a, x)));
            }
            SetExpr::IfSome(x, y) => {
                self.looked_at(a, x);
                self.look(a, y, asked);
            }
            SetExpr::All
            | SetExpr::Const(_)
            | SetExpr::Sides { .. }
            | SetExpr::Zone { .. }
            | SetExpr::Only(_)
            | SetExpr::Fields { .. }
            | SetExpr::Walk { .. }
            | SetExpr::Slide { .. }
            | SetExpr::Spread { .. }
            | SetExpr::Rows { .. } => {}
        }
    }

    /// Remembers that the question under way saw all of a set.
    pub(crate) fn look_everywhere(&self, a: &Frame<'r>, set: Value) {
        if self.is_reading() {
            self.look(a, set, &FieldSet::all(self.facts().board.n_fields()));
        }
    }

    /// Remembers that the question under way saw whether a field is in a set.
    pub(crate) fn look_at(&self, a: &Frame<'r>, set: Value, field: Field) {
        if self.is_reading() {
            self.look(a, set, &FieldSet::of(self.facts().board.n_fields(), [field]));
        }
    }

    /// Remembers which of these fields hold something of a sort.
    fn saw_which(&self, state: &State, asked: &FieldSet, is: impl Fn(Option<Piece>) -> bool) {
        let n_fields = self.facts().board.n_fields();
        let (tops, now) = (&state.parts.tops, &self.now.parts().tops);
        let untouched = |field: &Field| tops[field.index()] == now[field.index()];
        let (yes, no): (BTreeSet<Field>, BTreeSet<Field>) =
            asked.iter().filter(untouched).partition(|field| is(tops[field.index()]));
        let contents = Contents::such(self.facts(), is);
        let mut reads = self.reads.borrow_mut();
        reads.keep(contents.complement(self.facts()), &FieldSet::of(n_fields, no));
        reads.keep(contents, &FieldSet::of(n_fields, yes));
    }
}
