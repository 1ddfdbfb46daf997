//! Whether all moves are made by choices inside choices, and how many fields the
//! innermost choice can have at most.
//!
//! A random move need not be found by counting all of them then. The outer
//! choices are counted and one is drawn; of its inner choice number `n` is taken,
//! drawn below the greatest size that such a choice can have, and if there are
//! not so many fields, everything is drawn again. So each move comes up with the
//! same chance.

use crate::emit::pairs;
use game::{Board, Direction};
use ir::{Block, FuncId, Program, SetExpr, Target, Term, Value};

/// The most fields of an inner choice, if the moves of each alternative of `main`
/// are either all made by choices inside choices, or by none.
pub(crate) fn inner_choice(program: &Program) -> Option<u64> {
    let mut most = None;
    alternatives(program, program.entries.main, 0, &mut most)?;
    most
}

/// Looks at the alternatives of a function, of which only one has results.
fn alternatives(
    program: &Program,
    func: FuncId,
    depth: usize,
    most: &mut Option<u64>,
) -> Option<()> {
    if depth > 20 {
        return None;
    }
    let blocks = &program.funcs[func.index()].blocks;
    let chooses = blocks.iter().any(|block| matches!(block.term, Term::ChooseField { .. }));
    if chooses {
        return chain(program, func, most);
    }
    for block in blocks {
        match &block.term {
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } => {}
            Term::Yield { .. } | Term::Die => {}
            Term::Call { func, then, .. } if only_yields(blocks, then) => {
                alternatives(program, *func, depth + 1, most)?;
            }
            Term::OrElse { first, second, then, .. } if only_yields(blocks, then) => {
                alternatives(program, *first, depth + 1, most)?;
                alternatives(program, *second, depth + 1, most)?;
            }
            _ => return None,
        }
    }
    Some(())
}

/// Whether nothing happens after a call.
fn only_yields(blocks: &[Block], then: &Target) -> bool {
    let mut at = then.block.index();
    loop {
        match &blocks[at].term {
            _ if !blocks[at].insts.is_empty() => return false,
            Term::Jump(target) => at = target.block.index(),
            term => return matches!(term, Term::Yield { .. }),
        }
    }
}

/// Looks at a function that chooses: it must have one way only, so that all of
/// its moves are alike.
fn chain(program: &Program, func: FuncId, most: &mut Option<u64>) -> Option<()> {
    let body = &program.funcs[func.index()];
    let defs = crate::emit::definitions(body);
    let mut choices = 0;
    let mut last = None;
    let mut at = 0;
    loop {
        at = match &body.blocks[at].term {
            Term::Jump(target) => target.block.index(),
            Term::ChooseField { set, then } => {
                choices += 1;
                last = Some(*set);
                then.block.index()
            }
            Term::Yield { .. } => break,
            _ => return None,
        };
    }
    if let (2.., Some(set)) = (choices, last) {
        let fields = most_fields(&program.facts.board, &defs, set);
        *most = Some(most.unwrap_or(0).max(fields));
    }
    Some(())
}

/// The most fields that a set can have.
fn most_fields(board: &Board, defs: &[Option<&SetExpr>], set: Value) -> u64 {
    let all = board.n_fields() as u64;
    let most = |set: &Value| most_fields(board, defs, *set);
    let fields = match defs[set.index()] {
        Some(SetExpr::Only(_) | SetExpr::Memory { .. }) => 1,
        Some(SetExpr::Const(fields)) => fields.iter().count() as u64,
        Some(SetExpr::And(a, b)) => most(a).min(most(b)),
        Some(SetExpr::Or(a, b)) => most(a) + most(b),
        Some(SetExpr::Minus(a, _)) => most(a),
        Some(SetExpr::Walk { from, ways, back }) => {
            most(from).saturating_mul(widest(board, ways, *back))
        }
        Some(SetExpr::Slide { from, directions, back, .. }) if most(from) == 1 => {
            longest_slides(board, directions, *back)
        }
        _ => all,
    };
    fields.min(all)
}

/// The most fields to which ways lead from one field.
fn widest(board: &Board, ways: &[Vec<Direction>], back: bool) -> u64 {
    let mut reached = vec![0; board.n_fields()];
    for (from, _) in pairs(board, ways, back) {
        reached[from] += 1;
    }
    reached.into_iter().max().unwrap_or(0)
}

/// The most fields that slides from one field in these directions can reach.
fn longest_slides(board: &Board, directions: &[Direction], back: bool) -> u64 {
    let n = board.n_fields();
    let mut reached = vec![0; n];
    for &direction in directions {
        let mut next = vec![Vec::new(); n];
        for (from, to) in pairs(board, &[vec![direction]], back) {
            next[from].push(to);
        }
        for (from, reached) in reached.iter_mut().enumerate() {
            let mut seen = vec![false; n];
            let mut open = next[from].clone();
            while let Some(at) = open.pop() {
                if !std::mem::replace(&mut seen[at], true) {
                    *reached += 1;
                    open.extend(&next[at]);
                }
            }
        }
    }
    reached.into_iter().max().unwrap_or(0)
}
