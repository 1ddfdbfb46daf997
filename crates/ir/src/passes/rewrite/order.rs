//! The order of blocks and the numbers of values: what cannot be reached is
//! dropped, blocks are put after those that lead to them, and values are
//! numbered in the order of their definitions.

use crate::program::*;

/// Drops blocks that cannot be reached, and puts the others in an order in
/// which every target follows.
pub(super) fn order(func: &mut Func) {
    let order = reverse_postorder(func);
    let is_in_order = order.len() == func.blocks.len() && order.is_sorted();
    if is_in_order {
        return;
    }
    let mut place = vec![BlockId(u32::MAX); func.blocks.len()];
    for (i, &block) in order.iter().enumerate() {
        place[block] = BlockId(i as u32);
    }
    let mut old: Vec<Option<Block>> =
        std::mem::take(&mut func.blocks).into_iter().map(Some).collect();
    func.blocks = order.iter().filter_map(|&block| old[block].take()).collect();
    for block in &mut func.blocks {
        for target in block.term.targets_mut() {
            target.block = place[target.block.index()];
        }
    }
}

/// The blocks that can be reached; the way that is named first comes first.
fn reverse_postorder(func: &Func) -> Vec<usize> {
    // The targets of all blocks in a row, and where those of each begin.
    let mut targets = Vec::with_capacity(2 * func.blocks.len());
    let mut begins = Vec::with_capacity(func.blocks.len() + 1);
    for block in &func.blocks {
        begins.push(targets.len());
        targets.extend(block.term.targets().iter().rev().map(|it| it.block.index()));
    }
    begins.push(targets.len());
    let mut seen = vec![false; func.blocks.len()];
    let mut done = Vec::with_capacity(func.blocks.len());
    let mut path = vec![(0, 0)];
    seen[0] = true;
    while let Some((block, next)) = path.pop() {
        match targets[begins[block]..begins[block + 1]].get(next) {
            Some(&target) => {
                path.push((block, next + 1));
                if !std::mem::replace(&mut seen[target], true) {
                    path.push((target, 0));
                }
            }
            None => done.push(block),
        }
    }
    done.reverse();
    done
}

/// Numbers the values in the order of their definitions, and forgets those
/// that are not defined.
pub(super) fn number(func: &mut Func) {
    let (mut types, mut sources) = (Vec::new(), Sources::NONE);
    let mut new = vec![None; func.types.len()];
    let mut define = |value: &mut Value| {
        types.push(func.types[value.index()]);
        let number = Value(types.len() as u32 - 1);
        sources.set(number, func.sources.get(*value));
        new[value.index()] = Some(number);
        *value = number;
    };
    for block in &mut func.blocks {
        block.params.iter_mut().for_each(&mut define);
        block.insts.iter_mut().filter_map(Inst::dst_mut).for_each(&mut define);
    }
    for block in &mut func.blocks {
        super::edit_uses(block, &mut |value| {
            *value = new.get(value.index()).copied().flatten().unwrap_or(*value);
        });
    }
    (func.types, func.sources) = (types, sources);
}
