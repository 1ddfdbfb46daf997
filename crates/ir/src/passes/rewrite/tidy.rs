//! Makes a function as small as it can be without a change of what it does:
//! blocks that only lead on disappear, and so do values that are not needed.

use super::fold::fold;
use super::order::{number, order};
use super::share::{share, share_viewer};
use super::{Substitution, count_ways_in, is_known, resolve, substitute, write_dies};
use crate::program::*;
use game::Facts;

/// How often the steps of [`tidy`] are done at most. Each makes the function
/// smaller or leaves it, so this only bounds the time for strange functions.
const ROUNDS: usize = 16;

/// Puts a function in order: no block that cannot be reached or that could be
/// part of the one before it, no parameter that always gets the same value, no
/// step that nothing needs, every target after its block.
pub(crate) fn tidy(func: &mut Func, facts: &Facts) {
    share_viewer(func);
    for _ in 0..ROUNDS {
        order(func);
        let changed = match func.kind {
            FuncKind::Gen => fold(func, &facts.board),
            FuncKind::Num => false,
        };
        if !(changed | thread(func) | merge(func) | drop_params(func) | drop_unused(func, facts)) {
            break;
        }
    }
    order(func);
    if share(func) {
        drop_unused(func, facts);
    }
    number(func);
}

/// A way to a block that only jumps on leads to where that one jumps.
fn thread(func: &mut Func) -> bool {
    let mut changed = false;
    let ways_in = count_ways_in(func);
    // From the last block on, so that a chain of jumps is done at once.
    for i in (0..func.blocks.len()).rev() {
        let mut term = std::mem::replace(&mut func.blocks[i].term, Term::Die);
        if term.gives().is_empty() {
            for target in term.targets_mut() {
                let through = &func.blocks[target.block.index()];
                let Term::Jump(next) = &through.term else { continue };
                // Blocks after it may use its parameters directly if every way
                // to them leads through it, so something else must lead there.
                if !through.insts.is_empty() || ways_in[next.block.index()] < 2 {
                    continue;
                }
                let given: Substitution =
                    through.params.iter().copied().zip(target.args.iter().copied()).collect();
                let args =
                    next.args.iter().map(|arg| given.get(arg).copied().unwrap_or(*arg)).collect();
                *target = Target { block: next.block, args };
                changed = true;
            }
        }
        func.blocks[i].term = term;
    }
    changed
}

/// A block with one way in, by a jump, becomes part of the block before it.
fn merge(func: &mut Func) -> bool {
    let ways_in = count_ways_in(func);
    let mut values = Substitution::default();
    for i in 0..func.blocks.len() {
        while let Term::Jump(target) = &func.blocks[i].term
            && ways_in[target.block.index()] == 1
        {
            let target = target.clone();
            let next = &mut func.blocks[target.block.index()];
            values.extend(next.params.drain(..).zip(target.args));
            let insts = std::mem::take(&mut next.insts);
            let term = std::mem::replace(&mut next.term, Term::Die);
            func.blocks[i].insts.extend(insts);
            func.blocks[i].term = term;
        }
    }
    substitute(func, &values);
    !values.is_empty()
}

/// What arrives at a parameter of a block.
#[derive(Clone, Copy, PartialEq)]
enum Arrives {
    Nothing,
    Always(Value),
    Several,
}

/// Parameters that always get the same value are replaced by it.
fn drop_params(func: &mut Func) -> bool {
    let mut values = Substitution::default();
    let mut arrives: Vec<Vec<Arrives>> =
        func.blocks.iter().map(|block| vec![Arrives::Nothing; block.params.len()]).collect();
    // Blocks are in order, so when a block's turn comes, everything that
    // arrives at it is known.
    for (i, block) in func.blocks.iter().enumerate() {
        for (param, arrives) in block.params.iter().zip(&arrives[i]) {
            if let Arrives::Always(value) = arrives {
                values.insert(*param, *value);
            }
        }
        let gives = block.term.gives().len();
        for target in block.term.targets() {
            for (at, arrives) in arrives[target.block.index()].iter_mut().enumerate() {
                let arg = at.checked_sub(gives).map(|at| resolve(&values, target.args[at]));
                *arrives = match (arg, *arrives) {
                    (Some(arg), Arrives::Nothing) => Arrives::Always(arg),
                    (Some(arg), Arrives::Always(other)) if arg == other => *arrives,
                    _ => Arrives::Several,
                };
            }
        }
    }
    if values.is_empty() {
        return false;
    }
    let drop = |it: &Arrives| matches!(it, Arrives::Always(_));
    let drop: Vec<Vec<bool>> = arrives.iter().map(|it| it.iter().map(drop).collect()).collect();
    remove_params(func, &drop);
    substitute(func, &values);
    true
}

/// Removes parameters of blocks, and what is passed to them.
fn remove_params(func: &mut Func, drop: &[Vec<bool>]) {
    for (block, drop_here) in func.blocks.iter_mut().zip(drop) {
        let mut at = 0..;
        block.params.retain(|_| !at.next().is_some_and(|at| drop_here[at]));
        let gives = block.term.gives().len();
        for target in block.term.targets_mut() {
            let drop = &drop[target.block.index()];
            let mut at = gives..;
            target.args.retain(|_| !at.next().is_some_and(|at| drop[at]));
        }
    }
}

/// Drops steps that cannot end a path and whose value is not used, and
/// parameters that are not used.
fn drop_unused(func: &mut Func, facts: &Facts) -> bool {
    let known = is_known(func);
    let mut changed = false;
    let mut used = vec![false; func.types.len()];
    let mut needed = Vec::new();
    for i in (0..func.blocks.len()).rev() {
        let block = &func.blocks[i];
        block.term.uses(&mut |value, _| used[value.index()] = true);
        let gives = block.term.gives().len();
        for target in block.term.targets() {
            let params = &func.blocks[target.block.index()].params[gives..];
            for (param, arg) in params.iter().zip(&target.args) {
                used[arg.index()] |= used[param.index()];
            }
        }
        let block = &mut func.blocks[i];
        needed.clear();
        needed.resize(block.insts.len(), true);
        for (inst, needed) in block.insts.iter().zip(&mut needed).rev() {
            let wanted = inst.defines().is_none_or(|(dst, _)| used[dst.index()]);
            *needed = wanted || may_die(facts, inst, &known);
            if *needed {
                inst.uses(&mut |value, _| used[value.index()] = true);
            }
        }
        if needed.contains(&false) {
            changed = true;
            let mut needed = needed.iter();
            block.insts.retain(|_| needed.next() != Some(&false));
        }
    }
    // What a node gives, and what the function takes, stays.
    let mut given = vec![0; func.blocks.len()];
    given[0] = func.blocks[0].params.len();
    for block in &func.blocks {
        for target in block.term.targets() {
            let given = &mut given[target.block.index()];
            *given = block.term.gives().len().max(*given);
        }
    }
    let is_unused = |i: usize, at: usize, param: &Value| at >= given[i] && !used[param.index()];
    let has_unused = |(i, block): (usize, &Block)| {
        block.params.iter().enumerate().any(|(at, param)| is_unused(i, at, param))
    };
    if func.blocks.iter().enumerate().any(has_unused) {
        let drop = func.blocks.iter().enumerate().map(|(i, block)| {
            let params = block.params.iter().enumerate();
            params.map(|(at, param)| is_unused(i, at, param)).collect()
        });
        let drop: Vec<Vec<bool>> = drop.collect();
        remove_params(func, &drop);
        changed = true;
    }
    changed
}

/// Whether a path may end at a step.
fn may_die(facts: &Facts, inst: &Inst, known: &[bool]) -> bool {
    match inst {
        Inst::Guard { .. } | Inst::Step { .. } | Inst::Back { .. } => true,
        Inst::Rotate { d, .. } => !known[d.index()],
        Inst::Write { write, .. } => write_dies(facts, write, known),
        Inst::Other { .. }
        | Inst::NoField { .. }
        | Inst::NoDirection { .. }
        | Inst::Direction { .. }
        | Inst::Set { .. }
        | Inst::Number { .. } => false,
    }
}
