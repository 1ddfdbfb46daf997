//! Makes several choices of one, each with its own copy of what only this
//! choice leads to.

use super::super::rewrite::{self, Substitution};
use crate::analyses::Flow;
use crate::program::*;

/// A choice that is made several times, each time with other branches of the
/// fork after it; without branches the block after it stays as it is.
pub(super) struct Split {
    pub(super) choice: BlockId,
    /// The block after the choice.
    pub(super) then: BlockId,
    pub(super) groups: Vec<Vec<Target>>,
}

/// One of the choices that were made.
pub(super) struct Copy {
    pub(super) choice: BlockId,
    /// The copies of the blocks that were asked for.
    pub(super) blocks: Vec<BlockId>,
    /// The copy of the field that was asked for.
    pub(super) field: Value,
}

impl Split {
    /// How much larger the function becomes at most.
    pub(super) fn growth(&self, func: &Func, flow: &Flow) -> usize {
        flow.region_size(func, self.then) * (self.groups.len() - 1) + 2 * self.groups.len()
    }

    /// Distributes the fork.
    pub(super) fn carry_out(self, func: &mut Func, flow: &Flow) {
        self.copy(func, flow, &[], Value(0));
    }

    /// Makes the choices; tells what became of some blocks and a field.
    pub(super) fn copy(
        &self,
        func: &mut Func,
        flow: &Flow,
        blocks: &[BlockId],
        field: Value,
    ) -> Vec<Copy> {
        let region: Vec<(BlockId, Block)> =
            flow.region(self.then).map(|id| (id, func.blocks[id.index()].clone())).collect();
        let types = func.types.clone();
        let term = func.blocks[self.choice.index()].term.clone();
        let mut copies = Vec::new();
        for (i, group) in self.groups.iter().enumerate() {
            let mut values = Substitution::default();
            let ids = match i {
                0 => Default::default(),
                _ => rewrite::copy_blocks(func, &region, &types, &mut values),
            };
            let place = |block: BlockId| ids.get(&block).copied().unwrap_or(block);
            if !group.is_empty() {
                let renamed = |value: &Value| values.get(value).copied().unwrap_or(*value);
                let branches: Vec<Target> = group
                    .iter()
                    .map(|branch| Target {
                        block: place(branch.block),
                        args: branch.args.iter().map(renamed).collect(),
                    })
                    .collect();
                func.blocks[place(self.then).index()].term = match &branches[..] {
                    [only] => Term::Jump(only.clone()),
                    _ => Term::Fork(branches),
                };
            }
            let mut term = term.clone();
            for target in term.targets_mut() {
                target.block = place(target.block);
            }
            let block = Block::new(Vec::new(), Vec::new(), term);
            copies.push(Copy {
                choice: rewrite::add_block(func, block),
                blocks: blocks.iter().map(|&block| place(block)).collect(),
                field: values.get(&field).copied().unwrap_or(field),
            });
        }
        let targets = copies.iter().map(|copy| Target { block: copy.choice, args: Vec::new() });
        func.blocks[self.choice.index()].term = Term::Fork(targets.collect());
        copies
    }
}
