//! What can do nothing but make draws: whatever depends on it, in a function and in those that run
//! it, says that the game is a draw before it is a result of the turn. Earlier positions are such
//! a thing in most games that ask for them; for counters see `clocks.rs`.

use super::calls::CallGraph;
use crate::program::*;

impl Program {
    /// Whether positions that have occurred can do nothing but make the game a draw, or where
    /// points are counted end it with the points that there are. If the rules do not prove it
    /// the answer is no.
    pub fn past_only_draws(&self) -> bool {
        let mut turns = Turns::new(self);
        for id in turns.run.clone() {
            let func = turns.func(id);
            let mut n_guards = 0;
            for (i, block) in func.blocks.iter().enumerate() {
                for (place, inst) in block.insts.iter().enumerate() {
                    if let Inst::Guard { cond: Cond::Occurred { .. }, .. } = inst {
                        n_guards += 1;
                        turns.depend(id, i, place + 1);
                    }
                }
            }
            // What is asked in another way may do something if the answer is no.
            let is_past = |cond: &&Cond| matches!(cond, Cond::Occurred { .. });
            if func.conds().filter(is_past).count() != n_guards {
                return false;
            }
        }
        turns.follow_all().is_some()
    }
}

/// What a turn can run, and what in it depends on something that can only make draws.
pub(super) struct Turns<'p> {
    pub(super) program: &'p Program,
    /// The functions that a turn can run.
    pub(super) run: Vec<FuncId>,
    /// Functions whose results depend on it.
    depending: Vec<FuncId>,
    /// By function, the numbers that are the difference of points and nothing else.
    even: Vec<Vec<bool>>,
}

impl<'p> Turns<'p> {
    pub(super) fn new(program: &'p Program) -> Turns<'p> {
        let run = CallGraph::new(program).reachable([program.entries.main]);
        let even = super::points::even(program).map_or(Vec::new(), |(_, even)| even);
        Turns { program, run, depending: Vec::new(), even }
    }

    pub(super) fn func(&self, func: FuncId) -> &'p Func {
        &self.program.funcs[func.index()]
    }

    /// Notes that what follows in a function depends on it.
    pub(super) fn depend(&mut self, id: FuncId, block: usize, place: usize) {
        if !self.draws(id, block, place) && !self.depending.contains(&id) {
            self.depending.push(id);
        }
    }

    /// Whether all that a function yields after a place says that the game is a draw, or even
    /// but for the points that there are.
    fn draws(&self, id: FuncId, block: usize, place: usize) -> bool {
        let is_even = |verdict: &Verdict| match verdict {
            Verdict::Draw => true,
            Verdict::Score(n) => {
                let even = self.even.get(id.index()).and_then(|even| even.get(n.index()));
                even.is_some_and(|even| *even)
            }
            _ => false,
        };
        draws(self.func(id), block, place, is_even)
    }

    /// Follows the results of a function that depends on it into another one; nothing
    /// if they are used for something else there.
    fn follow(&mut self, id: FuncId, depending: FuncId) -> Option<()> {
        let func = self.func(id);
        for block in &func.blocks {
            let mut is_asked = false;
            let mut see = |callee: FuncId, _| is_asked |= callee == depending;
            block.insts.iter().for_each(|inst| inst.callees(&mut see));
            if is_asked {
                return None;
            }
            let mut is_run = false;
            block.term.callees(&mut |callee, _| is_run |= callee == depending);
            match &block.term {
                _ if !is_run => {}
                Term::Call { then, .. } | Term::OrElse { then, .. } => {
                    self.depend(id, then.block.index(), 0);
                }
                Term::Ask { yes, no, .. }
                    if matches!(&func.blocks[no.block.index()].term, Term::Die) =>
                {
                    self.depend(id, yes.block.index(), 0);
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// Follows all that is noted, as far as it goes; nothing if a turn may depend on it.
    pub(super) fn follow_all(&mut self) -> Option<()> {
        let mut done = 0;
        while let Some(&depending) = self.depending.get(done) {
            done += 1;
            if depending == self.program.entries.main {
                return None;
            }
            for func in self.run.clone() {
                self.follow(func, depending)?;
            }
        }
        Some(())
    }

    /// The places that run a function: where they are, and whether they may run it again.
    pub(super) fn runs(&self, wanted: FuncId) -> Vec<(FuncId, bool)> {
        let mut runs = Vec::new();
        for &id in &self.run {
            for block in &self.func(id).blocks {
                let repeats = !matches!(
                    block.term,
                    Term::Call { .. } | Term::OrElse { .. } | Term::Ask { .. }
                );
                let mut see = |callee: FuncId, _| {
                    runs.extend((callee == wanted).then_some((id, repeats)));
                };
                block.insts.iter().for_each(|inst| inst.callees(&mut see));
                block.term.callees(&mut see);
            }
        }
        runs
    }
}

/// Whether all that a function yields after a place says that the game ends like that.
fn draws(func: &Func, block: usize, place: usize, is_draw: impl Fn(&Verdict) -> bool) -> bool {
    let mut reached = vec![false; func.blocks.len()];
    reached[block] = true;
    // Blocks lead only to blocks after them. One that says so needs no look at what follows.
    for (i, it) in func.blocks.iter().enumerate().skip(block) {
        let after = if i == block { place } else { 0 };
        let says = |inst: &Inst| match inst {
            Inst::Write { write: Write::Outcome { verdict, .. }, .. } => Some(*verdict),
            _ => None,
        };
        let said = it.insts[after.min(it.insts.len())..].iter().find_map(says);
        match said {
            _ if !reached[i] => {}
            Some(verdict) if is_draw(&verdict) => {}
            Some(_) => return false,
            None if matches!(it.term, Term::Yield { .. } | Term::Return(_)) => return false,
            None => {
                for target in it.term.targets() {
                    reached[target.block.index()] = true;
                }
            }
        }
    }
    true
}
