//! What the record of a path says about counters: which are compared, what a turn
//! makes of them, and where ways join that differ in counters alone.

use crate::held::Log;
use crate::log::{Change, Entry, definition};
use crate::recording::{Frame, Recording};
use game::{Counter, Player};
use interp::machine::counter_slot;
use ir::drive::Drive;
use ir::{Compare, FuncId, Inst, NumExpr, Term, Value, Write};
use std::rc::Rc;

impl<'r> Recording<'r> {
    /// Records what is made of a counter, and that it has room for it.
    pub(crate) fn log_count(
        &self,
        a: &Frame<'r>,
        counter: Counter,
        v: Player,
        to: Value,
        log: &mut Log,
    ) {
        let player = self.counter_owner(counter, v);
        let change = match self.change(a, counter, player, to) {
            Some(change) => change,
            None => {
                self.log_counters(a, to, log);
                Change::Fixed
            }
        };
        let declared = &self.facts().counters[counter.index()];
        let room = match change {
            Change::By(more) if more > 0 => Some((Compare::AtMost, declared.high - more)),
            Change::By(more) if more < 0 => Some((Compare::AtLeast, declared.low - more)),
            _ => None,
        };
        if let Some((op, value)) = room {
            log.push(Entry::Counter { counter, player, op, value });
        }
        log.push(Entry::Counted { counter, player, change });
    }

    /// How a number that a counter is set to follows from the counter alone.
    pub(crate) fn change(
        &self,
        a: &Frame<'r>,
        counter: Counter,
        player: Player,
        to: Value,
    ) -> Option<Change> {
        let is_it = |value: Value| self.compared_counter(a, value) == Some((counter, player));
        let constant = |value: Value| match definition(a.func, value) {
            Some(NumExpr::Const(number)) => Some(*number),
            _ => None,
        };
        match definition(a.func, to)? {
            NumExpr::Const(_) => Some(Change::Fixed),
            NumExpr::Add(x, y) if is_it(*x) => Some(Change::By(constant(*y)?)),
            NumExpr::Add(x, y) if is_it(*y) => Some(Change::By(constant(*x)?)),
            NumExpr::Subtract(x, y) if is_it(*x) => Some(Change::By(-constant(*y)?)),
            _ => None,
        }
    }

    /// Records the counters that a number is made of.
    pub(crate) fn log_counters(&self, a: &Frame<'r>, number: Value, log: &mut Log) {
        if !self.tracking {
            return;
        }
        let before = self.begin_question();
        self.see_counters(a, number);
        self.log_look(before, || self.words(a, number), log);
    }

    pub(crate) fn see_counters(&self, a: &Frame<'r>, number: Value) {
        match definition(a.func, number) {
            Some(NumExpr::Counter { v, counter, .. }) => {
                self.saw_counter(*counter, counter_slot(self.facts(), *counter, a.player(*v)));
            }
            Some(NumExpr::Add(x, y) | NumExpr::Subtract(x, y) | NumExpr::Multiply(x, y)) => {
                self.see_counters(a, *x);
                self.see_counters(a, *y);
            }
            _ => {}
        }
    }

    /// The counter that a number is.
    pub(crate) fn compared_counter(
        &self,
        a: &Frame<'r>,
        value: Value,
    ) -> Option<(Counter, Player)> {
        match definition(a.func, value) {
            Some(NumExpr::Counter { v, counter, .. }) => {
                Some((*counter, self.counter_owner(*counter, a.player(*v))))
            }
            _ => None,
        }
    }

    /// The counters that the ways of a `try` may set, if they change nothing else and one of
    /// them is always open: where the second may fail, the turn may end there.
    pub(crate) fn closes(&self, first: FuncId, second: FuncId) -> Option<Rc<[Counter]>> {
        if !self.tracking {
            return None;
        }
        let mut counters = self.sets_only(first, 4, true)?;
        counters.extend(self.sets_only(second, 4, false)?);
        Some(counters.into())
    }

    /// The counters that a function may set, if it changes nothing else and
    /// leaves finger and direction where they were, and does not fail unless it may. Calls are
    /// followed so deep.
    fn sets_only(&self, func: FuncId, depth: u32, may_fail: bool) -> Option<Vec<Counter>> {
        let func = self.func(func);
        let [_, _, mut f, mut d] = *func.blocks[0].params.as_slice() else { return None };
        let mut counters = Vec::new();
        for block in &func.blocks {
            for inst in &block.insts {
                match inst {
                    Inst::Write { write: Write::SetCounter { counter, .. }, .. } => {
                        counters.push(*counter);
                    }
                    Inst::Write { .. } => return None,
                    Inst::Guard { .. } if !may_fail => return None,
                    _ => {}
                }
            }
            match &block.term {
                Term::Yield { f: f1, d: d1, .. } if (*f1, *d1) == (f, d) => {}
                Term::Die if !may_fail => return None,
                Term::Jump(_) | Term::If { .. } | Term::Ask { .. } | Term::Die => {}
                // What comes back from the call is what went into it. A function in
                // which other blocks go on with the old names is given up above.
                Term::Call { func: called, args, then } if (args.f, args.d) == (f, d) => {
                    counters.extend(self.sets_only(*called, depth.checked_sub(1)?, may_fail)?);
                    let params = &func.blocks[then.block.index()].params;
                    (f, d) = (*params.get(1)?, *params.get(2)?);
                }
                _ => return None,
            }
        }
        Some(counters)
    }

    /// Whose counter this is; a plain counter counts as the first player's.
    pub(crate) fn counter_owner(&self, counter: Counter, v: Player) -> Player {
        Player::BOTH[counter_slot(self.facts(), counter, v)]
    }
}
