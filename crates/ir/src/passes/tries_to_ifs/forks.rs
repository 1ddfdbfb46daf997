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
        let tests: Vec<Option<Tests>> =
            branches.iter().map(|branch| Tests::of(func, &ways_in, branch)).collect();
        // Each branch waits for the one before it that leads to the same place.
        let branches = branches.clone();
        let mut first = Vec::new();
        for (at, branch) in branches.iter().enumerate() {
            let leads_there = |it: &&Tests| {
                tests[at]
                    .as_ref()
                    .is_some_and(|branch| branch.end.is_some() && it.end == branch.end)
            };
            match tests[..at].iter().rev().flatten().find(leads_there) {
                Some(before) => {
                    before.fail_to(func, facts, branch);
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

/// Blocks that do nothing but test, and lead to one place.
struct Tests {
    blocks: Vec<usize>,
    end: Option<Target>,
}

impl Tests {
    /// The tests of a branch, if it is nothing else.
    fn of(func: &Func, ways_in: &[usize], branch: &Target) -> Option<Tests> {
        let mut tests = Tests { blocks: Vec::new(), end: None };
        let is_alone = ways_in[branch.block.index()] == 1;
        (is_alone && tests.collect(func, ways_in, branch)).then_some(tests)
    }

    /// Adds a block and what it leads to; whether there are only tests.
    fn collect(&mut self, func: &Func, ways_in: &[usize], to: &Target) -> bool {
        let block = &func.blocks[to.block.index()];
        if ways_in[to.block.index()] != 1 || !block.params.is_empty() || !only_tests(block) {
            return *self.end.get_or_insert_with(|| to.clone()) == *to;
        }
        self.blocks.push(to.block.index());
        match &block.term {
            Term::Die => true,
            Term::Jump(to) => self.collect(func, ways_in, to),
            Term::If { yes, no, .. } | Term::Ask { yes, no, .. } => {
                self.collect(func, ways_in, yes) && self.collect(func, ways_in, no)
            }
            _ => false,
        }
    }

    /// Goes on elsewhere where a test fails.
    fn fail_to(&self, func: &mut Func, facts: &Facts, no: &Target) {
        for &at in &self.blocks {
            if matches!(func.blocks[at].term, Term::Die) {
                func.blocks[at].term = Term::Jump(no.clone());
            }
            split_at_guards(func, at, facts, &FxHashMap::default(), no);
        }
    }
}

/// Whether the steps of a block only test.
fn only_tests(block: &Block) -> bool {
    block.insts.iter().all(|inst| match inst {
        Inst::Guard { .. }
        | Inst::Set { .. }
        | Inst::Number { .. }
        | Inst::Other { .. }
        | Inst::NoField { .. }
        | Inst::NoDirection { .. }
        | Inst::Direction { .. } => true,
        Inst::Step { .. } | Inst::Back { .. } | Inst::Rotate { .. } | Inst::Write { .. } => false,
    })
}
