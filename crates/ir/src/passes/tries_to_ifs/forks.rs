//! Branches of a fork that only test, and lead to the same place with the same
//! values, give the same results: it is enough to follow the first whose tests
//! hold.

use super::split_at_guards;
use crate::passes::rewrite::count_ways_in;
use crate::program::*;
use game::Facts;
use rustc_hash::FxHashMap;

/// Replaces such branches; whether there were any.
pub(super) fn fork_to_ifs(func: &mut Func, facts: &Facts) -> bool {
    let ways_in = count_ways_in(func);
    let mut changed = false;
    for i in 0..func.blocks.len() {
        let Term::Fork(branches) = &func.blocks[i].term else { continue };
        let ends: Vec<Option<Target>> = branches
            .iter()
            .map(|branch| {
                let only = ways_in[branch.block.index()] == 1;
                end_of_tests(&func.blocks[branch.block.index()]).filter(|_| only)
            })
            .collect();
        // Each branch waits for the one before it that leads to the same place.
        let branches = branches.clone();
        let mut first = Vec::new();
        for (at, branch) in branches.iter().enumerate() {
            let earlier = ends[..at].iter().rposition(|it| it.is_some() && *it == ends[at]);
            match earlier {
                Some(before) => {
                    let before = branches[before].block.index();
                    split_at_guards(func, before, facts, &FxHashMap::default(), branch);
                    changed = true;
                }
                None => first.push(branch.clone()),
            }
        }
        func.blocks[i].term = match &first[..] {
            [only] => Term::Jump(only.clone()),
            _ => Term::Fork(first),
        };
    }
    changed
}

/// Where a block leads that does nothing but test.
fn end_of_tests(block: &Block) -> Option<Target> {
    let tests = block.insts.iter().all(|inst| match inst {
        Inst::Guard { .. }
        | Inst::Set { .. }
        | Inst::Number { .. }
        | Inst::Other { .. }
        | Inst::NoField { .. }
        | Inst::NoDirection { .. }
        | Inst::Direction { .. } => true,
        Inst::Step { .. } | Inst::Back { .. } | Inst::Rotate { .. } | Inst::Write { .. } => false,
    });
    match &block.term {
        Term::Jump(target) if tests && block.params.is_empty() => Some(target.clone()),
        _ => None,
    }
}
