//! Choices of a direction that could not become a choice of a field are written
//! out, one branch for each direction, so that later passes see constants.
//!
//! What is copied are the blocks that only this choice leads to; what they make
//! is used nowhere else, so the copies need no repair.

use crate::analyses::Flow;
use crate::passes::rewrite::{Substitution, add_block, copy_blocks, fresh, size};
use crate::program::*;
use game::Direction;

/// How much a function may grow, in steps and ends of blocks.
const GROWTH: usize = 800;

/// Writes out what is left; whether anything was.
pub(super) fn unroll(func: &mut Func) -> bool {
    let before = size(func);
    let mut changed = false;
    // Copies come after everything else, with the choices that they contain.
    let mut at = 0;
    while at < func.blocks.len() {
        if let Some((directions, then)) = choice(func, at) {
            let flow = Flow::new(func);
            let copied = dominated(func, &flow, then.block);
            let given = func.blocks[then.block.index()].params.first().copied();
            if !copied.iter().any(|(_, block)| is_looked_at(block, given)) {
                at += 1;
                continue;
            }
            let cost = copied.iter().map(|(_, block)| block.insts.len() + 1).sum::<usize>();
            if size(func) + cost * (directions.len() - 1) <= before + GROWTH {
                write_out(func, at, &directions, &then, &copied);
                changed = true;
            }
        }
        at += 1;
    }
    changed
}

/// The directions of a choice at the end of a block, and where it leads.
fn choice(func: &Func, at: usize) -> Option<(Vec<Direction>, Target)> {
    let Term::ChooseDirection { from: Directions::Compass([a, b]), then, .. } =
        &func.blocks[at].term
    else {
        return None;
    };
    let ways_in = func.blocks.iter().flat_map(|block| block.term.targets());
    let is_only = ways_in.filter(|target| target.block == then.block).count() == 1;
    (a == b && a.len() > 1 && is_only).then(|| (a.clone(), then.clone()))
}

/// The blocks to which every way leads through this one, with itself.
fn dominated(func: &Func, flow: &Flow, home: BlockId) -> Vec<(BlockId, Block)> {
    let blocks = func.blocks.iter().enumerate().map(|(i, block)| (BlockId(i as u32), block));
    let within = blocks.filter(|(id, _)| flow.dominates(home, *id));
    within.map(|(id, block)| (id, block.clone())).collect()
}

/// Whether the direction is used in a block for something that is better off
/// with a constant; a repeat by itself is not.
fn is_looked_at(block: &Block, direction: Option<Value>) -> bool {
    let mut found = false;
    for inst in &block.insts {
        inst.uses(&mut |value, _| found |= Some(value) == direction);
    }
    if let Term::Ask { args, .. } = &block.term {
        found |= Some(args.d) == direction;
    }
    found || block.term.targets().iter().any(|it| it.args.iter().any(|&arg| Some(arg) == direction))
}

fn write_out(
    func: &mut Func,
    at: usize,
    directions: &[Direction],
    then: &Target,
    copied: &[(BlockId, Block)],
) {
    let types = func.types.clone();
    let mut branches = Vec::new();
    for (i, &direction) in directions.iter().enumerate() {
        let dst = fresh(func, Type::Direction);
        let block = match i {
            // The first branch can have the blocks themselves.
            0 => then.block,
            _ => copy_blocks(func, copied, &types, &mut Substitution::default())[&then.block],
        };
        let args = std::iter::once(dst).chain(then.args.iter().copied()).collect();
        let insts = vec![Inst::Direction { dst, direction }];
        let branch = Block::new(Vec::new(), insts, Term::Jump(Target { block, args }));
        branches.push(Target { block: add_block(func, branch), args: Vec::new() });
    }
    func.blocks[at].term = Term::Fork(branches);
}
