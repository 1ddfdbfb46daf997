//! A pile that is taken apart piece by piece until one of a sort is on top is a pile that has
//! such a piece somewhere.
//!
//! # Before
//!
//! ```text
//!     n4 = 0
//!     repeat off(s0, v1, f2, d3) from n4 to infinity bound uses 9 'pieces' -> b1(..)
//! b1(s5, f6, d7):
//!     X8 = pieces s5, nobody v1, stone
//!     guard f6 in X8
//!     yield s0, f2, d3
//!
//! gen off(s0, v1, f2, d3) {
//! b0:
//!     s4 = clear s0, f2
//!     yield s4, f2, d3
//! }
//! ```
//!
//! # After
//!
//! ```text
//!     X4 = holding s0, nobody v1, stone
//!     guard f2 in X4
//!     yield s0, f2, d3
//! ```
//!
//! # Conditions
//!
//! The body takes the top piece off the field that the finger points at, and does nothing
//! else; it is done from no times to as often as it can be. Of the positions that this makes
//! nothing is used but one set of pieces, and of that set only whether the finger is in it:
//! alone, together with sets that have nothing to do with these positions, or without such.
//! Then each number of rounds asks about one piece of the pile, all go on in the same way,
//! and ways that come to the same are one.

use super::rewrite::{Substitution, count_ways_in, substitute, tidy};
use crate::analyses::Flow;
use crate::program::*;

/// Runs the pass.
pub(super) fn run(program: &mut Program) {
    for i in 0..program.funcs.len() {
        let is_loop = |block: &Block| matches!(block.term, Term::Repeat { .. });
        if !program.funcs[i].blocks.iter().any(is_loop) {
            continue;
        }
        let mut func = program.funcs[i].clone();
        let mut changed = false;
        while let Some(dig) = find(&func, program) {
            dig.replace(&mut func);
            changed = true;
        }
        if changed {
            tidy(&mut func, &program.facts);
            program.funcs[i] = func;
        }
    }
}

/// A loop that digs.
struct Dig {
    block: usize,
    args: Args,
    then: Target,
}

impl Dig {
    /// Asks for what the pile has in the place of the loop.
    fn replace(self, func: &mut Func) {
        let Dig { block, args, then } = self;
        let target = &mut func.blocks[then.block.index()];
        for inst in &mut target.insts {
            if let Inst::Set { expr, .. } = inst
                && let SetExpr::Pieces { s, v, whose, kinds } = expr
                && *s == target.params[0]
            {
                *expr = SetExpr::Holding { s: args.s, v: *v, whose: *whose, kinds: kinds.take() };
            }
        }
        let given = [args.s, args.f, args.d];
        let values: Substitution = target.params.drain(..3).zip(given).collect();
        func.blocks[block].term = Term::Jump(then);
        substitute(func, &values);
    }
}

/// The first loop of a function that digs.
fn find(func: &Func, program: &Program) -> Option<Dig> {
    let ways_in = count_ways_in(func);
    let flow = Flow::new(func);
    func.blocks.iter().enumerate().find_map(|(block, it)| {
        let Term::Repeat { body, low, high: None, args, then, .. } = &it.term else {
            return None;
        };
        let is_dig = ways_in[then.block.index()] == 1
            && is_zero(func, &flow, *low)
            && takes_one_off(&program.funcs[body.index()])
            && only_asks(func, then.block);
        is_dig.then(|| Dig { block, args: *args, then: then.clone() })
    })
}

fn is_zero(func: &Func, flow: &Flow, number: Value) -> bool {
    matches!(flow.inst(func, number), Some(Inst::Number { expr: NumExpr::Const(0), .. }))
}

/// Whether all that a function does is to take the top piece off where the finger points.
fn takes_one_off(func: &Func) -> bool {
    let [block] = func.blocks.as_slice() else { return false };
    let (&[s, _, f, d], [inst]) = (block.params.as_slice(), block.insts.as_slice()) else {
        return false;
    };
    let &Inst::Write { dst, s: on, write: Write::Clear { f: at } } = inst else { return false };
    on == s
        && at == f
        && matches!(block.term, Term::Yield { s, f: to, d: way } if s == dst && to == f && way == d)
}

/// Whether all that is done with the positions that a loop gives to a block is to ask once
/// whether the finger that comes with them is on a piece of a sort.
fn only_asks(func: &Func, block: BlockId) -> bool {
    let params = &func.blocks[block.index()].params;
    let (position, finger) = (params[0], params[1]);
    let pieces = func.blocks[block.index()].insts.iter().filter_map(|inst| match inst {
        Inst::Set { dst, expr: SetExpr::Pieces { s, .. } } if *s == position => Some(*dst),
        _ => None,
    });
    let (&[set], 1) = (pieces.collect::<Vec<_>>().as_slice(), uses(func, position)) else {
        return false;
    };
    asks_once(func, block, set, finger)
}

/// Whether a set is used once, to ask whether the finger is in it, or for another such set that
/// has the finger whenever this one has it and the rest of it says so.
fn asks_once(func: &Func, block: BlockId, set: Value, finger: Value) -> bool {
    if uses(func, set) != 1 {
        return false;
    }
    func.blocks[block.index()].insts.iter().any(|inst| match *inst {
        Inst::Guard { cond: Cond::In { f, set: asked }, .. } => asked == set && f == finger,
        Inst::Set { dst, expr: SetExpr::And(a, b) | SetExpr::Or(a, b) } => {
            (a == set || b == set) && asks_once(func, block, dst, finger)
        }
        Inst::Set { dst, expr: SetExpr::Minus(a, _) } => {
            a == set && asks_once(func, block, dst, finger)
        }
        _ => false,
    })
}

/// How often a value is used.
fn uses(func: &Func, value: Value) -> usize {
    let mut n = 0;
    for block in &func.blocks {
        let mut see = |other: Value, _| n += usize::from(other == value);
        block.insts.iter().for_each(|inst| inst.uses(&mut see));
        block.term.uses(&mut see);
        for target in block.term.targets() {
            n += target.args.iter().filter(|&&arg| arg == value).count();
        }
    }
    n
}
