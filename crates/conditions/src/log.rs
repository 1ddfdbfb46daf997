//! The record of what a path depended on: conditions in the order in which
//! they were met, together with what the path itself wrote, so that a test of
//! something the path put there is not taken for a condition.
//!
//! Recording happens only if a run was asked for it.

use crate::contents::Contents;
use crate::held::Log;
use crate::reads::Reads;
use crate::recording::{Conf, Frame, Recording};
use game::{Counter, Field, FieldSet, Kind, Memory, Piece, Player};
use interp::machine::State;
use ir::{Amount, Compare, Cond, Func, FuncId, Inst, NumExpr, Value, Write};
use std::rc::Rc;

/// What a path met or did.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// A field was found to hold one of these.
    Holds { field: Field, allowed: Contents },
    /// A field was written; what may have been there for the same to happen.
    Wrote { field: Field, old: Contents },
    /// Something was put on a stack.
    Covered(Field),
    /// A field was found to be the remembered one.
    Remembered { memory: Memory, field: Field },
    /// The memory was written.
    Remembers(Memory),
    /// A counter of a player was compared with a number.
    Counter { counter: Counter, player: Player, op: Compare, value: i32 },
    /// The counter was written.
    Counted { counter: Counter, player: Player, change: Change },
    /// Two other numbers were compared.
    Compared { left: String, op: Compare, right: String },
    /// A piece came out of the reserve.
    Entered { kind: Kind, player: Player },
    /// A question was answered "no", or what was tried first has failed.
    No { func: FuncId, reads: Rc<Reads>, tried: bool },
    /// Ways joined that changed nothing but, perhaps, these counters.
    Closed { counters: Rc<[Counter]>, entries: Rc<[Entry]> },
    /// Something was counted, or all of it was found.
    Looked { name: String, reads: Rc<Reads> },
}

/// What a turn makes of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It is so much more than it was.
    By(i32),
    /// It does not matter what it was, or a condition says so already.
    Fixed,
}

impl<'r> Recording<'r> {
    /// Ends a question that was not about yes or no, and records what it read.
    pub(crate) fn log_look(
        &self,
        before: Option<Reads>,
        name: impl FnOnce() -> String,
        log: &mut Log,
    ) {
        if before.is_none() {
            return;
        }
        let reads = self.end_question(before);
        if !reads.is_empty() {
            log.push(Entry::Looked { name: name(), reads: Rc::new(reads) });
        }
    }

    /// Records a condition that held or did not hold.
    pub(crate) fn log_cond(&self, a: &Frame<'r>, cond: &Cond, held: bool, log: &mut Log) {
        let facts = self.facts();
        let mut holds = |f: Value, allowed: &dyn Fn(Field) -> Contents| {
            if let Some(field) = a.field(f) {
                let allowed = allowed(field);
                let allowed = if held { allowed } else { allowed.complement(facts) };
                log.push(Entry::Holds { field, allowed });
            }
        };
        match cond {
            Cond::In { f, set } if held => {
                if let Some(field) = a.field(*f) {
                    self.log_member(a, *set, field, log);
                }
            }
            Cond::In { f, set } => {
                // Without the contents in it, a set says nothing about the field.
                if self.depends_on_contents(a, *set) {
                    holds(*f, &|field| self.allowed(a, *set, field));
                }
                if let Some(field) = a.field(*f)
                    && self.mentions_memory(a, *set)
                {
                    self.log_membership(a, *set, field, log);
                }
            }
            Cond::Matches { f, layout, .. } => {
                holds(*f, &|field| Contents::just(self.drawn(*layout, field)));
            }
            Cond::IsKind { f, kind, .. } => {
                let is_kind = |top: Option<Piece>| top.is_some_and(|p| p.kind() == *kind);
                holds(*f, &|_| Contents::such(facts, is_kind));
            }
            Cond::Compare { op, a: left, b } => {
                let op = if held { *op } else { op.negated() };
                // A counter on one side is a condition itself.
                let is_counter = |value: Value| self.compared_counter(a, value).is_some();
                if !is_counter(*left) {
                    self.log_counters(a, *left, log);
                }
                if is_counter(*left) || !is_counter(*b) {
                    self.log_counters(a, *b, log);
                }
                log.push(self.comparison(a, op, *left, *b));
            }
            Cond::Some { set } if !held => {
                let before = self.begin_question();
                self.look_everywhere(a, *set);
                self.log_look(before, || self.set_words(a, *set), log);
            }
            Cond::Some { set } => {
                if let Some(field) = self.fields(a, *set).iter().next() {
                    self.log_member(a, *set, field, log);
                }
            }
            Cond::Occurred { .. } => {
                let before = self.begin_question();
                self.saw_past();
                self.log_look(before, || "earlier positions".to_string(), log);
            }
            cond => debug_assert!(cond.effect().reads.is_empty(), "{cond:?} reads a position"),
        }
    }

    /// Records what the first success of a question depended on. What it wrote
    /// on the way is forgotten with it, and so is what it found where it had
    /// written before.
    pub(crate) fn log_witness(&self, witness: &Log, log: &mut Log) {
        let n_before = log.items().len();
        let mut written = FieldSet::empty(self.facts().board.n_fields());
        for entry in witness.items().into_iter().skip(n_before) {
            match entry {
                Entry::Holds { field, .. } if written.contains(field) => {}
                Entry::Wrote { field, old } => {
                    if !written.contains(field) {
                        log.push(Entry::Holds { field, allowed: old });
                    }
                    written.insert(field);
                }
                Entry::Covered(field) => written.insert(field),
                Entry::Remembers(_) | Entry::Counted { .. } => {}
                entry => log.push(entry),
            }
        }
    }

    /// Records that a question was answered "no", or that what was tried first has failed. One
    /// that is nothing but a test of one field is a condition on that field.
    pub(crate) fn log_no(
        &self,
        func: FuncId,
        tried: bool,
        v: Player,
        at: &Conf<'r>,
        reads: &Rc<Reads>,
        log: &mut Log,
    ) {
        log.push(match self.simple_test(func, v, at) {
            Some((field, allowed)) => {
                Entry::Holds { field, allowed: allowed.complement(self.facts()) }
            }
            None => Entry::No { func, reads: reads.clone(), tried },
        });
    }

    /// Records what a write does to what later tests mean.
    pub(crate) fn log_write(&self, a: &Frame<'r>, old: &State, write: &Write, log: &mut Log) {
        if let Write::Lift { amount, .. } | Write::Lower { amount, .. } = write
            && let Amount::Number(number) = amount
        {
            self.log_counters(a, *number, log);
        }
        if let Write::Enter { v, kind, .. } = write {
            self.saw_reserve(*kind, a.player(*v));
            log.push(Entry::Entered { kind: *kind, player: a.player(*v) });
        }
        match write {
            Write::Lower { f, .. } | Write::Enter { f, .. } if self.facts().stacks.is_some() => {
                // What is put on a stack covers it, whatever it is.
                if let Some(field) = a.field(*f) {
                    log.push(Entry::Covered(field));
                }
            }
            // A piece that vanishes might as well have been another of its owner.
            Write::Lower { f, .. }
            | Write::Put { f, .. }
            | Write::Clear { f }
            | Write::Enter { f, .. } => {
                let owner_of = |top: Option<Piece>| top.map(Piece::owner);
                self.log_wrote(a, old, *f, log, |field| {
                    let owner = owner_of(old.parts.top(field));
                    Contents::such(self.facts(), |top| owner_of(top) == owner)
                });
            }
            Write::PutAll { set, .. } => {
                let owner_of = |top: Option<Piece>| top.map(Piece::owner);
                let before = self.begin_question();
                let fields = self.looked_at(a, *set);
                self.log_look(before, || self.set_words(a, *set), log);
                for field in fields.iter() {
                    let owner = owner_of(old.parts.top(field));
                    let old = Contents::such(self.facts(), |top| owner_of(top) == owner);
                    log.push(Entry::Wrote { field, old });
                }
            }
            Write::Remember { memory, .. } => log.push(Entry::Remembers(*memory)),
            Write::SetCounter { v, counter, to } => {
                self.log_count(a, *counter, a.player(*v), *to, log);
            }
            write if let Some(f) = write.effect().touches.field() => {
                self.log_wrote(a, old, f, log, |field| Contents::just(old.parts.top(field)));
            }
            _ => {}
        }
    }

    fn log_wrote(
        &self,
        a: &Frame<'r>,
        state: &State,
        f: Value,
        log: &mut Log,
        old: impl Fn(Field) -> Contents,
    ) {
        if let Some(field) = a.field(f) {
            let old = old(field);
            self.read(field);
            self.saw(state, field, old.clone());
            let before = self.begin_question();
            self.saw_stack(field);
            self.log_look(before, || format!("stack on {}", self.facts().field_name(field)), log);
            log.push(Entry::Wrote { field, old });
        }
    }

    /// A comparison as an entry: of a counter if one side is one.
    fn comparison(&self, a: &Frame<'r>, op: Compare, left: Value, right: Value) -> Entry {
        if let Some((counter, player)) = self.compared_counter(a, left) {
            return Entry::Counter { counter, player, op, value: a.number(right) };
        }
        if let Some((counter, player)) = self.compared_counter(a, right) {
            return Entry::Counter { counter, player, op: turned(op), value: a.number(left) };
        }
        Entry::Compared { left: self.words(a, left), op, right: self.words(a, right) }
    }
}

/// The expression that a number was defined by.
pub(crate) fn definition(func: &Func, value: Value) -> Option<&NumExpr> {
    func.blocks.iter().flat_map(|block| &block.insts).find_map(|inst| match inst {
        Inst::Number { dst, expr } if *dst == value => Some(expr),
        _ => None,
    })
}

/// The comparison with its sides exchanged.
fn turned(op: Compare) -> Compare {
    match op {
        Compare::Equal => Compare::Equal,
        Compare::Different => Compare::Different,
        Compare::Less => Compare::Greater,
        Compare::Greater => Compare::Less,
        Compare::AtMost => Compare::AtLeast,
        Compare::AtLeast => Compare::AtMost,
    }
}
