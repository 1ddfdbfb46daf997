//! Where ways meet again: what is the same on all of them stays as it is, what
//! differs becomes a parameter of the block in which they join.

use super::known::Origin;
use super::sym::{Conf, Finger, Frame, Num, Pending, SOMEWHERE, State, Val, Waiting, Way, Word};
use super::{Cont, Emit, IntCC, trusted};
use crate::runtime::{Ctx, Problem};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use game::Player;
use ir::{Func, FuncId, Inst, NumExpr, Target, Term, Write};
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
        if let Some(place) = fr.waiting.iter().position(|(block, _)| *block == at) {
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

    /// Lets a position wait for a block.
    fn wait(&mut self, fr: &mut Frame<'p>, place: usize, target: &Target, fail: Block) {
        let state = target.args.first().map(|&arg| fr.get(arg).clone());
        if self.proposing && self.in_question == 0 {
            if let Some(probe) = &mut self.probe {
                probe.results += 1;
                return self.problem(Problem::Rules);
            }
            match (self.picking, self.counting) {
                (Some(left), _) => {
                    // What is chosen waits, and nothing else is chosen after it.
                    let here = self.b.use_var(left);
                    let (it, on) = (self.b.create_block(), self.b.create_block());
                    self.b.ins().brif(here, on, &[], it, &[]);
                    self.b.switch_to_block(on);
                    self.add_to(left, Word::C(u64::MAX));
                    if let Some(count) = self.counting {
                        self.add_to(count, Word::ONE);
                    }
                    self.fail(fail);
                    self.b.switch_to_block(it);
                    let never = self.b.ins().iconst(I64, i64::MAX);
                    self.b.def_var(left, never);
                }
                (None, Some(count)) => {
                    self.unit.proposed.0 += u32::from(self.depth > 0);
                    self.add_to(count, Word::ONE);
                    return self.fail(fail);
                }
                (None, None) => {}
            }
        }
        match state {
            Some(Val::State(state)) if self.probe.is_none() => {
                let block = self.leave_open();
                self.failed.insert(fail);
                fr.waiting[place].1.push((block, state, fail));
            }
            _ => self.fail(fail),
        }
    }

    /// Makes the branches of a fork, and behind them the blocks that positions
    /// of these branches wait for.
    pub(crate) fn fork_and_wait(
        &mut self,
        fr: &mut Frame<'p>,
        at: usize,
        targets: &'p [Target],
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let plan = fr.plan.clone();
        let outer = fr.waiting.len();
        let from = self.load_ctx(Ctx::WAIT_TOP);
        fr.waiting.extend(plan.deferred[at].iter().map(|&block| (block, Vec::new())));
        for target in targets {
            let next = self.b.create_block();
            self.scope(|e| e.go_on(fr, target, next, k));
            self.b.switch_to_block(next);
        }
        for (block, sites) in fr.waiting.split_off(outer) {
            let tested = !self.proposing || self.picking.is_some() || self.in_question > 0;
            if !sites.is_empty() && tested {
                self.resume(fr, block, &sites, from, k);
            }
        }
        self.store_ctx(Ctx::WAIT_TOP, from);
        self.fail(fail);
    }

    /// Goes on with the positions that wait for a block. Only what differs
    /// between them lies in memory.
    fn resume(
        &mut self,
        fr: &mut Frame<'p>,
        block: usize,
        sites: &[Waiting],
        from: Value,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let here = self.leave_open();
        let first = &sites[0].1;
        let differs = |i: &usize| {
            sites.iter().any(|(_, state, _)| state.slots[*i] != first.slots[*i])
                || matches!(first.slots[*i], Word::V(_))
        };
        let slots: Vec<usize> = (0..first.slots.len()).filter(differs).collect();
        let bytes = 8 * (slots.len() as i64 + 1);
        for (site, state, next) in sites {
            self.b.switch_to_block(*site);
            let at = self.room_in(Ctx::WAIT_TOP, Ctx::WAIT_LIMIT, bytes);
            let tag = self.b.ins().iconst(I64, block as i64);
            self.b.ins().store(trusted(), tag, at, 0);
            for (i, &slot) in slots.iter().enumerate() {
                let value = self.value(state.slots[slot]);
                self.b.ins().store(trusted(), value, at, 8 * (i as i32 + 1));
            }
            self.b.ins().jump(*next, &[]);
        }
        self.b.switch_to_block(here);
        let end = self.load_ctx(Ctx::WAIT_TOP);
        let (header, inside, next, done) = (
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
        );
        self.b.ins().jump(header, &[BlockArg::from(from)]);
        let place = self.b.append_block_param(header, I64);
        self.b.switch_to_block(header);
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, place, end);
        self.b.ins().brif(more, inside, &[], done, &[]);
        self.b.switch_to_block(inside);
        let state = self.fetch_waiting(sites, &slots, place);
        let param = fr.func.blocks[block].params[0];
        self.depth += 1;
        let outside = std::mem::replace(&mut self.in_tail, true);
        self.scope(|e| {
            fr.set(param, Val::State(Rc::new(state)));
            e.block(fr, block, next, k);
        });
        self.in_tail = outside;
        self.depth -= 1;
        self.b.switch_to_block(next);
        let after = self.b.ins().iadd_imm_s(place, bytes);
        self.b.ins().jump(header, &[BlockArg::from(after)]);
        self.b.switch_to_block(done);
    }

    /// A position that waited.
    fn fetch_waiting(&mut self, sites: &[Waiting], slots: &[usize], place: Value) -> State {
        let version = self.version(Origin::Unknown);
        for (_, state, _) in sites {
            let pieces = self.puts[state.version.0 as usize];
            self.came(version, pieces);
        }
        let mut state = State::clone(&sites[0].1);
        for (i, &slot) in slots.iter().enumerate() {
            let value = self.b.ins().load(I64, trusted(), place, 8 * (i as i32 + 1));
            state.slots[slot] = Word::V(value);
        }
        state.hand = sites.iter().fold(0, |hand, (_, state, _)| hand | state.hand);
        state.version = version;
        state.sure = None;
        let overwrites = sites.iter().any(|(_, state, _)| state.overwrites.is_some());
        state.overwrites = overwrites.then_some(SOMEWHERE);
        state
    }

    /// Goes two ways, and on from where they join, if they do.
    pub(crate) fn two_ways(
        &mut self,
        fr: &mut Frame<'p>,
        at: usize,
        (yes_block, no_block): (Block, Block),
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
        for (target, block, holds) in [(yes, yes_block, true), (no, no_block, false)] {
            self.b.switch_to_block(block);
            self.scope(|e| {
                if let Some(cond) = cond {
                    e.learn_cond(fr, cond, holds);
                }
                e.go_on(fr, target, fail, k);
            });
        }
        // Ways may come to a label from labels before it.
        let mine = outer..fr.labels.len();
        for i in mine {
            let (label, block, used) = fr.labels[i];
            fr.labels[i].0 = usize::MAX;
            self.b.switch_to_block(block);
            match used {
                true => self.scope(|e| e.block(fr, label, fail, k)),
                false => self.fail(fail),
            }
        }
        fr.labels.truncate(outer);
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

    /// Goes on from where the branches of a fork join with one copy of the code:
    /// what differs between them lies in memory until all have come there.
    /// Whether that was done.
    pub(crate) fn fork_by_records(
        &mut self,
        fr: &mut Frame<'p>,
        at: usize,
        targets: &'p [Target],
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) -> bool {
        let Some(join) = fr.plan.joins[at] else { return false };
        if fr.waiting.iter().any(|(block, _)| *block == join) {
            return false;
        }
        let params = &fr.func.blocks[join].params;
        let is_position = |param: &ir::Value| fr.func.types[param.index()] == ir::Type::Position;
        if params.len() != 1 || !params.iter().all(is_position) || !fr.stops.is_empty() {
            return false;
        }
        let from = self.load_ctx(Ctx::TOP);
        let mut pieces = 0;
        for target in targets {
            let next = self.b.create_block();
            fr.stops.push((join, Vec::new()));
            self.scope(|e| e.go_on(fr, target, next, k));
            let pending = fr.stops.pop().map(|(_, pending)| pending).unwrap_or_default();
            for Pending { block, vals } in pending {
                self.b.switch_to_block(block);
                if let Some(Val::State(state)) = vals.first() {
                    pieces |= self.puts[state.version.0 as usize];
                    self.spill(&Conf { s: state.clone(), f: Finger::Nowhere, d: Way::Unset });
                }
                self.fail(next);
            }
            self.b.switch_to_block(next);
        }
        let param = params[0];
        self.each_record(from, from, fail, pieces, &mut |e, conf, fail| {
            fr.set(param, Val::State(conf.s));
            e.block(fr, join, fail, k);
        });
        true
    }

    /// The result of the first function or of the second, each of which has at
    /// most one.
    pub(crate) fn one_or_other(
        &mut self,
        fr: &mut Frame<'p>,
        funcs: (FuncId, FuncId),
        (at, v): (&Conf, Player),
        then: &Target,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let mut pending: Vec<Pending> = Vec::new();
        let calls = self.unit.calls;
        let tops = [Ctx::TOP, Ctx::WAIT_TOP].map(|top| (top, self.load_ctx(top)));
        let second = self.b.create_block();
        for (func, fail) in [(funcs.0, second), (funcs.1, fail)] {
            let mut found = |e: &mut Self, conf: Conf, _: Block| {
                let block = e.leave_open();
                let vals = vec![Val::State(conf.s), Val::Field(conf.f), Val::Direction(conf.d)];
                pending.push(Pending { block, vals });
            };
            let counting = self.counting.take();
            self.scope(|e| e.run(func, v, at, fail, &mut Cont { then: &mut found, plain: false }));
            self.counting = counting;
            if fail == second {
                self.b.switch_to_block(second);
            }
        }
        if let Some(vals) = self.join(pending) {
            if self.unit.calls != calls {
                // Whoever leaves in the middle of a list leaves it behind.
                for (top, value) in tops {
                    self.store_ctx(top, value);
                }
            }
            fr.enter(then, &vals);
            self.block(fr, then.block.index(), fail, k);
        }
    }

    /// Joins ways; nothing if there are none.
    pub(crate) fn join(&mut self, pending: Vec<Pending>) -> Option<Vec<Val>> {
        let (first, rest) = pending.split_first()?;
        if rest.is_empty() {
            self.b.switch_to_block(first.block);
            return Some(first.vals.clone());
        }
        let block = self.b.create_block();
        let mut args: Vec<Vec<Word>> = vec![Vec::new(); pending.len()];
        let mut vals = Vec::new();
        for i in 0..first.vals.len() {
            let each: Vec<&Val> = pending.iter().map(|p| &p.vals[i]).collect();
            vals.push(self.merge(block, &each, &mut args));
        }
        for (pending, args) in pending.iter().zip(args) {
            self.b.switch_to_block(pending.block);
            let args: Vec<BlockArg> = args.into_iter().map(|w| self.value(w).into()).collect();
            self.b.ins().jump(block, &args);
        }
        self.b.switch_to_block(block);
        Some(vals)
    }

    /// One word for several.
    fn merge_words(&mut self, block: Block, words: &[Word], args: &mut [Vec<Word>]) -> Word {
        if words.iter().all(|word| *word == words[0]) {
            return words[0];
        }
        for (args, word) in args.iter_mut().zip(words) {
            args.push(*word);
        }
        Word::V(self.b.append_block_param(block, I64))
    }

    /// One value for several.
    fn merge(&mut self, block: Block, vals: &[&Val], args: &mut [Vec<Word>]) -> Val {
        match vals[0] {
            Val::Unset | Val::Player(_) => vals[0].clone(),
            Val::State(_) => self.merge_states(block, vals, args),
            Val::Field(first) => {
                if vals.iter().all(|val| matches!(val, Val::Field(f) if f == first)) {
                    return vals[0].clone();
                }
                let mut certain = true;
                let mut words = Vec::new();
                for val in vals {
                    words.push(match val {
                        Val::Field(Finger::At(field)) => *field,
                        Val::Field(Finger::Maybe(field)) => {
                            certain = false;
                            *field
                        }
                        _ => {
                            certain = false;
                            Word::C(u64::MAX)
                        }
                    });
                }
                let word = self.merge_words(block, &words, args);
                Val::Field(if certain { Finger::At(word) } else { Finger::Maybe(word) })
            }
            Val::Direction(first) => {
                if vals.iter().all(|val| matches!(val, Val::Direction(d) if d == first)) {
                    return vals[0].clone();
                }
                let words: Vec<Word> = vals
                    .iter()
                    .map(|val| match val {
                        Val::Direction(Way::Known(d)) => Word::C(d.index() as u64),
                        Val::Direction(Way::Maybe(d)) => *d,
                        _ => Word::C(u64::MAX),
                    })
                    .collect();
                Val::Direction(Way::Maybe(self.merge_words(block, &words, args)))
            }
            Val::Set(first) => {
                let merged: Vec<Word> = (0..first.len())
                    .map(|i| {
                        let words: Vec<Word> = vals
                            .iter()
                            .map(|val| if let Val::Set(w) = val { w[i] } else { Word::ZERO })
                            .collect();
                        self.merge_words(block, &words, args)
                    })
                    .collect();
                Val::Set(merged.into())
            }
            Val::Number(_) => {
                let numbers: Vec<Num> = vals
                    .iter()
                    .map(|val| if let Val::Number(n) = val { *n } else { Num::constant(0) })
                    .collect();
                let words: Vec<Word> = numbers.iter().map(|n| n.word).collect();
                let low = numbers.iter().map(|n| n.low).min().unwrap_or(0);
                let high = numbers.iter().map(|n| n.high).max().unwrap_or(0);
                Val::Number(Num { word: self.merge_words(block, &words, args), low, high })
            }
        }
    }

    fn merge_states(&mut self, block: Block, vals: &[&Val], args: &mut [Vec<Word>]) -> Val {
        let states: Vec<&Rc<State>> = vals
            .iter()
            .filter_map(|v| if let Val::State(s) = v { Some(s) } else { None })
            .collect();
        let first = states[0];
        if states.iter().all(|state| Rc::ptr_eq(state, first)) {
            return vals[0].clone();
        }
        let slots = (0..first.slots.len())
            .map(|i| {
                let words: Vec<Word> = states.iter().map(|state| state.slots[i]).collect();
                self.merge_words(block, &words, args)
            })
            .collect();
        let version = match states.iter().all(|state| state.version == first.version) {
            true => first.version,
            false => {
                let version = self.version(Origin::Unknown);
                for state in &states {
                    let pieces = self.puts[state.version.0 as usize];
                    self.came(version, pieces);
                }
                version
            }
        };
        let overwrites = states
            .iter()
            .filter_map(|state| state.overwrites)
            .reduce(|a, b| if a == b { a } else { SOMEWHERE });
        let sure = first.sure.filter(|_| states.iter().all(|state| state.sure == first.sure));
        Val::State(Rc::new(State {
            slots,
            hand: states.iter().fold(0, |hand, state| hand | state.hand),
            version,
            sure,
            overwrites,
        }))
    }
}
