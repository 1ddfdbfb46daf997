//! Blocks where ways with different constant directions join: each gets a copy
//! of its own, so that steps in it go in a constant direction.

use super::super::rewrite::{self, Substitution};
use crate::analyses::{Edge, Flow};
use crate::program::*;

/// How many ways may join where copies are made.
const WAYS: usize = 4;

/// Copies one such block, with what only it leads to, as long as the function
/// stays within `most`; whether there was one.
pub(super) fn separate(func: &mut Func, flow: &Flow, most: usize) -> bool {
    let found = (1..func.blocks.len()).map(|i| BlockId(i as u32)).find(|&block| {
        let ways = flow.edges(block).len();
        (2..=WAYS).contains(&ways)
            && steps_by_param(func, flow, block)
            && rewrite::size(func) + (ways - 1) * region_size(func, flow, block) <= most
    });
    let Some(block) = found else { return false };
    let region: Vec<(BlockId, Block)> =
        region(func, flow, block).map(|id| (id, func.blocks[id.index()].clone())).collect();
    let types = func.types.clone();
    for &edge in &flow.edges(block)[1..] {
        let ids = rewrite::copy_blocks(func, &region, &types, &mut Substitution::default());
        lead(func, edge, ids[&block]);
    }
    true
}

fn lead(func: &mut Func, edge: Edge, to: BlockId) {
    let term = &mut func.blocks[edge.from.index()].term;
    if let Some(target) = term.targets_mut().into_iter().nth(edge.target) {
        target.block = to;
    }
}

/// Whether a block steps in a direction that is a constant on each way in, and
/// not the same on all.
fn steps_by_param(func: &Func, flow: &Flow, block: BlockId) -> bool {
    let it = &func.blocks[block.index()];
    it.params.iter().enumerate().any(|(at, &param)| {
        let constant = |&edge: &Edge| {
            let arg = flow.argument(func, edge, at)?;
            flow.direction(func, arg)
        };
        let steps = |inst: &Inst| matches!(inst, Inst::Step { d, .. } if *d == param);
        func.types[param.index()] == Type::Direction
            && it.insts.iter().any(steps)
            && flow.edges(block).iter().all(|edge| constant(edge).is_some())
    })
}

/// The blocks that only this one leads to, with itself.
fn region<'f>(
    func: &Func,
    flow: &'f Flow,
    block: BlockId,
) -> impl Iterator<Item = BlockId> + use<'f> {
    let blocks = (0..func.blocks.len()).map(|i| BlockId(i as u32));
    blocks.filter(move |&it| flow.dominates(block, it))
}

fn region_size(func: &Func, flow: &Flow, block: BlockId) -> usize {
    region(func, flow, block).map(|it| func.blocks[it.index()].insts.len() + 1).sum()
}
