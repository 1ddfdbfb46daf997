//! Ends of blocks that say more than is the case: choices with one way, ways
//! that lead nowhere, turns of a direction that is known.

use super::{count_ways_in, fresh, is_known};
use crate::program::*;
use game::{Board, Direction};

/// Folds what is known; whether anything was changed. The blocks must be in order.
pub(super) fn fold(func: &mut Func, board: &Board) -> bool {
    fold_directions(func, board) | fold_dead_ends(func) | fold_forks(func)
}

/// A fork of forks is one fork, and a guard at the start of every branch is one
/// guard in front of it.
fn fold_forks(func: &mut Func) -> bool {
    let mut changed = false;
    let ways_in = count_ways_in(func);
    for i in (0..func.blocks.len()).rev() {
        let Term::Fork(branches) = &func.blocks[i].term else { continue };
        if branches.iter().any(|it| ways_in[it.block.index()] > 1 || !it.args.is_empty()) {
            continue;
        }
        let mut flat = Vec::new();
        for branch in branches {
            match &func.blocks[branch.block.index()] {
                Block { insts, term: Term::Fork(inner), .. } if insts.is_empty() => {
                    flat.extend(inner.iter().cloned());
                }
                _ => flat.push(branch.clone()),
            }
        }
        changed |= flat.len() > branches.len();
        while let Some(guard) = common_guard(func, &flat, &ways_in) {
            flat.iter().for_each(|it| _ = func.blocks[it.block.index()].insts.remove(0));
            func.blocks[i].insts.push(guard);
            changed = true;
        }
        func.blocks[i].term = Term::Fork(flat);
    }
    changed
}

/// The guard with which all branches start, if nothing else leads to them.
fn common_guard(func: &Func, branches: &[Target], ways_in: &[usize]) -> Option<Inst> {
    let start = |it: &Target| match func.blocks[it.block.index()].insts.first() {
        Some(guard @ Inst::Guard { .. }) if ways_in[it.block.index()] == 1 => Some(guard),
        _ => None,
    };
    let (first, others) = branches.split_first()?;
    let guard = start(first)?;
    others.iter().all(|it| start(it) == Some(guard)).then(|| guard.clone())
}

/// A turn of a constant direction is a constant, and a choice of one direction
/// is none.
fn fold_directions(func: &mut Func, board: &Board) -> bool {
    let mut changed = false;
    let mut constant: Vec<Option<Direction>> = vec![None; func.types.len()];
    for i in 0..func.blocks.len() {
        for inst in &mut func.blocks[i].insts {
            if let Inst::Rotate { dst, d, degrees } = *inst
                && let Some(direction) = constant[d.index()]
            {
                *inst = Inst::Direction { dst, direction: board.rotate(direction, degrees) };
                changed = true;
            }
            if let Inst::Direction { dst, direction } = *inst {
                constant[dst.index()] = Some(direction);
            }
        }
        let only = match &func.blocks[i].term {
            Term::ChooseDirection { from: Directions::Compass([a, b]), then, .. } if a == b => {
                match a[..] {
                    [only] => Some((only, then.clone())),
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some((direction, mut then)) = only {
            let dst = fresh(func, Type::Direction);
            constant.push(Some(direction));
            func.blocks[i].insts.push(Inst::Direction { dst, direction });
            then.args.insert(0, dst);
            func.blocks[i].term = Term::Jump(then);
            changed = true;
        }
    }
    changed
}

/// What leads only to an end without result is such an end itself; nothing that
/// was done on the way matters.
fn fold_dead_ends(func: &mut Func) -> bool {
    let mut changed = false;
    let known = is_known(func);
    let mut ends = vec![false; func.blocks.len()];
    for i in (0..func.blocks.len()).rev() {
        let is_dead = |target: &Target| ends[target.block.index()];
        let block = &mut func.blocks[i];
        let mut becomes = None;
        match &mut block.term {
            Term::Fork(branches) => {
                let before = branches.len();
                branches.retain(|branch| !is_dead(branch));
                changed |= branches.len() < before;
                match &branches[..] {
                    [] => becomes = Some(Term::Die),
                    [only] => becomes = Some(Term::Jump(only.clone())),
                    _ => {}
                }
            }
            Term::ChooseDirection { from: Directions::Compass([a, b]), .. }
                if a.is_empty() && b.is_empty() =>
            {
                becomes = Some(Term::Die);
            }
            Term::If { yes, no, .. } | Term::Ask { yes, no, .. } if yes == no => {
                becomes = Some(Term::Jump(yes.clone()));
            }
            Term::Die => {}
            term => {
                let targets = term.targets();
                if !targets.is_empty() && targets.iter().all(|it| is_dead(it)) {
                    becomes = Some(Term::Die);
                }
            }
        }
        if let Some(term) = becomes {
            block.term = term;
            changed = true;
        }
        changed |= guard_instead(func, i, &ends, &known);
        let block = &mut func.blocks[i];
        if block.term == Term::Die {
            changed |= !block.insts.is_empty();
            block.insts.clear();
            ends[i] = true;
        }
    }
    changed
}

/// A decision of which one way leads nowhere is a guard, if the opposite of its
/// condition can be said.
fn guard_instead(func: &mut Func, i: usize, ends: &[bool], known: &[bool]) -> bool {
    let Term::If { cond, yes, no } = &func.blocks[i].term else { return false };
    let (cond, yes, no) = (cond.clone(), yes.clone(), no.clone());
    let (cond, then) = match (ends[yes.block.index()], ends[no.block.index()]) {
        (false, true) => (cond, yes),
        (true, false) => match cond {
            Cond::Compare { op, a, b } => (Cond::Compare { op: op.negated(), a, b }, no),
            Cond::Is { v, player } => (Cond::Is { v, player: player.other() }, no),
            // A finger that points nowhere is in no set and not in its complement.
            Cond::In { f, set } if known[f.index()] => {
                let (all, rest) = (fresh(func, Type::Set), fresh(func, Type::Set));
                let insts = &mut func.blocks[i].insts;
                insts.push(Inst::Set { dst: all, expr: SetExpr::All });
                insts.push(Inst::Set { dst: rest, expr: SetExpr::Minus(all, set) });
                (Cond::In { f, set: rest }, no)
            }
            _ => return false,
        },
        _ => return false,
    };
    let block = &mut func.blocks[i];
    block.insts.push(Inst::Guard { cond, at: block.at });
    block.term = Term::Jump(then);
    true
}
