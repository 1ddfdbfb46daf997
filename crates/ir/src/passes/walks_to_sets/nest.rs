//! Some branches of a fork meet again before the others do: as a fork of their
//! own they can be a stretch of walking, whatever the others are.

use crate::passes::rewrite::count_ways_in;
use crate::program::*;

/// Makes forks of branches that meet at once. The blocks stay in order.
pub(super) fn nest_forks(func: &mut Func) {
    let mut at = 0;
    while at < func.blocks.len() {
        if let Some(branches) = meeting(func, at) {
            nest(func, at, branches);
        }
        at += 1;
    }
}

/// Neighbors among the branches of a fork that lead to a block to which nothing
/// else leads.
fn meeting(func: &Func, at: usize) -> Option<std::ops::Range<usize>> {
    let Term::Fork(branches) = &func.blocks[at].term else { return None };
    let ways_in = count_ways_in(func);
    let end = |branch: &Target| match &func.blocks[branch.block.index()] {
        Block { params, term: Term::Jump(to), .. }
            if params.is_empty() && ways_in[branch.block.index()] == 1 =>
        {
            Some(to.block)
        }
        _ => None,
    };
    (0..branches.len()).find_map(|first| {
        let meet = end(&branches[first])?;
        let more = branches[first..].iter().take_while(|it| end(it) == Some(meet)).count();
        let is_all = ways_in[meet.index()] == more;
        (more > 1 && more < branches.len() && is_all).then_some(first..first + more)
    })
}

/// Puts some branches of a fork into a fork of their own.
fn nest(func: &mut Func, at: usize, branches: std::ops::Range<usize>) {
    let Term::Fork(all) = &mut func.blocks[at].term else { return };
    let inner: Vec<Target> = all.drain(branches.clone()).collect();
    let Some(place) = inner.iter().map(|it| it.block.index()).min() else { return };
    all.insert(branches.start, Target { block: BlockId(place as u32), args: Vec::new() });
    let fork = Block::new(Vec::new(), Vec::new(), Term::Fork(inner));
    func.blocks.push(fork);
    let n = func.blocks.len() - 1;
    for (i, block) in func.blocks.iter_mut().enumerate() {
        for (j, target) in block.term.targets_mut().enumerate() {
            // The new block takes the place of its first branch.
            if target.block.index() >= place && (i, j) != (at, branches.start) {
                target.block = BlockId(target.block.0 + 1);
            }
        }
    }
    func.blocks[place..=n].rotate_right(1);
}
