//! Rows of fields that are looked for step by step become one set, so that
//! code that computes it can double what is known to be a row.
//!
//! **Before**
//! ```text
//!     X7 = pieces s6, first v1, disc
//!     X8 = walk back X7 by north
//!     X9 = X7 & X8
//!     X10 = walk back X9 by north
//!     X11 = walk back X7 by east
//!     X12 = X7 & X11
//!     X13 = walk back X12 by east
//!     X14 = X10 | X13
//!     X15 = X7 & X14
//! ```
//! **After**
//! ```text
//!     X7 = pieces s6, first v1, disc
//!     X15 = rows X7 by north east times 2
//! ```
//! Directions with rows of the same length are one set.
//!
//! **Conditions** At each step the set is cut with the same set again, and every
//! step goes in the same direction; there are at least two in one direction. What
//! is made on the way is used for nothing else, since it would have to be made all
//! the same. Nothing but rows is in the union, for the same reason: the last cut
//! would be needed for the rest.

use super::rewrite::{fresh, see_uses, tidy};
use crate::analyses::Flow;
use crate::program::*;
use game::Direction;

/// How many steps a row has at most.
const MOST_STEPS: u32 = 32;

/// Runs the pass.
pub(super) fn run(program: &mut Program) {
    for func in &mut program.funcs {
        let flow = Flow::new(func);
        let found = Seen { func, flow: &flow, uses: count_uses(func) }.find();
        if !found.is_empty() {
            found.into_iter().rev().for_each(|cut| cut.replace(func));
            tidy(func, &program.facts);
        }
    }
}

/// How often each value is used.
fn count_uses(func: &Func) -> Vec<usize> {
    let mut uses = vec![0; func.types.len()];
    for block in &func.blocks {
        see_uses(block, &mut |value| uses[value.index()] += 1);
    }
    uses
}

/// Rows in one direction, of this many steps.
struct Row {
    direction: Direction,
    times: u32,
}

/// A set that is cut with rows of it.
struct Cut {
    /// Where it is made: the block,
    block: usize,
    /// and the place in it.
    at: usize,
    of: Value,
    rows: Vec<Row>,
}

struct Seen<'a> {
    func: &'a Func,
    flow: &'a Flow,
    uses: Vec<usize>,
}

impl Seen<'_> {
    /// The sets with rows, in order.
    fn find(&self) -> Vec<Cut> {
        let mut found = Vec::new();
        for (i, block) in self.func.blocks.iter().enumerate() {
            for (at, inst) in block.insts.iter().enumerate() {
                if let Inst::Set { expr: SetExpr::And(a, b), .. } = *inst
                    && let Some(cut) =
                        [(a, b), (b, a)].into_iter().find_map(|(a, b)| self.cut(i, at, a, b))
                {
                    found.push(cut);
                }
            }
        }
        found
    }

    /// The rows of a set that another one is the union of.
    fn cut(&self, block: usize, at: usize, of: Value, others: Value) -> Option<Cut> {
        let mut terms = Vec::new();
        self.terms(others, &mut terms);
        let rows: Option<Vec<Row>> = terms.into_iter().map(|term| self.row(of, term)).collect();
        // One step is as well said as a walk.
        let rows = rows.filter(|rows| rows.iter().any(|row| row.times > 1))?;
        Some(Cut { block, at, of, rows })
    }

    /// The sets that a set is the union of, made for nothing else.
    fn terms(&self, set: Value, terms: &mut Vec<Value>) {
        match self.flow.set(self.func, set) {
            Some(&SetExpr::Or(a, b)) if self.uses[set.index()] == 1 => {
                self.terms(a, terms);
                self.terms(b, terms);
            }
            _ => terms.push(set),
        }
    }

    /// A set from where one walks into rows of another.
    fn row(&self, of: Value, set: Value) -> Option<Row> {
        let mut set = set;
        let mut row: Option<Row> = None;
        while row.as_ref().is_none_or(|row| row.times < MOST_STEPS) {
            let SetExpr::Walk { from, ways, back: true } = self.flow.set(self.func, set)? else {
                return None;
            };
            let [way] = ways.as_slice() else { return None };
            let &[direction] = way.as_slice() else { return None };
            let times = match row {
                None => 1,
                Some(row) if row.direction == direction => row.times + 1,
                Some(_) => return None,
            };
            let is_own = self.uses[set.index()] == 1;
            row = Some(Row { direction, times });
            if *from == of {
                return row.filter(|_| is_own);
            }
            let &SetExpr::And(a, b) = self.flow.set(self.func, *from)? else { return None };
            if !is_own || self.uses[from.index()] != 1 {
                return None;
            }
            set = match (a == of, b == of) {
                (true, _) => b,
                (_, true) => a,
                _ => return None,
            };
        }
        None
    }
}

impl Cut {
    /// Puts the rows in the place of the set.
    fn replace(self, func: &mut Func) {
        let Cut { block, at, of, rows } = self;
        let Some((dst, _)) = func.blocks[block].insts[at].defines() else { return };
        // One set for each length, the last of them in the place of the union.
        let mut lengths: Vec<u32> = rows.iter().map(|row| row.times).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let mut insts = Vec::new();
        let mut sum = None;
        for times in lengths {
            let such = rows.iter().filter(|row| row.times == times);
            let directions = such.map(|row| row.direction).collect();
            let made = fresh(func, Type::Set);
            insts.push(Inst::Set { dst: made, expr: SetExpr::Rows { of, directions, times } });
            sum = Some(match sum {
                None => made,
                Some(sum) => {
                    let both = fresh(func, Type::Set);
                    insts.push(Inst::Set { dst: both, expr: SetExpr::Or(sum, made) });
                    both
                }
            });
        }
        if let Some(Inst::Set { dst: last, .. }) = insts.last_mut() {
            *last = dst;
        }
        func.blocks[block].insts.splice(at..=at, insts);
    }
}
