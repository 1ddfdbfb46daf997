//! Puts the bodies of functions in the places of their calls, so that the
//! later passes see a rule and what it is made of at once.
//!
//! **Before**
//! ```text
//!     call lift(s0, v1, f5, d3) -> b2(..)
//! b2(s6, f7, d8):
//!     f9 = step f7, d8
//! ```
//! **After**
//! ```text
//!     s6 = lift s0, f5
//!     f9 = step f5, d3
//! ```
//! A `repeat` of at most eight rounds whose body has at most one result is
//! written out round by round where moves keep their words (`names`), and a call of a `num`
//! function without branches becomes the steps of that function. In the end, unwanted parts of the
//! results of a function are not made any more.
//!
//! **Conditions** The function does not run itself, and the caller and the whole
//! program stay within their budgets. Of functions that run each other in a ring, those that are run
//! from outside stay, and the others are put into them. What is only asked, tried
//! or counted stays a function of its own.
//! A function that only asks whom it is run for keeps its two calls.

mod names;

use super::rewrite::{
    BUDGET, Substitution, add_block, copy_from, drop_unreachable, drop_unwanted, fresh, heads,
    inline, size, substitute, tidy,
};
use crate::analyses::Writes;
use crate::program::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many rounds of a repeat are written out at most.
const ROUNDS: i32 = 8;

/// How large a program may become by inlining, in the units of [`size`]. Each function may grow
/// to [`BUDGET`], and rules may have many; the largest of the games come to 3,000.
const WHOLE: usize = 30_000;

/// Inlines calls in all functions, callees first, until the program is large.
pub(super) fn run(program: &mut Program) {
    let (recursive, order) = heads(program);
    let writes = Writes::new(program);
    let mut whole: usize = program.funcs.iter().map(size).sum();
    for func in order {
        if whole > WHOLE {
            break;
        }
        whole -= size(&program.funcs[func.index()]);
        let mut body = std::mem::replace(&mut program.funcs[func.index()], EMPTY);
        if !only_decides(&body) {
            let (funcs, recursive, writes) = (&program.funcs, &recursive, &writes);
            Inliner { funcs, recursive, writes }.calls(&mut body);
            tidy(&mut body, &program.facts);
        }
        whole += size(&body);
        program.funcs[func.index()] = body;
    }
    drop_unreachable(program);
    drop_unwanted(program);
}

/// What stands in the list while a function is worked on; it is not called,
/// since only recursive functions could call it.
const EMPTY: Func = Func {
    name: String::new(),
    about: String::new(),
    kind: FuncKind::Gen,
    types: Vec::new(),
    sources: Sources::NONE,
    blocks: Vec::new(),
    depth: None,
};

/// Whether a function does nothing but ask whom it is run for.
pub(super) fn only_decides(func: &Func) -> bool {
    let entry = &func.blocks[0];
    entry.insts.is_empty() && matches!(entry.term, Term::If { cond: Cond::Is { .. }, .. })
}

struct Inliner<'a> {
    funcs: &'a [Func],
    recursive: &'a FxHashSet<FuncId>,
    /// What each function writes, which inlining does not change.
    writes: &'a Writes,
}

impl<'a> Inliner<'a> {
    /// The called function, if it may be put in the place of the call.
    fn callee(&self, caller: &Func, func: FuncId, times: usize) -> Option<&'a Func> {
        let callee = self.funcs.get(func.index()).filter(|_| !self.recursive.contains(&func))?;
        (size(caller) + times * size(callee) <= BUDGET).then_some(callee)
    }

    fn calls(&self, func: &mut Func) {
        let numbers = constants(func);
        // What comes in with a callee has been gone through before.
        for i in 0..func.blocks.len() {
            self.numbers(func, i);
            match func.blocks[i].term.clone() {
                Term::Call { func: called, args, then } => {
                    if let Some(callee) = self.callee(func, called, 1) {
                        inline(func, BlockId(i as u32), callee, &args, &then);
                    }
                }
                Term::Repeat { body, low, high: Some(high), args, then, .. } => {
                    let rounds = (numbers.get(&low), numbers.get(&high));
                    let (Some(&low), Some(&high)) = rounds else { continue };
                    let (low, high) = (low.max(0), high);
                    if !(low..=ROUNDS).contains(&high) {
                        continue;
                    }
                    if let Some(callee) = self.callee(func, body, high as usize)
                        && (high <= 1 || has_one_result_at_most(callee))
                        && names::stay(self.writes, body, callee, low, high)
                    {
                        unroll(func, i, callee, low, high, args, &then);
                    }
                }
                _ => {}
            }
        }
    }

    /// Inlines the calls of `num` functions in a block.
    fn numbers(&self, func: &mut Func, i: usize) {
        let mut values = Substitution::default();
        let insts = std::mem::take(&mut func.blocks[i].insts);
        let mut inlined = Vec::with_capacity(insts.len());
        for inst in insts {
            if let Inst::Number { dst, expr: NumExpr::Call { func: called, args } } = &inst
                && let Some(callee) = self.callee(func, *called, 1)
                && let [block] = &callee.blocks[..]
                && let Term::Return(result) = block.term
            {
                let given = [args.s, args.v, args.f, args.d];
                let mut names: Substitution = block.params.iter().copied().zip(given).collect();
                copy_from(func, callee, &[(BlockId(0), block.clone())], &mut names);
                let copy = func.blocks.pop().map(|block| block.insts);
                inlined.extend(copy.unwrap_or_default());
                values.insert(*dst, names.get(&result).copied().unwrap_or(result));
                continue;
            }
            inlined.push(inst);
        }
        func.blocks[i].insts = inlined;
        substitute(func, &values);
    }
}

/// The numbers that are constants.
fn constants(func: &Func) -> FxHashMap<Value, i32> {
    let insts = func.blocks.iter().flat_map(|block| &block.insts);
    insts
        .filter_map(|inst| match inst {
            Inst::Number { dst, expr: NumExpr::Const(n) } => Some((*dst, *n)),
            _ => None,
        })
        .collect()
}

/// Whether a function chooses nothing, so that no two results of a round can be
/// the same and grow in number round by round.
fn has_one_result_at_most(func: &Func) -> bool {
    func.blocks.iter().all(|block| {
        matches!(
            block.term,
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } | Term::Yield { .. } | Term::Die
        )
    })
}

/// Writes a repeat at the end of a block out, round by round.
fn unroll(
    func: &mut Func,
    at: usize,
    body: &Func,
    low: i32,
    high: i32,
    mut args: Args,
    then: &Target,
) {
    let mut at = BlockId(at as u32);
    for done in 0..=high {
        let result = [args.s, args.f, args.d].into_iter().chain(then.args.iter().copied());
        let leave = Target { block: then.block, args: result.collect() };
        if done == high {
            func.blocks[at.index()].term = Term::Jump(leave);
            return;
        }
        if done >= low {
            let round = Block::new(Vec::new(), Vec::new(), Term::Die);
            let round = add_block(func, round);
            let on = Target { block: round, args: Vec::new() };
            func.blocks[at.index()].term = Term::Fork(vec![leave, on]);
            at = round;
        }
        let params = [Type::Position, Type::Field, Type::Direction].map(|ty| fresh(func, ty));
        let next = Block::new(params.to_vec(), Vec::new(), Term::Die);
        let next = add_block(func, next);
        inline(func, at, body, &args, &Target { block: next, args: Vec::new() });
        let [s, f, d] = params;
        args = Args { s, f, d, ..args };
        at = next;
    }
}
