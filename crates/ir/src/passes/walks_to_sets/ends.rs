//! Where stretches of walking can end: blocks are taken apart where walking
//! ends and something else begins, and for each block the next one is found
//! through which every way leads that does not end.

use crate::program::*;

/// Takes blocks apart after their last step of walking, so that a stretch can
/// end there.
pub(super) fn split_blocks(func: &mut Func) {
    let places: Vec<Option<usize>> = func.blocks.iter().map(place_to_split).collect();
    let mut moved = Vec::with_capacity(places.len());
    let mut next = 0;
    for place in &places {
        moved.push(BlockId(next));
        next += 1 + u32::from(place.is_some());
    }
    let mut blocks = Vec::with_capacity(next as usize);
    for (mut block, place) in std::mem::take(&mut func.blocks).into_iter().zip(places) {
        for target in block.term.targets_mut() {
            target.block = moved[target.block.index()];
        }
        if let Some(place) = place {
            let rest = Block {
                params: Vec::new(),
                insts: block.insts.split_off(place),
                term: std::mem::replace(&mut block.term, Term::Die),
                at: block.at,
            };
            let then = BlockId(blocks.len() as u32 + 1);
            block.term = Term::Jump(Target { block: then, args: Vec::new() });
            blocks.push(block);
            blocks.push(rest);
        } else {
            blocks.push(block);
        }
    }
    func.blocks = blocks;
}

/// After which step of a block walking ends, if something else follows.
fn place_to_split(block: &Block) -> Option<usize> {
    let is_write = |inst: &Inst| matches!(inst, Inst::Write { .. });
    let is_walk = |inst: &Inst| matches!(inst, Inst::Step { .. } | Inst::Guard { .. });
    let end = block.insts.iter().position(is_write).unwrap_or(block.insts.len());
    let walks = block.insts[..end].iter().any(is_walk);
    let goes_on = matches!(
        block.term,
        Term::Jump(_)
            | Term::If { .. }
            | Term::Fork(_)
            | Term::ChooseDirection { .. }
            | Term::Repeat { .. }
            | Term::Ask { .. }
            | Term::Die
    );
    (walks && (end < block.insts.len() || !goes_on)).then_some(end)
}

/// For each block the next one through which every way leads that has a result.
pub(super) fn ends(func: &Func) -> Vec<Option<BlockId>> {
    let n = func.blocks.len();
    // `n` stands for the end of the function; blocks without a result have none.
    let mut next: Vec<Option<usize>> = vec![None; n];
    for (i, block) in func.blocks.iter().enumerate().rev() {
        if matches!(block.term, Term::Yield { .. } | Term::Return(_)) {
            next[i] = Some(n);
            continue;
        }
        for target in block.term.targets() {
            let to = target.block.index();
            if next[to].is_none() {
                continue;
            }
            next[i] = Some(match next[i] {
                None => to,
                Some(other) => common(&next, n, other, to),
            });
        }
    }
    let block = |at: Option<usize>| at.filter(|&at| at < n).map(|at| BlockId(at as u32));
    next.into_iter().map(block).collect()
}

/// The first block through which every way from both leads.
fn common(next: &[Option<usize>], n: usize, mut a: usize, mut b: usize) -> usize {
    while a != b {
        let earlier = if a < b { &mut a } else { &mut b };
        *earlier = next[*earlier].unwrap_or(n);
    }
    a
}
