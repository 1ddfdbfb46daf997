//! Blocks where ways with different constant directions join: each gets a copy
//! of its own, so that steps in it go in a constant direction.

use super::super::rewrite::{self, Substitution};
use super::super::touched::Touched;
use crate::analyses::{Edge, Flow};
use crate::program::*;

/// How many ways may join where copies are made.
const WAYS: usize = 8;

/// Copies such blocks, with what only they lead to, as long as the function
/// stays within `most`; whether there was one.
pub(super) fn separate(func: &mut Func, flow: &Flow, most: usize, touched: &mut Touched) -> bool {
    let mut changed = false;
    let types = func.types.clone();
    for i in 1..func.blocks.len() {
        let block = BlockId(i as u32);
        let edges = flow.edges(block);
        if !(2..=WAYS).contains(&edges.len()) || !steps_by_param(func, flow, block) {
            continue;
        }
        let from: Vec<BlockId> = edges.iter().map(|edge| edge.from).collect();
        let growth = (edges.len() - 1) * flow.region_size(func, block);
        if touched.meets(flow, &from, block) || rewrite::size(func) + growth > most {
            continue;
        }
        let region: Vec<(BlockId, Block)> =
            flow.region(block).map(|id| (id, func.blocks[id.index()].clone())).collect();
        for &edge in &edges[1..] {
            let ids = rewrite::copy_blocks(func, &region, &types, &mut Substitution::default());
            lead(func, edge, ids[&block]);
        }
        touched.add(flow, &from, block);
        changed = true;
    }
    changed
}

fn lead(func: &mut Func, edge: Edge, to: BlockId) {
    let term = &mut func.blocks[edge.from.index()].term;
    if let Some(target) = term.targets_mut().nth(edge.target) {
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
