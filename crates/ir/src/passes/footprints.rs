//! Asks after a move only where the answer can be another than before it: a
//! question about lines that end at a piece can come out differently only if a
//! piece left a field on which one of these lines ended.
//!
//! **Before** (`s0` is where the turn began; each move ends in `b9`)
//! ```text
//! b4(f5, f6):
//!     s7 = lift s0, f5
//!     s8 = lower s7, f6, all
//!     jump b9(s8)
//! b9(s10):
//!     X11 = pieces s10, first v1, king
//!     X12 = empty s10
//!     X13 = slide back X11 by north south through X12
//!     X14 = pieces s10, second v1, rook
//!     X15 = X13 & X14
//!     if some X15 ? b10 : b11
//! b10:
//!     die
//! ```
//! **After** (what belongs to `s0` is computed once, before the choices)
//! ```text
//!     X20 = pieces s0, first v1, king
//!     X21 = empty s0
//!     X22 = slide back X20 by north south through X21
//!     X23 = pieces s0, second v1, rook
//!     X24 = X22 & X23
//!     X25 = X22 - X21
//!     X26 = all
//!     X27 = ifsome X24, X26
//!     X28 = X25 | X27
//! ...
//! b4(f5, f6):
//!     s7 = lift s0, f5
//!     s8 = lower s7, f6, all
//!     if f5 in X28 ? b9(s8) : b12(s8)
//! ```
//!
//! **Conditions.** The question is whether a set has a field. The set only grows
//! with the sets that it is made of, and empty fields count only as fields that
//! lines and spreads lead through. Between the two positions pieces only leave
//! fields, and what arrives is of no kind that the question looks for. Then
//! nothing but the fields that were left can make the set larger, and these only
//! if a line or spread came up to them before and did not go on; otherwise the
//! answer can only be yes if it was yes before. A path for which this is not
//! proved keeps the question. Where moves join in front of the question, they
//! are taken apart first, within a budget.

mod apply;
mod moves;
mod question;

use super::rewrite;
use crate::program::*;

/// How much a function may grow, in steps and ends of blocks.
const GROWTH: usize = 500;

/// How often a function is changed at most.
const ROUNDS: usize = 24;

/// Runs the pass.
pub(super) fn run(program: &mut Program) {
    let facts = &program.facts;
    for func in program.funcs.iter_mut().filter(|func| func.kind == FuncKind::Gen) {
        let most = rewrite::size(func) + GROWTH;
        for _ in 0..ROUNDS {
            if !apply::take_apart(facts, func, most) && !apply::skip(facts, func, most) {
                break;
            }
            rewrite::tidy(func, facts);
        }
    }
}
