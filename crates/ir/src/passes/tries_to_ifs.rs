//! Turns a `try` whose first part only tests before it acts into decisions, so
//! that nothing has to be run to see whether it has a result.
//!
//! **Before**
//! ```text
//!     try capture else skip(s4, v1, f5, d6) -> b3(..)
//!
//! gen capture(s0, v1, f2, d3) {
//! b0:
//!     X4 = pieces s0, second v1, piece
//!     guard f2 in X4
//!     n5 = 0
//!     s6 = set s0, v1, quiet, n5
//!     yield s6, f2, d3
//! }
//! ```
//! **After**
//! ```text
//!     X7 = pieces s4, second v1, piece
//!     if f5 in X7 ? b2 : b3(s4)
//! b2:
//!     n8 = 0
//!     s9 = set s4, v1, quiet, n8
//!     jump b3(s9)
//! ```
//! A question whose function only tests becomes decisions in the same way,
//! unless it takes a step: questions that walk are better answered by sets.
//! Branches of a `fork` that only test and lead to the same place are asked one
//! after the other.
//!
//! **Conditions** On every way through the first part there are tests (guards,
//! decisions, questions, steps in a known direction), then an end or a part
//! that certainly has a result. The function stays within the budget. What is
//! tried and what is done otherwise does not run itself, or only through another
//! function that stays one.

mod certain;
mod forks;

use super::rewrite::{
    BUDGET, add_block, drop_unreachable, drop_unwanted, heads, inline, size, splice, tidy,
};
use crate::program::*;
use certain::Plan;
use game::{Direction, Facts};
use rustc_hash::{FxHashMap, FxHashSet};

/// Replaces tries and questions in all functions, callees first.
pub(super) fn run(program: &mut Program) {
    let (recursive, order) = heads(program);
    let facts = &program.facts;
    for id in order {
        let mut func = program.funcs[id.index()].clone();
        let mut changed = forks::fork_to_ifs(&mut func, facts);
        let decider = Decider { funcs: &program.funcs, recursive: &recursive, facts };
        // What comes in with a callee has been gone through before.
        for i in 0..func.blocks.len() {
            changed |= decider.block(&mut func, i);
        }
        if changed {
            tidy(&mut func, facts);
            program.funcs[id.index()] = func;
        }
    }
    drop_unreachable(program);
    drop_unwanted(program);
}

struct Decider<'a> {
    funcs: &'a [Func],
    recursive: &'a FxHashSet<FuncId>,
    facts: &'a Facts,
}

impl Decider<'_> {
    /// Replaces the end of a block; whether that was possible.
    fn block(&self, func: &mut Func, i: usize) -> bool {
        match func.blocks[i].term.clone() {
            Term::OrElse { first, second, args, then } => {
                let Some((tried, plan)) = self.plan(func, first, true) else { return false };
                let call = Term::Call { func: second, args, then: then.clone() };
                let otherwise = Block { at: func.blocks[i].at, ..Block::new(vec![], vec![], call) };
                let otherwise = add_block(func, otherwise);
                if let Some(second) = self.body(func, second) {
                    inline(func, otherwise, second, &args, &then);
                }
                let no = Target { block: otherwise, args: Vec::new() };
                let first = func.blocks.len();
                inline(func, BlockId(i as u32), tried, &args, &then);
                plan.decide(func, self.facts, first, &no);
            }
            Term::Ask { func: asked, args, yes, no } => {
                let Some((asked, plan)) = self.plan(func, asked, false) else { return false };
                let spliced = splice(func, asked, &args);
                // Of a question only the answer is wanted.
                for (i, certain) in spliced.blocks.clone().zip(&plan.certain_end) {
                    if *certain {
                        func.blocks[i].term = Term::Jump(yes.clone());
                    }
                }
                plan.decide(func, self.facts, spliced.blocks.start, &no);
                let entry = Target { block: spliced.entry, args: Vec::new() };
                func.blocks[i].term = Term::Jump(entry);
            }
            _ => return false,
        }
        true
    }

    /// The body of a function that may be put in the place of its call.
    fn body(&self, caller: &Func, func: FuncId) -> Option<&Func> {
        let body = &self.funcs[func.index()];
        let fits = size(caller) + size(body) <= BUDGET;
        (fits && !self.recursive.contains(&func)).then_some(body)
    }

    /// The body of a function that can be replaced by decisions, and how.
    fn plan(&self, caller: &Func, func: FuncId, may_step: bool) -> Option<(&Func, Plan)> {
        let body = self.body(caller, func)?;
        Some((body, Plan::new(self.facts, body, may_step)?))
    }
}

/// Makes decisions of the guards of a block, and of its steps in directions that
/// are known: where one fails, `no` is next. The rest of the block after a
/// guard becomes a block of its own.
fn split_at_guards(
    func: &mut Func,
    at: usize,
    facts: &Facts,
    directions: &FxHashMap<Value, Direction>,
    no: &Target,
) {
    let block = &mut func.blocks[at];
    let end = std::mem::replace(&mut block.term, Term::Die);
    let insts = std::mem::take(&mut block.insts);
    let end_at = block.at;
    let mut at = BlockId(at as u32);
    for inst in insts {
        let (cond, after) = match inst {
            Inst::Guard { cond, at: source } => {
                func.blocks[at.index()].at = source;
                (cond, None)
            }
            Inst::Step { f, d, .. } if let Some(&direction) = directions.get(&d) => {
                (certain::has_step(func, at, facts, f, direction), Some(inst))
            }
            inst => {
                func.blocks[at.index()].insts.push(inst);
                continue;
            }
        };
        let rest =
            Block { at: end_at, ..Block::new(vec![], after.into_iter().collect(), Term::Die) };
        let rest = add_block(func, rest);
        let yes = Target { block: rest, args: Vec::new() };
        func.blocks[at.index()].term = Term::If { cond, yes, no: no.clone() };
        at = rest;
    }
    func.blocks[at.index()].term = end;
}
