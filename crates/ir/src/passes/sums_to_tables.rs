//! Sums over pieces become sums of numbers from tables, where the number of a piece
//! depends only on what it is and where it stands.
//!
//! **Before**
//! ```text
//!     n4 = sum distance at tiles(s0, v1, f2, d3)
//!
//! gen tiles(s0, v1, f2, d3) {
//! b0:
//!     X4 = pieces s0, nobody v1, {tile1 tile2}
//!     choose field in X4 -> b1(..)
//! b1(f5):
//!     s6 = lift s0, f5
//!     yield s6, f5, d3
//! }
//! num distance(s0, v1, f2, d3) {
//! b0:
//!     n4 = steps step until home(s0, v1, f2, d3)
//!     return n4
//! }
//! ```
//! **After**
//! ```text
//!     X5 = pieces s0, nobody v1, tile1
//!     n6 = weigh X5 by 1 0 1 2
//!     X7 = pieces s0, nobody v1, tile2
//!     n8 = weigh X7 by 2 1 0 1
//!     n4 = n6 + n8
//! ```
//!
//! **Conditions** The function chooses a field of a set of pieces before all else, and
//! has at most one result for it, with the finger still there: so no two results are
//! the same, and none is left out of the sum. For every piece and every field the
//! number is found beforehand by running the functions with this piece alone
//! (`analyses/alone`): that gives no answer as soon as another field, a counter or
//! anything else of the position would be looked at. The numbers are the same for both
//! players, and none is below 0, so that the order of the sum makes no difference where
//! it meets the end of the range. The game does not stack pieces.

use super::rewrite::{fresh, tidy};
use crate::analyses::alone::{Alone, Glimpse, first_choice, lone};
use crate::program::*;
use game::{Field, Kind, Owner, Piece, Player};

/// Runs the pass.
pub(super) fn run(program: &mut Program) {
    if program.facts.stacks.is_some() {
        return;
    }
    for i in 0..program.funcs.len() {
        let mut func = program.funcs[i].clone();
        if weigh_at_once(&mut func, program) {
            tidy(&mut func, &program.facts);
            program.funcs[i] = func;
        }
    }
}

/// Replaces the sums of a function; whether there were any.
fn weigh_at_once(func: &mut Func, program: &Program) -> bool {
    let mut changed = false;
    for block in 0..func.blocks.len() {
        let mut at = 0;
        while at < func.blocks[block].insts.len() {
            if let Inst::Number { dst, expr: NumExpr::Sum { value, func: results, args } } =
                func.blocks[block].insts[at]
                && let Some(tables) = tables(program, value, results)
            {
                let insts = weigh(func, dst, args, tables);
                at += insts.len();
                func.blocks[block].insts.splice(at - insts.len()..at - insts.len() + 1, insts);
                changed = true;
            } else {
                at += 1;
            }
        }
    }
    changed
}

/// Kinds of one owner and what a piece of them counts on each field.
struct FieldWeights {
    whose: Whose,
    kinds: Vec<Kind>,
    weights: Vec<i32>,
}

/// The steps that make the sum.
fn weigh(func: &mut Func, dst: Value, args: Args, tables: Vec<FieldWeights>) -> Vec<Inst> {
    let mut insts = Vec::new();
    let mut total = None;
    for FieldWeights { whose, kinds, weights } in tables {
        let (set, number) = (fresh(func, Type::Set), fresh(func, Type::Number));
        let expr = SetExpr::Pieces { s: args.s, v: args.v, whose, kinds: Some(kinds) };
        insts.push(Inst::Set { dst: set, expr });
        insts.push(Inst::Number { dst: number, expr: NumExpr::Weigh { set, weights } });
        total = Some(match total {
            None => number,
            Some(total) => {
                let sum = fresh(func, Type::Number);
                insts.push(Inst::Number { dst: sum, expr: NumExpr::Add(total, number) });
                sum
            }
        });
    }
    match insts.last_mut() {
        Some(Inst::Number { dst: last, .. }) => *last = dst,
        _ => insts.push(Inst::Number { dst, expr: NumExpr::Const(0) }),
    }
    insts
}

/// What each piece counts on each field, if nothing else makes a difference.
fn tables(program: &Program, value: FuncId, results: FuncId) -> Option<Vec<FieldWeights>> {
    let facts = &program.facts;
    first_choice(&program.funcs[results.index()])?;
    let weights = |piece: Option<Piece>| -> Option<Vec<i32>> {
        let fields = (0..facts.board.n_fields()).map(|i| Field(i as u16));
        fields.map(|field| weight(program, value, results, &lone(piece, field))).collect()
    };
    // Sets of pieces have no empty fields.
    if weights(None)?.iter().any(|weight| *weight != 0) {
        return None;
    }
    let mut tables: Vec<FieldWeights> = Vec::new();
    for piece in facts.pieces() {
        let weights = weights(Some(piece))?;
        if weights.iter().all(|weight| *weight == 0) {
            continue;
        }
        let whose = match piece.owner() {
            Owner::First => Whose::First,
            Owner::Second => Whose::Second,
            Owner::Nobody => Whose::Nobody,
        };
        // Kinds that count the same are one set.
        match tables.iter_mut().find(|table| table.whose == whose && table.weights == weights) {
            Some(table) => table.kinds.push(piece.kind()),
            None => tables.push(FieldWeights { whose, kinds: vec![piece.kind()], weights }),
        }
    }
    Some(tables)
}

/// What a field counts, the same for all players.
fn weight(program: &Program, value: FuncId, results: FuncId, at: &Glimpse) -> Option<i32> {
    let mut weight = None;
    for &v in &Player::BOTH[..program.facts.n_players()] {
        let alone = Alone::new(program, v);
        let number = match alone.after_choice(results, at)?.as_slice() {
            [] => 0,
            [result] if result.f == at.f => alone.number(value, result)?,
            _ => return None,
        };
        if number < 0 || weight.is_some_and(|other| other != number) {
            return None;
        }
        weight = Some(number);
    }
    weight
}
