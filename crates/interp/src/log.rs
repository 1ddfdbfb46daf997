//! The record of what a path depended on: conditions in the order in which
//! they were met, together with what the path itself wrote, so that a test of
//! something the path put there is not taken for a condition.
//!
//! Recording happens only if a run was asked for it.

use crate::contents::Contents;
use crate::numbers::counter_slot;
use crate::run::{Activation, Conf, Run, Val};
use crate::state::{List, State};
use game::{Counter, Field, FieldSet, Memory, Piece, Player};
use ir::{Compare, Cond, Func, FuncId, Inst, NumExpr, SetExpr, Term, Value, Whose, Write};

/// The record of a path.
pub(crate) type Log = List<Entry>;

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
    Counted(Counter, Player),
    /// Two other numbers were compared.
    Compared { left: String, op: Compare, right: String },
    /// A question was answered "no".
    No { func: FuncId, reads: FieldSet },
}

impl<'r> Run<'r> {
    /// Begins to collect what a question reads; gives what was collected so far.
    pub(crate) fn begin_question(&self) -> Option<FieldSet> {
        let empty = || FieldSet::empty(self.facts().board.n_fields());
        self.tracking.then(|| self.reads.replace(empty()))
    }

    /// Ends it: gives what the question has read, which the question around it
    /// has then read too.
    pub(crate) fn end_question(&self, before: Option<FieldSet>) -> FieldSet {
        let Some(before) = before else { return FieldSet::default() };
        let mut reads = self.reads.borrow_mut();
        let both = reads.or(&before);
        std::mem::replace(&mut reads, both)
    }

    /// A choice among fields reads those that it finds: that they hold what
    /// they hold. That nothing more is to be found elsewhere is not recorded,
    /// or every question would read the whole board.
    pub(crate) fn read_choice(&self, a: &Activation<'r>, set: Value, found: &FieldSet) {
        if self.depends_on_contents(a, set) {
            found.iter().for_each(|field| self.read(field));
        }
    }

    /// Records that a field was found in a set.
    pub(crate) fn log_member(&self, a: &Activation<'r>, set: Value, field: Field, log: &mut Log) {
        let allowed = self.allowed(a, set, field);
        if allowed != Contents::all(self.facts()) {
            log.push(Entry::Holds { field, allowed });
        }
        self.log_memories(a, set, field, log);
    }

    /// Records a condition that held or did not hold. That a position has
    /// occurred, and that a set is empty, is not recorded.
    pub(crate) fn log_cond(&self, a: &Activation<'r>, cond: &Cond, held: bool, log: &mut Log) {
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
                log.push(self.comparison(a, op, *left, *b));
            }
            Cond::Some { set } => {
                if let Some(field) = self.fields(a, *set).iter().next() {
                    self.log_member(a, *set, field, log);
                }
            }
            Cond::Occurred { .. } | Cond::Is { .. } => {}
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
                Entry::Remembers(_) | Entry::Counted(..) => {}
                entry => log.push(entry),
            }
        }
    }

    /// Records that a question was answered "no". One that is nothing but a
    /// test of the field under the finger is a condition on that field.
    pub(crate) fn log_no(
        &self,
        func: FuncId,
        v: Player,
        at: &Conf,
        reads: &FieldSet,
        log: &mut Log,
    ) {
        let simple = at.f.and_then(|field| Some((field, self.simple_test(func, v, at)?)));
        log.push(match simple {
            Some((field, allowed)) => {
                Entry::Holds { field, allowed: allowed.complement(self.facts()) }
            }
            None => Entry::No { func, reads: reads.clone() },
        });
    }

    /// Records what a write does to what later tests mean.
    pub(crate) fn log_write(&self, a: &Activation<'r>, old: &State, write: &Write, log: &mut Log) {
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
                self.log_wrote(a, *f, log, |field| {
                    let owner = owner_of(old.parts.top(field));
                    Contents::such(self.facts(), |top| owner_of(top) == owner)
                });
            }
            Write::PutAll { set, .. } => {
                let owner_of = |top: Option<Piece>| top.map(Piece::owner);
                for field in self.looked_at(a, *set).iter() {
                    let owner = owner_of(old.parts.top(field));
                    let old = Contents::such(self.facts(), |top| owner_of(top) == owner);
                    log.push(Entry::Wrote { field, old });
                }
            }
            Write::Lift { f, .. } | Write::Become { f, .. } | Write::Keep { f, .. } => {
                self.log_wrote(a, *f, log, |field| Contents::just(old.parts.top(field)));
            }
            Write::Remember { memory, .. } => log.push(Entry::Remembers(*memory)),
            Write::SetCounter { v, counter, .. } => {
                log.push(Entry::Counted(*counter, self.counter_owner(*counter, a.player(*v))));
            }
            Write::Outcome { .. }
            | Write::Pass
            | Write::Again
            | Write::Cost { .. }
            | Write::Tell { .. }
            | Write::Hush { .. }
            | Write::Before
            | Write::Mask { .. } => {}
        }
    }

    fn log_wrote(
        &self,
        a: &Activation<'r>,
        f: Value,
        log: &mut Log,
        old: impl Fn(Field) -> Contents,
    ) {
        if let Some(field) = a.field(f) {
            self.read(field);
            log.push(Entry::Wrote { field, old: old(field) });
        }
    }

    /// What a field may hold to be in a set.
    fn allowed(&self, a: &Activation<'r>, set: Value, field: Field) -> Contents {
        let facts = self.facts();
        let fixed = |inside: bool| if inside { Contents::all(facts) } else { Contents::NOTHING };
        let Val::Set(expr) = a.get(set) else { return Contents::all(facts) };
        match expr {
            SetExpr::Pieces { v, whose, kinds, .. } => {
                let (v, kinds) = (a.player(*v), kinds.as_deref());
                let is_such = |piece| crate::sets::is_such(piece, *whose, v, kinds);
                Contents::such(facts, |top| top.is_some_and(is_such))
            }
            SetExpr::Empty { .. } => Contents::just(None),
            SetExpr::And(x, y) => self.allowed(a, *x, field).and(&self.allowed(a, *y, field)),
            SetExpr::Or(x, y) => self.allowed(a, *x, field).or(&self.allowed(a, *y, field)),
            SetExpr::Minus(x, y) => {
                self.allowed(a, *x, field).and(&self.allowed(a, *y, field).complement(facts))
            }
            SetExpr::Matching { layout, .. } => Contents::just(self.drawn(*layout, field)),
            SetExpr::IfSome(x, y) => match self.is_some(a, *x) {
                true => self.allowed(a, *y, field),
                false => Contents::NOTHING,
            },
            SetExpr::All
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
    fn log_memories(&self, a: &Activation<'r>, set: Value, field: Field, log: &mut Log) {
        match a.get(set) {
            Val::Set(SetExpr::Memory { memory, .. }) => {
                log.push(Entry::Remembered { memory: *memory, field });
            }
            Val::Set(SetExpr::And(x, y)) => {
                self.log_memories(a, *x, field, log);
                self.log_memories(a, *y, field, log);
            }
            Val::Set(SetExpr::Minus(x, _)) => self.log_memories(a, *x, field, log),
            _ => {}
        }
    }

    fn depends_on_contents(&self, a: &Activation<'r>, set: Value) -> bool {
        match a.get(set) {
            Val::Set(SetExpr::Pieces { .. } | SetExpr::Empty { .. } | SetExpr::Matching { .. }) => {
                true
            }
            Val::Set(
                SetExpr::And(x, y)
                | SetExpr::Or(x, y)
                | SetExpr::Minus(x, y)
                | SetExpr::IfSome(x, y),
            ) => self.depends_on_contents(a, *x) || self.depends_on_contents(a, *y),
            _ => false,
        }
    }

    /// What the field under the finger may hold for a function to succeed, if
    /// the function is a straight line of tests of that field and nothing else.
    fn simple_test(&self, func: FuncId, v: Player, at: &Conf) -> Option<Contents> {
        let field = at.f?;
        let mut a = self.scratch(func, v, at);
        let mut allowed = Contents::all(self.facts());
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
                    Inst::Set { dst, expr } => a.set(*dst, Val::Set(expr)),
                    Inst::Other { dst, v } => {
                        let other = a.player(*v).other();
                        a.set(*dst, Val::Player(other));
                    }
                    Inst::Guard { cond: Cond::In { f, set } } if a.field(*f) == Some(field) => {
                        allowed = allowed.and(&self.allowed(&a, *set, field));
                    }
                    _ => return None,
                }
            }
            match &here.term {
                Term::Jump(target) => {
                    a.enter(target);
                    block = target.block.index();
                }
                Term::Yield { .. } => return Some(allowed),
                _ => return None,
            }
        }
    }

    /// A comparison as an entry: of a counter if one side is one.
    fn comparison(&self, a: &Activation<'r>, op: Compare, left: Value, right: Value) -> Entry {
        let counter = |value: Value| match definition(a.func, value) {
            Some(NumExpr::Counter { v, counter, .. }) => {
                Some((*counter, self.counter_owner(*counter, a.player(*v))))
            }
            _ => None,
        };
        if let Some((counter, player)) = counter(left) {
            return Entry::Counter { counter, player, op, value: a.number(right) };
        }
        if let Some((counter, player)) = counter(right) {
            return Entry::Counter { counter, player, op: turned(op), value: a.number(left) };
        }
        Entry::Compared { left: self.words(a, left), op, right: self.words(a, right) }
    }

    /// Whose counter this is; a plain counter counts as the first player's.
    fn counter_owner(&self, counter: Counter, v: Player) -> Player {
        Player::BOTH[counter_slot(self.facts(), counter, v)]
    }

    /// A number in words: where it comes from if that can be said, or its value.
    fn words(&self, a: &Activation<'r>, value: Value) -> String {
        let name = |func: &FuncId| self.func(*func).words();
        match definition(a.func, value) {
            Some(NumExpr::Count { func, .. }) => format!("count {}", name(func)),
            Some(NumExpr::Sum { value, func, .. }) => {
                format!("sum {} of {}", name(func), name(value))
            }
            Some(NumExpr::Steps { func, until, .. }) => {
                format!("steps {} until {}", name(func), name(until))
            }
            Some(NumExpr::Call { func, .. }) => name(func).to_string(),
            Some(NumExpr::Size(set)) => format!("count {}", self.set_words(a, *set)),
            Some(NumExpr::Hand { .. }) => "hand".to_string(),
            Some(NumExpr::Height { f, .. }) => match a.field(*f) {
                Some(field) => format!("height of {}", self.facts().field_name(field)),
                None => "height".to_string(),
            },
            Some(NumExpr::Const(number)) => number.to_string(),
            _ => a.number(value).to_string(),
        }
    }
}

impl<'r> Run<'r> {
    /// A set in words.
    fn set_words(&self, a: &Activation<'r>, set: Value) -> String {
        let Val::Set(expr) = a.get(set) else { return "field".to_string() };
        match expr {
            SetExpr::Empty { .. } => "empty field".to_string(),
            SetExpr::Pieces { whose, kinds, .. } => {
                let owner = match whose {
                    Whose::Own => "own ",
                    Whose::Enemy => "enemy ",
                    Whose::First => &format!("{} ", self.facts().player_name(Player::First)),
                    Whose::Second => &format!("{} ", self.facts().player_name(Player::Second)),
                    Whose::Nobody | Whose::Any => "",
                };
                let kinds = kinds.iter().flatten().map(|kind| &self.facts().kinds[kind.index()]);
                let names: Vec<&str> = kinds.map(|kind| kind.name.as_str()).collect();
                let names = if names.is_empty() { "piece".to_string() } else { names.join(" or ") };
                format!("{owner}{names}")
            }
            SetExpr::And(x, y) => {
                format!("{} in {}", self.set_words(a, *x), self.set_words(a, *y))
            }
            SetExpr::Zone { zone, .. } => self.facts().zones[zone.index()].name.clone(),
            SetExpr::Memory { memory, .. } => self.facts().memories[memory.index()].name.clone(),
            SetExpr::Const(fields) | SetExpr::Sides { sides: [fields, _], .. } => {
                let names: Vec<&str> = fields.iter().map(|f| self.facts().field_name(f)).collect();
                format!("({})", names.join(", "))
            }
            SetExpr::Fields { func, .. } => self.func(*func).words().to_string(),
            SetExpr::Matching { layout, .. } => {
                let name = &self.facts().layouts[layout.index()].name;
                format!("field as in {name}")
            }
            SetExpr::All
            | SetExpr::Or(..)
            | SetExpr::Minus(..)
            | SetExpr::Only(_)
            | SetExpr::Walk { .. }
            | SetExpr::Slide { .. }
            | SetExpr::Spread { .. }
            | SetExpr::Rows { .. }
            | SetExpr::IfSome(..) => "field".to_string(),
        }
    }
}

/// The expression that a number was defined by.
fn definition(func: &Func, value: Value) -> Option<&NumExpr> {
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
