//! Puts one round of a function that runs itself in the place of each call from
//! outside, so that what it does first is not hidden in a call.
//!
//! **Before**
//! ```text
//!     choose field in X4 -> b1(..)
//! b1(f5):
//!     call chain(s0, v1, f5, d3) -> b2(..)
//!
//! gen chain(s0, v1, f2, d3) depth uses 65 'pieces on the board' {
//! b0:
//!     d4 = direction north
//!     f5 = step f2, d4
//!     try chain else skip(s0, v1, f5, d4) -> b1(..)
//! ```
//! **After**
//! ```text
//!     choose field in X4 -> b1(..)
//! b1(f5):
//!     d6 = direction north
//!     f7 = step f5, d6
//!     try chain else skip(s0, v1, f7, d6) -> b2(..)
//! ```
//! Later passes then treat the first round as they would treat any
//! rule: most turns in which there is nothing to capture call nothing.
//!
//! **Conditions** The caller is not run by the function, and stays within the
//! budget. The round is short and repeats nothing, because whatever walks as far
//! as it can has so much to do that a call more makes no difference. What is only
//! asked, tried or counted stays a function of its own, and a function that only
//! asks whom it is run for keeps its calls.

use super::inline_calls::only_decides;
use super::rewrite::{BUDGET, inline, size, tidy};
use crate::analyses::CallGraph;
use crate::program::*;

/// How large a round may be.
const ROUND: usize = 120;

/// Runs the pass.
pub(super) fn run(program: &mut Program) {
    let cycles = CallGraph::new(program).cycles();
    let cycle_of = |func: FuncId| cycles.iter().position(|members| members.contains(&func));
    if cycles.is_empty() {
        return;
    }
    // Every round is put in as it was before.
    let rounds = program.funcs.clone();
    for (i, func) in program.funcs.iter_mut().enumerate() {
        if only_decides(func) {
            continue;
        }
        let own = cycle_of(FuncId(i as u32));
        let mut changed = false;
        for at in 0..func.blocks.len() {
            let Term::Call { func: called, args, then } = func.blocks[at].term.clone() else {
                continue;
            };
            let round = &rounds[called.index()];
            let fits = is_short(round) && size(func) + size(round) <= BUDGET;
            if cycle_of(called).is_some_and(|cycle| Some(cycle) != own) && fits {
                inline(func, BlockId(at as u32), round, &args, &then);
                changed = true;
            }
        }
        if changed {
            tidy(func, &program.facts);
        }
    }
}

fn is_short(round: &Func) -> bool {
    let repeats = |block: &Block| matches!(block.term, Term::Repeat { .. } | Term::Each { .. });
    size(round) <= ROUND && !round.blocks.iter().any(repeats)
}
