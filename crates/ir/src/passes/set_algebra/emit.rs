//! Writes terms out as steps of a function, each once in a block.

use super::{Algebra, Pos, PosId, Set, SetId};
use crate::passes::rewrite::fresh;
use crate::program::*;
use rustc_hash::FxHashMap;

/// How two sets are joined.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Join {
    And,
    Or,
    Minus,
}

/// The steps that are being added to one block.
#[derive(Default)]
pub(crate) struct Emitter {
    /// The steps so far.
    pub(crate) insts: Vec<Inst>,
    sets: FxHashMap<SetId, Value>,
    positions: FxHashMap<PosId, Value>,
    pairs: FxHashMap<(Join, Value, Value), Value>,
}

impl Emitter {
    /// The value of a set; the steps that compute it are added. Nothing if it
    /// speaks of a position that cannot be had.
    pub(crate) fn set(&mut self, func: &mut Func, sets: &Algebra<'_>, id: SetId) -> Option<Value> {
        if let Some(&value) = self.sets.get(&id) {
            return Some(value);
        }
        let expr = match sets.set(id) {
            Set::Hole => return None,
            Set::Given(value) => return Some(*value),
            Set::Const(_) if id == sets.all => SetExpr::All,
            Set::Const(fields) => SetExpr::Const(fields.clone()),
            Set::Sides(v, sides) => SetExpr::Sides { v: *v, sides: sides.clone() },
            Set::Pieces(at, v, whose, kinds) => SetExpr::Pieces {
                s: self.position(func, sets, *at)?,
                v: *v,
                whose: *whose,
                kinds: kinds.clone(),
            },
            Set::Holding(at, v, whose, kinds) => SetExpr::Holding {
                s: self.position(func, sets, *at)?,
                v: *v,
                whose: *whose,
                kinds: kinds.clone(),
            },
            Set::Empty(at) => SetExpr::Empty { s: self.position(func, sets, *at)? },
            Set::Memory(at, memory) => {
                SetExpr::Memory { s: self.position(func, sets, *at)?, memory: *memory }
            }
            Set::Matching(at, layout) => {
                SetExpr::Matching { s: self.position(func, sets, *at)?, layout: *layout }
            }
            Set::Only(value) => SetExpr::Only(*value),
            Set::And(factors) => self.and(func, sets, factors)?,
            Set::Or(terms) => {
                let (&last, before) = terms.split_last()?;
                let before = self.chain(func, sets, before, SetExpr::Or)?;
                SetExpr::Or(before, self.set(func, sets, last)?)
            }
            Set::Minus(a, b) => {
                SetExpr::Minus(self.set(func, sets, *a)?, self.set(func, sets, *b)?)
            }
            Set::IfSome(a, b) => {
                SetExpr::IfSome(self.set(func, sets, *a)?, self.set(func, sets, *b)?)
            }
            Set::Walk(it) => {
                let from = self.set(func, sets, it.from)?;
                SetExpr::Walk { from, ways: it.ways.clone(), back: it.back }
            }
            Set::Slide(it) => SetExpr::Slide {
                from: self.set(func, sets, it.from)?,
                directions: it.directions.clone(),
                through: self.set(func, sets, it.through)?,
                back: it.back,
            },
            Set::Spread(it) => SetExpr::Spread {
                from: self.set(func, sets, it.from)?,
                ways: it.ways.clone(),
                through: self.set(func, sets, it.through)?,
                back: it.back,
            },
        };
        let value = self.write(func, expr);
        self.sets.insert(id, value);
        Some(value)
    }

    /// Both of all these; complements are taken off at the end.
    fn and(&mut self, func: &mut Func, sets: &Algebra<'_>, factors: &[SetId]) -> Option<SetExpr> {
        let rest = |&id: &SetId| match sets.set(id) {
            Set::Minus(all, other) if *all == sets.all => Some(*other),
            _ => None,
        };
        let (plain, taken): (Vec<SetId>, Vec<SetId>) =
            factors.iter().partition(|id| rest(id).is_none());
        if plain.is_empty() {
            let taken: Vec<SetId> = taken.iter().filter_map(rest).collect();
            let all = self.set(func, sets, sets.all)?;
            return Some(SetExpr::Minus(all, self.chain(func, sets, &taken, SetExpr::Or)?));
        }
        let Some((&last, before)) = taken.split_last() else {
            let (&last, before) = plain.split_last()?;
            let before = self.chain(func, sets, before, SetExpr::And)?;
            return Some(SetExpr::And(before, self.set(func, sets, last)?));
        };
        let mut so_far = self.chain(func, sets, &plain, SetExpr::And)?;
        for other in before.iter().filter_map(rest) {
            let other = self.set(func, sets, other)?;
            so_far = self.write(func, SetExpr::Minus(so_far, other));
        }
        Some(SetExpr::Minus(so_far, self.set(func, sets, rest(&last)?)?))
    }

    /// Joins several sets, one after the other.
    fn chain(
        &mut self,
        func: &mut Func,
        sets: &Algebra<'_>,
        ids: &[SetId],
        join: fn(Value, Value) -> SetExpr,
    ) -> Option<Value> {
        let (&first, others) = ids.split_first()?;
        let mut so_far = self.set(func, sets, first)?;
        for &other in others {
            let other = self.set(func, sets, other)?;
            so_far = self.write(func, join(so_far, other));
        }
        Some(so_far)
    }

    fn write(&mut self, func: &mut Func, expr: SetExpr) -> Value {
        let pair = match expr {
            SetExpr::And(a, b) => Some((Join::And, a, b)),
            SetExpr::Or(a, b) => Some((Join::Or, a, b)),
            SetExpr::Minus(a, b) => Some((Join::Minus, a, b)),
            _ => None,
        };
        if let Some(&value) = pair.and_then(|pair| self.pairs.get(&pair)) {
            return value;
        }
        let dst = fresh(func, Type::Set);
        if let Some(pair) = pair {
            self.pairs.insert(pair, dst);
        }
        self.insts.push(Inst::Set { dst, expr });
        dst
    }

    fn position(&mut self, func: &mut Func, sets: &Algebra<'_>, id: PosId) -> Option<Value> {
        if let Some(&value) = self.positions.get(&id) {
            return Some(value);
        }
        let value = match sets.pos(id) {
            Pos::Host(value) => *value,
            Pos::Written(from, write) => {
                let s = self.position(func, sets, *from)?;
                let dst = fresh(func, Type::Position);
                self.insts.push(Inst::Write { dst, s, write: write.clone() });
                dst
            }
            // What a position remembers has no part in what stands on it.
            Pos::Remembered(from, _) => self.position(func, sets, *from)?,
            Pos::Gone(..) | Pos::Put(..) | Pos::Hidden => return None,
        };
        self.positions.insert(id, value);
        Some(value)
    }
}
