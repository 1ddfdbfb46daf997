//! Steps that make the same value twice: the second uses the first one's, where
//! every way leads through it.

use super::{Substitution, resolve, substitute};
use crate::analyses::Flow;
use crate::program::*;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Lets everything for which it does not matter who asks be asked by the player
/// that the function is run for, so that the same is asked in the same words.
pub(super) fn share_viewer(func: &mut Func) {
    let viewer = func.blocks[0].params[1];
    let is_absolute = |whose| matches!(whose, Whose::First | Whose::Second | Whose::Nobody);
    for block in &mut func.blocks {
        for inst in &mut block.insts {
            if let Inst::Set { expr: SetExpr::Pieces { v, whose, .. }, .. }
            | Inst::Number { expr: NumExpr::Reserve { v, whose, .. }, .. }
            | Inst::Write {
                write: Write::Put { v, whose, .. } | Write::PutAll { v, whose, .. },
                ..
            } = inst
                && is_absolute(*whose)
            {
                *v = viewer;
            }
        }
        if let Term::ChooseDirection { v, from: Directions::Compass([a, b]), .. } = &mut block.term
            && a == b
        {
            *v = viewer;
        }
    }
}

/// Shares values; whether there were any to share. The blocks must be in order.
pub(super) fn share(func: &mut Func) -> bool {
    let flow = Flow::new(func);
    let mut values = Substitution::default();
    // The steps met so far by a hash, each with its block.
    let mut met: FxHashMap<u64, Vec<(usize, usize)>> = FxHashMap::default();
    for i in 0..func.blocks.len() {
        for at in 0..func.blocks[i].insts.len() {
            let inst = &mut func.blocks[i].insts[at];
            inst.uses_mut(&mut |value| *value = resolve(&values, *value));
            let Some(key) = key(inst) else { continue };
            let inst = &func.blocks[i].insts[at];
            let found = met.entry(key).or_default();
            let before = found.iter().map(|&(block, at)| (block, &func.blocks[block].insts[at]));
            let same = before
                .filter(|(_, it)| makes_the_same(it, inst))
                .find(|(block, _)| flow.dominates(BlockId(*block as u32), BlockId(i as u32)));
            match (same.and_then(|(_, it)| it.defines()), inst.defines()) {
                (Some((first, _)), Some((second, _))) => _ = values.insert(second, first),
                _ => found.push((i, at)),
            }
        }
    }
    substitute(func, &values);
    !values.is_empty()
}

/// A hash of what a step makes, if that depends on nothing but its operands and
/// no path can end there.
fn key(inst: &Inst) -> Option<u64> {
    let mut hasher = FxHasher::default();
    match inst {
        Inst::Set { expr, .. } => std::mem::discriminant(expr).hash(&mut hasher),
        Inst::Number { expr, .. } => std::mem::discriminant(expr).hash(&mut hasher),
        Inst::Other { .. }
        | Inst::NoField { .. }
        | Inst::NoDirection { .. }
        | Inst::Direction { .. } => std::mem::discriminant(inst).hash(&mut hasher),
        Inst::Guard { .. }
        | Inst::Step { .. }
        | Inst::Back { .. }
        | Inst::Rotate { .. }
        | Inst::Write { .. } => return None,
    }
    inst.uses(&mut |value, _| value.hash(&mut hasher));
    Some(hasher.finish())
}

fn makes_the_same(a: &Inst, b: &Inst) -> bool {
    match (a, b) {
        (Inst::Set { expr: a, .. }, Inst::Set { expr: b, .. }) => a == b,
        (Inst::Number { expr: a, .. }, Inst::Number { expr: b, .. }) => a == b,
        (Inst::Other { v: a, .. }, Inst::Other { v: b, .. }) => a == b,
        (Inst::Direction { direction: a, .. }, Inst::Direction { direction: b, .. }) => a == b,
        (Inst::NoField { .. }, Inst::NoField { .. }) => true,
        (Inst::NoDirection { .. }, Inst::NoDirection { .. }) => true,
        _ => false,
    }
}
