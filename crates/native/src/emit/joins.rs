//! Where ways meet again: which block that is, how two ways are gone up to there,
//! and how the walk goes on after it with one copy of the code.

use super::blocks::Either;
use super::sym::{Conf, Frame, Pending, State, Val, Word};
use super::{Answers, Cont, Emit};
use cranelift_codegen::ir::{Block, InstBuilder};
use ir::{Func, Inst, NumExpr, Target, Term, Write};
use std::rc::Rc;

/// The block in which the two ways of each block's end meet again, if between
/// there is nothing but steps and questions.
pub(crate) fn joins(func: &Func) -> Vec<Option<usize>> {
    let n = func.blocks.len();
    // The next block that every way comes through which does not die: `n` is the end.
    let mut next = vec![n; n];
    let mut dead = vec![false; n];
    for i in (0..n).rev() {
        let targets: Vec<usize> =
            func.blocks[i].term.targets().iter().map(|t| t.block.index()).collect();
        let mut alive = targets.iter().copied().filter(|&t| !dead[t]);
        match alive.next() {
            Some(first) => next[i] = alive.fold(first, |a, b| meet(&next, n, a, b)),
            None => dead[i] = matches!(func.blocks[i].term, Term::Die) || !targets.is_empty(),
        }
    }
    (0..n)
        .map(|i| {
            let two =
                matches!(func.blocks[i].term, Term::If { .. } | Term::Ask { .. } | Term::Fork(_));
            (two && next[i] < n && is_simple(func, i, next[i])).then_some(next[i])
        })
        .collect()
}

fn meet(next: &[usize], n: usize, mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a == n || b == n {
            return n;
        }
        if a < b {
            a = next[a];
        } else {
            b = next[b];
        }
    }
    a
}

/// Whether all blocks between two have at most one way on at a time.
fn is_simple(func: &Func, from: usize, to: usize) -> bool {
    let mut open: Vec<usize> =
        func.blocks[from].term.targets().iter().map(|t| t.block.index()).collect();
    let mut seen = vec![false; func.blocks.len()];
    while let Some(at) = open.pop() {
        if at == to || std::mem::replace(&mut seen[at], true) {
            continue;
        }
        match &func.blocks[at].term {
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } => {
                open.extend(func.blocks[at].term.targets().iter().map(|t| t.block.index()));
            }
            Term::Die => {}
            _ => return false,
        }
    }
    true
}

/// Whether between a target and a join counters are set to constants, and
/// nothing else happens; and only positions come to the join.
fn only_sets_counters(func: &Func, target: &Target, join: usize) -> bool {
    let mut constants: Vec<ir::Value> = Vec::new();
    let mut target = target;
    while target.block.index() != join {
        let block = &func.blocks[target.block.index()];
        for inst in &block.insts {
            match inst {
                Inst::Number { dst, expr: NumExpr::Const(_) } => constants.push(*dst),
                Inst::Write { write: Write::SetCounter { to, .. }, .. }
                    if constants.contains(to) => {}
                _ => return false,
            }
        }
        match &block.term {
            Term::Jump(next) => target = next,
            _ => return false,
        }
    }
    let params = &func.blocks[join].params;
    params.iter().all(|param| func.types[param.index()] == ir::Type::Position)
}

/// Whether a block does nothing but yield.
fn is_end(block: &ir::Block) -> bool {
    block.insts.is_empty() && matches!(block.term, Term::Yield { .. })
}

impl<'a, 'p> Emit<'a, 'p> {
    /// A block that is left open, to be closed when it is known where to: the
    /// one under way if nothing is in it yet.
    pub(crate) fn leave_open(&mut self) -> Block {
        if let Some(block) = self.b.current_block()
            && !self.b.func.layout.is_block_inserted(block)
        {
            return block;
        }
        let block = self.b.create_block();
        self.b.ins().jump(block, &[]);
        block
    }

    /// Whether the walk stops at a target because ways join there.
    pub(crate) fn stops_at(&mut self, fr: &mut Frame<'p>, target: &Target, fail: Block) -> bool {
        let at = target.block.index();
        if let Some(label) = fr.labels.iter_mut().rev().find(|(block, _, _)| *block == at) {
            label.2 = true;
            self.b.ins().jump(label.1, &[]);
            return true;
        }
        // What is only tried waits for nothing.
        if !self.is_trial()
            && let Some(place) = fr.waiting.iter().position(|(block, _)| *block == at)
        {
            self.wait(fr, place, target, fail);
            return true;
        }
        if !fr.stops.iter().any(|(stop, _)| *stop == at) {
            return false;
        }
        let block = self.leave_open();
        let vals = target.args.iter().map(|&arg| fr.get(arg).clone()).collect();
        if let Some((_, pending)) = fr.stops.iter_mut().rev().find(|(stop, _)| *stop == at) {
            pending.push(Pending { block, vals });
        }
        true
    }

    /// Goes two ways, and on from where they join, if they do.
    pub(crate) fn two_ways(
        &mut self,
        fr: &mut Frame<'p>,
        at: usize,
        answers: Answers,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let func = fr.func;
        let (cond, yes, no) = match &func.blocks[at].term {
            Term::If { cond, yes, no } => (Some(cond), yes, no),
            Term::Ask { yes, no, .. } => (None, yes, no),
            _ => return self.fail(fail),
        };
        let join = fr.plan.joins[at];
        let join = join.filter(|join| fr.stops.iter().all(|(stop, _)| stop != join));
        // What follows a move in registers is short, so each way has its own.
        let short = self.unit.plays_in_registers && self.picking.is_some() && k.plain;
        let join = join.filter(|&join| !short || !is_end(&func.blocks[join]));
        if let Some(join) = join {
            fr.stops.push((join, Vec::new()));
        }
        let plan = fr.plan.clone();
        let outer = fr.labels.len();
        if join.is_none() && fr.stops.is_empty() {
            for &label in &plan.labels[at] {
                let block = self.b.create_block();
                fr.labels.push((label, block, false));
            }
        }
        for (target, block, holds) in [(yes, answers.yes, true), (no, answers.no, false)] {
            self.b.switch_to_block(block);
            self.scope(|e| {
                if let Some(cond) = cond {
                    e.learn_cond(fr, cond, holds);
                }
                e.go_on(fr, target, fail, k);
            });
        }
        self.at_labels(fr, outer, fail, k);
        if let Some(join) = join {
            let Some((_, pending)) = fr.stops.pop() else { return };
            if let Some(vals) = self.join(pending) {
                let params = &fr.func.blocks[join].params;
                for (&param, val) in params.iter().zip(vals) {
                    fr.set(param, val);
                }
                self.block(fr, join, fail, k);
            }
        }
    }

    /// Makes the code of the labels after the outer ones, and forgets them.
    fn at_labels(
        &mut self,
        fr: &mut Frame<'p>,
        outer: usize,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        // Ways may come to a label from labels before it.
        for i in outer..fr.labels.len() {
            let (label, block, used) = fr.labels[i];
            fr.labels[i].0 = usize::MAX;
            self.b.switch_to_block(block);
            match used {
                true => self.scope(|e| e.block(fr, label, fail, k)),
                false => self.fail(fail),
            }
        }
        fr.labels.truncate(outer);
    }

    /// Chooses between two ways that only set counters, without a branch: the
    /// values with which they join, if that can be done.
    pub(crate) fn choose_way(
        &mut self,
        fr: &mut Frame<'p>,
        at: usize,
        cond: Word,
        yes: &'p Target,
        no: &'p Target,
    ) -> Option<usize> {
        let join = fr.plan.joins[at]?;
        if fr.stops.iter().any(|(stop, _)| *stop == join) {
            return None;
        }
        let ways = [yes, no];
        if !ways.iter().all(|way| only_sets_counters(fr.func, way, join)) {
            return None;
        }
        let ends = ways.map(|way| self.along(fr, way, join));
        let params = &fr.func.blocks[join].params;
        for (i, &param) in params.iter().enumerate() {
            let val = match (&ends[0][i], &ends[1][i]) {
                (Val::State(a), Val::State(b)) if !Rc::ptr_eq(a, b) => {
                    let mut state = State::clone(a);
                    for (slot, &other) in state.slots.iter_mut().zip(&b.slots) {
                        *slot = self.select(cond, *slot, other);
                    }
                    Val::State(Rc::new(state))
                }
                (val, _) => val.clone(),
            };
            fr.set(param, val);
        }
        Some(join)
    }

    /// Does what lies between a target and a join; the values that come there.
    fn along(&mut self, fr: &mut Frame<'p>, way: &'p Target, join: usize) -> Vec<Val> {
        let mut target = way;
        while target.block.index() != join {
            fr.enter(target, &[]);
            let block = &fr.func.blocks[target.block.index()];
            let fail = self.fault;
            for inst in &block.insts {
                self.inst(fr, inst, fail);
            }
            match &block.term {
                Term::Jump(next) => target = next,
                _ => break,
            }
        }
        target.args.iter().map(|&arg| fr.get(arg).clone()).collect()
    }

    /// The result of the first function or of the second, each of which has at
    /// most one.
    pub(crate) fn one_or_other(
        &mut self,
        fr: &mut Frame<'p>,
        either: &Either<'_>,
        then: &Target,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let mut pending: Vec<Pending> = Vec::new();
        let calls = self.unit.calls;
        let tops = self.tops();
        let &Either { v, at, .. } = either;
        let second = self.b.create_block();
        for (func, fail) in [(either.first, second), (either.second, fail)] {
            let mut found = |e: &mut Self, conf: Conf, _: Block| {
                let block = e.leave_open();
                let vals = vec![Val::State(conf.s), Val::Field(conf.f), Val::Direction(conf.d)];
                pending.push(Pending { block, vals });
            };
            let counting = self.counting.take();
            self.scope(|e| e.run(func, v, at, fail, &mut Cont::aside(&mut found, false)));
            self.counting = counting;
            if fail == second {
                self.b.switch_to_block(second);
            }
        }
        if let Some(vals) = self.join(pending) {
            if self.unit.calls != calls {
                // A jump out of the middle of a list leaves it in memory.
                self.restore(&tops);
            }
            fr.enter(then, &vals);
            self.block(fr, then.block.index(), fail, k);
        }
    }
}
