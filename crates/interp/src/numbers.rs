//! Numbers: 32 bits that stop at their ends instead of wrapping, and the three
//! ways to count what a function can do.

use crate::activation::{Activation, Conf};
use crate::contents::Contents;
use crate::held::Log;
use crate::run::{Flow, Run};
use crate::state::State;
use game::{Counter, Facts, Field, FieldSet, Owner, Player};
use ir::{Args, FuncId, NumExpr};
use rustc_hash::FxHashSet;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What `steps` gives if the goal is never reached.
const NEVER: i32 = i32::MAX;

/// Which of the two values of a counter is that of this player; a plain
/// counter has one for both.
pub(crate) fn counter_slot(facts: &Facts, counter: Counter, v: Player) -> usize {
    if facts.counters[counter.index()].symbols.is_some() { v.index() } else { 0 }
}

/// A result as a count sees it: the material and the finger.
struct Material(Rc<State>, Option<Field>);

impl PartialEq for Material {
    fn eq(&self, other: &Material) -> bool {
        self.1 == other.1 && self.0.same_material(&other.0)
    }
}

impl Eq for Material {}

impl Hash for Material {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.0.parts.tops, &self.0.hand, self.1).hash(state);
    }
}

/// The different results met so far: board and finger count, the direction
/// does not. Results that left the material as it was, nearly all, are told
/// apart by their fields alone.
struct Results {
    start: Rc<State>,
    fields: FieldSet,
    others: FxHashSet<Material>,
}

impl Results {
    fn new(start: Rc<State>, n_fields: usize) -> Results {
        Results { start, fields: FieldSet::empty(n_fields), others: FxHashSet::default() }
    }

    /// Adds a result; whether it is new.
    fn add(&mut self, conf: &Conf) -> bool {
        match conf.f {
            Some(field) if self.start.same_material(&conf.s) => {
                let is_new = !self.fields.contains(field);
                self.fields.insert(field);
                is_new
            }
            finger => self.others.insert(Material(conf.s.clone(), finger)),
        }
    }

    fn len(&self) -> usize {
        self.fields.len() + self.others.len()
    }
}

impl<'r> Run<'r> {
    /// The value of a number expression.
    pub(crate) fn number(&self, a: &Activation<'r>, expr: &NumExpr) -> Flow<i32> {
        Ok(match expr {
            NumExpr::Const(number) => *number,
            NumExpr::Counter { s, v, counter } => {
                let slot = counter_slot(self.facts(), *counter, a.player(*v));
                self.saw_counter(*counter, slot);
                a.state(*s).parts.counters[counter.index()][slot]
            }
            NumExpr::Size(set) => {
                self.look_everywhere(a, *set);
                self.fields(a, *set).len() as i32
            }
            NumExpr::Weigh { set, weights } => {
                self.look_everywhere(a, *set);
                let each = self.fields(a, *set);
                let each = each.iter().map(|field| weights[field.index()]);
                each.fold(0, i32::saturating_add)
            }
            NumExpr::Reserve { s, v, whose, kinds } => {
                let (state, v) = (a.state(*s), a.player(*v));
                let mut total = 0;
                for (entry, counts) in self.facts().reserve.iter().zip(&*state.parts.reserve) {
                    if kinds.as_ref().is_some_and(|kinds| !kinds.contains(&entry.kind)) {
                        continue;
                    }
                    for (owner, &count) in [Owner::First, Owner::Second].into_iter().zip(counts) {
                        if let (true, Some(player)) = (whose.includes(v, owner), owner.player()) {
                            self.saw_reserve(entry.kind, player);
                            total += i32::from(count);
                        }
                    }
                }
                total
            }
            NumExpr::Count { func, args } => self.count(a, *func, args)?,
            NumExpr::Sum { value, func, args } => self.sum(a, *value, *func, args)?,
            NumExpr::Steps { func, until, args } => self.steps_until(a, *func, *until, args)?,
            NumExpr::Call { func, args } => {
                self.number_of(*func, a.player(args.v), &a.conf(args, &Log::EMPTY))?
            }
            NumExpr::Height { s, f } => match a.field(*f) {
                Some(field) => {
                    self.read(field);
                    self.saw_stack(field);
                    let top = a.state(*s).parts.top(field);
                    let is_some = |it: Option<_>| it.is_some() == top.is_some();
                    self.saw(a.state(*s), field, Contents::such(self.facts(), is_some));
                    a.state(*s).parts.height(field) as i32
                }
                None => 0,
            },
            NumExpr::Hand { s } => a.state(*s).hand.len() as i32,
            NumExpr::Add(x, y) => a.number(*x).saturating_add(a.number(*y)),
            NumExpr::Subtract(x, y) => a.number(*x).saturating_sub(a.number(*y)),
            NumExpr::Multiply(x, y) => a.number(*x).saturating_mul(a.number(*y)),
        })
    }

    fn count(&self, a: &Activation<'r>, func: FuncId, args: &Args) -> Flow<i32> {
        let at = a.conf(args, &Log::EMPTY);
        let mut results = Results::new(at.s.clone(), self.facts().board.n_fields());
        self.run(func, a.player(args.v), &at, &mut |conf| {
            results.add(conf);
            self.keep(results.others.len())
        })?;
        Ok(results.len() as i32)
    }

    fn sum(&self, a: &Activation<'r>, value: FuncId, func: FuncId, args: &Args) -> Flow<i32> {
        let (at, v) = (a.conf(args, &Log::EMPTY), a.player(args.v));
        let mut results = Results::new(at.s.clone(), self.facts().board.n_fields());
        let mut total: i32 = 0;
        self.run(func, v, &at, &mut |conf| {
            if results.add(conf) {
                total = total.saturating_add(self.number_of(value, v, conf)?);
            }
            self.keep(results.others.len())
        })?;
        Ok(total)
    }

    /// How often `func` must be done before `until` succeeds.
    fn steps_until(
        &self,
        a: &Activation<'r>,
        func: FuncId,
        until: FuncId,
        args: &Args,
    ) -> Flow<i32> {
        let (at, v) = (a.conf(args, &Log::EMPTY), a.player(args.v));
        let mut seen = FxHashSet::default();
        seen.insert(at.clone());
        let mut layer = vec![at];
        for n in 0..NEVER {
            for conf in &layer {
                if self.succeeds(until, v, conf)? {
                    return Ok(n);
                }
            }
            layer = self.round(func, v, &layer, &mut seen)?;
            if layer.is_empty() {
                break;
            }
        }
        Ok(NEVER)
    }
}
