//! Numbers: 32 bits that stop at their ends instead of wrapping, and the three
//! ways to count what a function can do.

use crate::run::Real;
use crate::state::State;
use crate::values::{Conf, Frame};
use game::{Counter, Facts, Field, FieldSet, Owner, Player};
use ir::drive::{Drive, Flow};
use ir::{Args, FuncId, NumExpr};
use rustc_hash::FxHashSet;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Which of the two values of a counter is that of this player; a plain
/// counter has one for both.
pub fn counter_slot(facts: &Facts, counter: Counter, v: Player) -> usize {
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
    fn add<T>(&mut self, conf: &Conf<'_, T>) -> bool {
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

/// The value of a number expression.
pub(crate) fn number<'r, D: Real<'r>>(run: &D, a: &Frame<'r>, expr: &NumExpr) -> Flow<i32> {
    let facts = run.plain().facts();
    Ok(match expr {
        NumExpr::Const(number) => *number,
        NumExpr::Counter { s, v, counter } => {
            let slot = counter_slot(facts, *counter, a.player(*v));
            a.state(*s).parts.counters[counter.index()][slot]
        }
        NumExpr::Size(set) => run.plain().fields(a, *set).len() as i32,
        NumExpr::Weigh { set, weights } => {
            let each = run.plain().fields(a, *set);
            let each = each.iter().map(|field| weights[field.index()]);
            each.fold(0, i32::saturating_add)
        }
        NumExpr::Reserve { s, v, whose, kinds } => {
            let (state, v) = (a.state(*s), a.player(*v));
            let mut total = 0;
            for (entry, counts) in facts.reserve.iter().zip(&*state.parts.reserve) {
                if kinds.as_ref().is_some_and(|kinds| !kinds.contains(&entry.kind)) {
                    continue;
                }
                for (owner, &count) in [Owner::First, Owner::Second].into_iter().zip(counts) {
                    if whose.includes(v, owner) {
                        total += i32::from(count);
                    }
                }
            }
            total
        }
        NumExpr::Count { func, args } => count(run, a, *func, args)?,
        NumExpr::Sum { value, func, args } => sum(run, a, *value, *func, args)?,
        NumExpr::Steps { func, until, args } => {
            let at = a.conf(args, &D::Trail::default());
            run.steps_until(*func, *until, a.player(args.v), at)?
        }
        NumExpr::Call { func, args } => {
            run.number_of(*func, a.player(args.v), &a.conf(args, &D::Trail::default()))?
        }
        NumExpr::Height { s, f } => {
            a.field(*f).map_or(0, |field| a.state(*s).parts.height(field) as i32)
        }
        NumExpr::Hand { s } => a.state(*s).hand.len() as i32,
        NumExpr::Add(x, y) => a.number(*x).saturating_add(a.number(*y)),
        NumExpr::Subtract(x, y) => a.number(*x).saturating_sub(a.number(*y)),
        NumExpr::Multiply(x, y) => a.number(*x).saturating_mul(a.number(*y)),
    })
}

fn count<'r, D: Real<'r>>(run: &D, a: &Frame<'r>, func: FuncId, args: &Args) -> Flow<i32> {
    let at = a.conf(args, &D::Trail::default());
    let mut results = Results::new(at.s.clone(), run.plain().facts().board.n_fields());
    run.run(func, a.player(args.v), &at, &mut |conf| {
        results.add(conf);
        run.meter().keep(results.others.len())
    })?;
    Ok(results.len() as i32)
}

fn sum<'r, D: Real<'r>>(
    run: &D,
    a: &Frame<'r>,
    value: FuncId,
    func: FuncId,
    args: &Args,
) -> Flow<i32> {
    let (at, v) = (a.conf(args, &D::Trail::default()), a.player(args.v));
    let mut results = Results::new(at.s.clone(), run.plain().facts().board.n_fields());
    // The sum is exact until it is complete: its order makes no difference.
    let mut total: i64 = 0;
    run.run(func, v, &at, &mut |conf| {
        if results.add(conf) {
            total += i64::from(run.number_of(value, v, conf)?);
        }
        run.meter().keep(results.others.len())
    })?;
    Ok(total.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}
