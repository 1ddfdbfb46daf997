//! Sets as conditions: what a field must hold to be in a set, and what else, such as
//! memory, being in it depends on.

use crate::contents::Contents;
use crate::held::Log;
use crate::log::Entry;
use crate::recording::{Conf, Frame, Recording};
use game::{Field, FieldSet, Player};
use interp::machine::{Fields, Val, is_such};
use ir::drive::Drive;
use ir::{Cond, Directions, FuncId, Inst, SetExpr, Term, Value};

impl<'r> Recording<'r> {
    /// A choice among fields meets those that it finds. That nothing more is to
    /// be found elsewhere is kept, but not told, or every question would seem to
    /// look at the whole board.
    pub(crate) fn read_choice(&self, a: &Frame<'r>, set: Value, found: &FieldSet) {
        if self.depends_on_contents(a, set) {
            found.iter().for_each(|field| self.read(field));
        }
    }

    /// Records that a field was found in a set.
    pub(crate) fn log_member(&self, a: &Frame<'r>, set: Value, field: Field, log: &mut Log) {
        let allowed = self.allowed(a, set, field);
        if allowed != Contents::all(self.facts()) {
            log.push(Entry::Holds { field, allowed });
        }
        self.log_memories(a, set, field, log);
        if self.is_mixed(a, set) {
            self.log_membership(a, set, field, log);
        }
    }

    /// Records whether a field is in a set by all that this depends on.
    pub(crate) fn log_membership(&self, a: &Frame<'r>, set: Value, field: Field, log: &mut Log) {
        let before = self.begin_question();
        self.look_at(a, set, field);
        self.log_look(before, || self.set_words(a, set), log);
    }

    /// What a field may hold to be in a set.
    pub(crate) fn allowed(&self, a: &Frame<'r>, set: Value, field: Field) -> Contents {
        let facts = self.facts();
        let fixed = |inside: bool| if inside { Contents::all(facts) } else { Contents::NOTHING };
        let Fields::Asked(expr) = a.fields(set) else { return Contents::all(facts) };
        match expr {
            SetExpr::Pieces { v, whose, kinds, .. } => {
                let (v, kinds) = (a.player(*v), kinds.as_deref());
                let is_such = |piece| is_such(piece, *whose, v, kinds);
                Contents::such(facts, |top| top.is_some_and(is_such))
            }
            SetExpr::Empty { .. } => Contents::just(None),
            SetExpr::And(x, y) => self.allowed(a, *x, field).and(&self.allowed(a, *y, field)),
            SetExpr::Or(x, y) => self.allowed(a, *x, field).or(&self.allowed(a, *y, field)),
            SetExpr::Minus(x, y) => {
                self.allowed(a, *x, field).and(&self.allowed(a, *y, field).complement(facts))
            }
            SetExpr::Matching { layout, .. } => Contents::just(self.drawn(*layout, field)),
            SetExpr::IfSome(x, y) => match self.fields(a, *x).is_empty() {
                true => Contents::NOTHING,
                false => self.allowed(a, *y, field),
            },
            SetExpr::Holding { .. }
            | SetExpr::All
            | SetExpr::Const(_)
            | SetExpr::Sides { .. }
            | SetExpr::Zone { .. }
            | SetExpr::Memory { .. }
            | SetExpr::Fields { .. }
            | SetExpr::Only(_)
            | SetExpr::Walk { .. }
            | SetExpr::Slide { .. }
            | SetExpr::Spread { .. }
            | SetExpr::Rows { .. } => fixed(self.contains(a, set, field)),
        }
    }

    /// Records the memories that made a field a member of a set.
    fn log_memories(&self, a: &Frame<'r>, set: Value, field: Field, log: &mut Log) {
        match a.fields(set) {
            Fields::Asked(SetExpr::Memory { memory, .. }) => {
                log.push(Entry::Remembered { memory: *memory, field });
            }
            Fields::Asked(SetExpr::And(x, y)) => {
                self.log_memories(a, *x, field, log);
                self.log_memories(a, *y, field, log);
            }
            Fields::Asked(SetExpr::Minus(x, _)) => self.log_memories(a, *x, field, log),
            _ => {}
        }
    }

    /// Whether a set depends on what is remembered.
    pub(crate) fn mentions_memory(&self, a: &Frame<'r>, set: Value) -> bool {
        match a.fields(set) {
            Fields::Asked(SetExpr::Memory { .. } | SetExpr::IfSome(..)) => true,
            Fields::Asked(SetExpr::And(x, y) | SetExpr::Or(x, y) | SetExpr::Minus(x, y)) => {
                self.mentions_memory(a, *x) || self.mentions_memory(a, *y)
            }
            _ => false,
        }
    }

    /// Whether being in a set depends on memory in a way that is more than
    /// conditions on a field and on what is remembered.
    fn is_mixed(&self, a: &Frame<'r>, set: Value) -> bool {
        match a.fields(set) {
            Fields::Asked(SetExpr::And(x, y)) => self.is_mixed(a, *x) || self.is_mixed(a, *y),
            Fields::Asked(SetExpr::Or(..) | SetExpr::IfSome(..)) => self.mentions_memory(a, set),
            Fields::Asked(SetExpr::Minus(x, y)) => {
                self.is_mixed(a, *x) || self.mentions_memory(a, *y)
            }
            _ => false,
        }
    }

    pub(crate) fn depends_on_contents(&self, a: &Frame<'r>, set: Value) -> bool {
        match a.fields(set) {
            Fields::Asked(
                SetExpr::Pieces { .. } | SetExpr::Empty { .. } | SetExpr::Matching { .. },
            ) => true,
            Fields::Asked(
                SetExpr::And(x, y)
                | SetExpr::Or(x, y)
                | SetExpr::Minus(x, y)
                | SetExpr::IfSome(x, y),
            ) => self.depends_on_contents(a, *x) || self.depends_on_contents(a, *y),
            _ => false,
        }
    }

    /// The field that a function tests and what it may hold for the function to
    /// succeed, if the function is a straight line to tests of that field and
    /// nothing else.
    pub(crate) fn simple_test(
        &self,
        func: FuncId,
        v: Player,
        at: &Conf<'r>,
    ) -> Option<(Field, Contents)> {
        let mut a = self.frame(func, v, at);
        let mut tested: Option<(Field, Contents)> = None;
        let mut block = 0;
        loop {
            let here = &a.func.blocks[block];
            for inst in &here.insts {
                match inst {
                    Inst::Set {
                        expr:
                            SetExpr::Fields { .. }
                            | SetExpr::Walk { .. }
                            | SetExpr::Slide { .. }
                            | SetExpr::Spread { .. }
                            | SetExpr::Rows { .. },
                        ..
                    } => return None,
                    Inst::Set { dst, expr } => a.set(*dst, Val::Set(Fields::Asked(expr))),
                    Inst::Other { dst, v } => {
                        let other = a.player(*v).other();
                        a.set(*dst, Val::Player(other));
                    }
                    Inst::Step { dst, f, d } => {
                        let next = self.facts().board.step(a.field(*f)?, a.direction(*d)?)?;
                        a.set(*dst, Val::Field(Some(next)));
                    }
                    Inst::Guard { cond: Cond::In { f, set }, .. }
                        if !self.mentions_memory(&a, *set) =>
                    {
                        let field = a.field(*f)?;
                        let allowed = self.allowed(&a, *set, field);
                        tested = match tested {
                            None => Some((field, allowed)),
                            Some((same, known)) if same == field => {
                                Some((field, known.and(&allowed)))
                            }
                            Some(_) => return None,
                        };
                    }
                    _ => return None,
                }
            }
            match &here.term {
                Term::Jump(target) => {
                    a.enter(target);
                    block = target.block.index();
                }
                Term::ChooseDirection { v, from: Directions::Compass(sets), then } => {
                    let &[direction] = sets[a.player(*v).index()].as_slice() else { return None };
                    a.enter_given(then, Val::Direction(Some(direction)));
                    block = then.block.index();
                }
                Term::Yield { .. } => return tested,
                _ => return None,
            }
        }
    }
}
