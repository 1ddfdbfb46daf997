//! A walk and the same walk back lead to where they began: no walk is needed then, and
//! what is known of the set that they began with stays known.
//!
//! **Before**
//! ```text
//!     X8 = walk X7 by north
//!     X9 = walk X8 by south
//! ```
//! **After**
//! ```text
//!     X10 = {a1 b1 a2 b2}
//!     X9 = X7 & X10
//! ```
//!
//! **Conditions** Each field is led to itself by both walks together, or nowhere: the
//! new constant set has the fields that are led to themselves.

use super::rewrite::{fresh, tidy};
use crate::analyses::Flow;
use crate::program::*;
use game::{Board, Direction, Field, FieldSet};

/// Runs the pass.
pub(super) fn run(program: &mut Program) {
    for func in &mut program.funcs {
        let flow = Flow::new(func);
        let mut found = Vec::new();
        for (i, block) in func.blocks.iter().enumerate() {
            for (at, inst) in block.insts.iter().enumerate() {
                if let Some(stays) = there_and_back(&program.facts.board, func, &flow, inst) {
                    found.push((i, at, stays));
                }
            }
        }
        if found.is_empty() {
            continue;
        }
        for (block, at, (dst, from, fields)) in found.into_iter().rev() {
            let set = fresh(func, Type::Set);
            let insts = [
                Inst::Set { dst: set, expr: SetExpr::Const(fields) },
                Inst::Set { dst, expr: SetExpr::And(from, set) },
            ];
            func.blocks[block].insts.splice(at..=at, insts);
        }
        tidy(func, &program.facts);
    }
}

/// What a step makes, the set with which its two walks begin, and the fields that stay.
fn there_and_back(
    board: &Board,
    func: &Func,
    flow: &Flow,
    inst: &Inst,
) -> Option<(Value, Value, FieldSet)> {
    let Inst::Set { dst, expr: SetExpr::Walk { from: middle, ways: back, back: turned } } = inst
    else {
        return None;
    };
    let SetExpr::Walk { from, ways: there, back: was_turned } = flow.set(func, *middle)? else {
        return None;
    };
    let fields = || (0..board.n_fields()).map(|i| Field(i as u16));
    let mut stays = FieldSet::empty(board.n_fields());
    for field in fields() {
        for middle in leads_to(board, field, there, *was_turned) {
            for end in leads_to(board, middle, back, *turned) {
                if end != field {
                    return None;
                }
                stays.insert(field);
            }
        }
    }
    Some((*dst, *from, stays))
}

/// Where some ways lead from a field or, turned, from where they lead to it.
fn leads_to(board: &Board, from: Field, ways: &[Vec<Direction>], turned: bool) -> Vec<Field> {
    let end = |start: Field, way: &[Direction]| {
        way.iter().try_fold(start, |field, &direction| board.step(field, direction))
    };
    match turned {
        false => ways.iter().filter_map(|way| end(from, way)).collect(),
        true => {
            let fields = (0..board.n_fields()).map(|i| Field(i as u16));
            fields.filter(|&start| ways.iter().any(|way| end(start, way) == Some(from))).collect()
        }
    }
}
