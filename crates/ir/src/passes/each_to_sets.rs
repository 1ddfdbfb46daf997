//! `for each` that puts the same piece on every field of a set does so at once.
//!
//! # Before
//!
//! ```text
//!     each X7 do turn(s6, v1, f5, d3) -> b4(..)
//! b4(s8):
//!     s9 = hush s8, like s6
//!     yield s9, f5, d3
//!
//! gen turn(s0, v1, f2, d3) {
//! b0:
//!     s4 = put s0, f2, own v1, disc
//!     yield s4, f2, d3
//! }
//! ```
//!
//! # After
//!
//! ```text
//!     s8 = putall s6, X7, own v1, disc
//!     yield s8, f5, d3
//! ```
//!
//! # Conditions
//!
//! The body puts one piece where the finger points, and does nothing else; the
//! owner has a sign for its kind, so that this cannot fail. What was added to
//! the text of the move is forgotten right after the loop, as it always is in
//! programs made from rules: `putall` adds nothing to begin with.

use super::rewrite::{Substitution, count_ways_in, fresh, substitute, tidy};
use crate::analyses::write_dies;
use crate::program::*;

/// Runs the pass.
pub(super) fn run(program: &mut Program) {
    for i in 0..program.funcs.len() {
        let is_loop = |block: &Block| matches!(block.term, Term::Each { .. });
        if !program.funcs[i].blocks.iter().any(is_loop) {
            continue;
        }
        let mut func = program.funcs[i].clone();
        if put_at_once(&mut func, program) {
            tidy(&mut func, &program.facts);
            program.funcs[i] = func;
        }
    }
}

/// Replaces the loops of a function; whether there were any.
fn put_at_once(func: &mut Func, program: &Program) -> bool {
    let mut values = Substitution::default();
    let ways_in = count_ways_in(func);
    for i in 0..func.blocks.len() {
        let Term::Each { set, body, args, then } = func.blocks[i].term.clone() else { continue };
        if ways_in[then.block.index()] > 1 {
            continue;
        }
        let hushed = hushed(&func.blocks[then.block.index()], args.s);
        let (Some((whose, kind)), Some(hushed)) = (piece(program, body), hushed) else { continue };
        let dst = fresh(func, Type::Position);
        let write = Write::PutAll { set, v: args.v, whose, kind };
        func.blocks[i].insts.push(Inst::Write { dst, s: args.s, write });
        let args = std::iter::once(dst).chain(then.args.iter().copied()).collect();
        func.blocks[i].term = Term::Jump(Target { block: then.block, args });
        let given = func.blocks[then.block.index()].params[0];
        func.blocks[then.block.index()].insts.remove(0);
        values.insert(hushed, given);
    }
    substitute(func, &values);
    !values.is_empty()
}

/// The piece that a function puts where the finger points, if that is all it does.
fn piece(program: &Program, body: FuncId) -> Option<(Whose, game::Kind)> {
    let [block] = program.funcs[body.index()].blocks.as_slice() else { return None };
    let (&[s, v, f, _], [inst]) = (block.params.as_slice(), block.insts.as_slice()) else {
        return None;
    };
    let Inst::Write { dst, s: on, write } = inst else { return None };
    let Write::Put { f: at, v: by, whose, kind } = *write else { return None };
    let Term::Yield { s: made, .. } = block.term else { return None };
    let fails =
        write_dies(&program.facts, write, &vec![true; program.funcs[body.index()].types.len()]);
    (*on == s && at == f && by == v && made == *dst && !fails).then_some((whose, kind))
}

/// The position in which a block, first of all, forgets what was added to the
/// text since `like`.
fn hushed(block: &Block, like: Value) -> Option<Value> {
    let made = *block.params.first()?;
    match block.insts.first()? {
        Inst::Write { dst, s, write: Write::Hush { like: other } } => {
            (*s == made && *other == like).then_some(*dst)
        }
        _ => None,
    }
}
