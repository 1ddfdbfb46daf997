//! Functions that stay functions: those that come back to themselves, bodies of
//! loops that change the board, and what would make the code too large. Their
//! results are written one after the other into the thread's memory.

use super::known::Origin;
use super::plan::parts;
use super::sym::{Conf, EMPTY, Finger, Frame, Num, SOMEWHERE, State, Val, Way, Word};
use super::{Cont, Emit, IntCC, trusted};
use crate::layout::TurnSlot;
use crate::runtime::{Ctx, HISTORY_MASK, Problem};
use crate::unit::Routine;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use game::Player;
use ir::{Cond, FuncId, Inst, SetExpr, Term};
use std::rc::Rc;

/// How far counts of positions are trusted.
const MOST_COUNTED: u32 = 60_000;

impl<'a, 'p> Emit<'a, 'p> {
    /// The bytes of a configuration in memory.
    fn record(&self) -> i64 {
        8 * (self.layout.n_slots() as i64 + 2)
    }

    /// Room for so many bytes at the top of the thread's memory; they are taken.
    pub(crate) fn room(&mut self, bytes: i64) -> Value {
        self.room_in(Ctx::TOP, Ctx::LIMIT, bytes)
    }

    /// Room in one of the two memories.
    pub(crate) fn room_in(&mut self, top_of: usize, limit_of: usize, bytes: i64) -> Value {
        if top_of == Ctx::WAIT_TOP {
            self.unit.calls += 1;
        }
        let top = self.load_ctx(top_of);
        let limit = self.load_ctx(limit_of);
        let next = self.b.ins().iadd_imm_s(top, bytes);
        let (on, full) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(full);
        let fits = self.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, next, limit);
        self.b.ins().brif(fits, on, &[], full, &[]);
        self.b.switch_to_block(full);
        self.problem(Problem::Results);
        self.b.switch_to_block(on);
        self.store_ctx(top_of, next);
        top
    }

    /// Leaves with a problem.
    pub(crate) fn problem(&mut self, problem: Problem) {
        let code = self.b.ins().iconst(I64, problem as i64);
        self.store_ctx(Ctx::PROBLEM, code);
        self.b.ins().jump(self.fault, &[]);
    }

    /// Writes a configuration to the top of the thread's memory.
    pub(crate) fn spill(&mut self, conf: &Conf) -> Value {
        let at = self.room(self.record());
        for (i, &word) in conf.s.slots.iter().enumerate() {
            let value = self.value(word);
            self.b.ins().store(trusted(), value, at, 8 * i as i32);
        }
        let n = conf.s.slots.len() as i32;
        let finger = match conf.f {
            Finger::Nowhere => Word::C(u64::MAX),
            Finger::At(field) | Finger::Maybe(field) => field,
        };
        let way = match conf.d {
            Way::Unset => Word::C(u64::MAX),
            Way::Known(direction) => Word::C(direction.index() as u64),
            Way::Maybe(direction) => direction,
        };
        let (finger, way) = (self.value(finger), self.value(way));
        self.b.ins().store(trusted(), finger, at, 8 * n);
        self.b.ins().store(trusted(), way, at, 8 * n + 8);
        at
    }

    /// A configuration from memory. Nothing is known of it.
    /// These pieces may have come from nowhere.
    pub(crate) fn fetch(&mut self, at: Value, pieces: u64) -> Conf {
        let n = self.layout.n_slots();
        let [finger, way] =
            [n, n + 1].map(|i| Word::V(self.b.ins().load(I64, trusted(), at, 8 * i as i32)));
        let s = self.fetch_state(at, pieces);
        Conf { s, f: Finger::Maybe(finger), d: Way::Maybe(way) }
    }

    /// A position from memory.
    pub(crate) fn fetch_state(&mut self, at: Value, pieces: u64) -> Rc<State> {
        let mut words: Vec<Word> = (0..self.layout.n_slots())
            .map(|i| Word::V(self.b.ins().load(I64, trusted(), at, 8 * i as i32)))
            .collect();
        if !self.signed {
            words[self.layout.turn(TurnSlot::Signature)] = Word::ZERO;
        }
        let version = self.version(Origin::Unknown);
        self.came(version, pieces);
        let any = (1 << self.layout.pieces.len()) - 1;
        let state = State {
            slots: words,
            hand: any | EMPTY,
            version,
            sure: None,
            overwrites: Some(SOMEWHERE),
        };
        Rc::new(state)
    }

    /// Goes on with each configuration that lies in memory behind `start`, and
    /// then frees everything behind `from`.
    pub(crate) fn each_record(
        &mut self,
        from: Value,
        start: Value,
        fail: Block,
        pieces: u64,
        body: &mut dyn FnMut(&mut Self, Conf, Block),
    ) {
        self.unit.calls += 1;
        let record = self.record();
        let end = self.load_ctx(Ctx::TOP);
        let (header, inside, next, done) = (
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
        );
        self.b.ins().jump(header, &[BlockArg::from(start)]);
        let at = self.b.append_block_param(header, I64);
        self.b.switch_to_block(header);
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, at, end);
        self.b.ins().brif(more, inside, &[], done, &[]);
        self.b.switch_to_block(inside);
        let conf = self.fetch(at, pieces);
        self.scope(|e| body(e, conf, next));
        self.b.switch_to_block(next);
        let after = self.b.ins().iadd_imm_s(at, record);
        self.b.ins().jump(header, &[BlockArg::from(after)]);
        self.b.switch_to_block(done);
        self.store_ctx(Ctx::TOP, from);
        self.fail(fail);
    }

    /// Behind a configuration.
    fn behind(&mut self, from: Value) -> Value {
        let record = self.record();
        self.b.ins().iadd_imm_s(from, record)
    }

    /// Asks a long question, which is a function of its own.
    pub(crate) fn long_question(
        &mut self,
        fr: &mut Frame<'p>,
        cond: &Cond,
        position: ir::Value,
    ) -> Word {
        let Cond::Some { set } = cond else { return Word::ZERO };
        let state = fr.state(position).clone();
        let n = self.layout.n_sets * self.layout.words;
        let v = fr.player(fr.func.blocks[0].params[1]);
        let mut args = vec![self.ctx];
        for &word in &state.slots[..n] {
            args.push(self.value(word));
        }
        // A piece put from nowhere could be one of several that are exactly one.
        let facts = &self.program.facts;
        let exact = |i: usize| facts.kinds[self.layout.pieces[i].kind().index()].exactly.is_some();
        let came = self.puts[state.version.0 as usize];
        let several = (0..self.layout.pieces.len()).any(|i| came >> i & 1 == 1 && exact(i));
        let question = Routine::Question { func: fr.id, set: *set, position, v, several };
        Word::V(self.call(question, &args))
    }

    /// The body of a long question.
    pub(crate) fn question_body(
        &mut self,
        func: FuncId,
        set: ir::Value,
        position: ir::Value,
        v: Player,
        several: bool,
        args: &[Value],
    ) {
        let mut slots = vec![Word::ZERO; self.layout.n_slots()];
        for (slot, &arg) in slots.iter_mut().zip(args) {
            *slot = Word::V(arg);
        }
        let version = self.version(Origin::Unknown);
        if several {
            self.came(version, u64::MAX);
        }
        let state = State { slots, hand: EMPTY, version, sure: None, overwrites: None };
        let conf = Conf { s: Rc::new(state), f: Finger::Nowhere, d: Way::Unset };
        let mut frame = self.frame(func, v, &conf);
        for inst in frame.func.blocks.iter().flat_map(|block| &block.insts) {
            if let Inst::Other { dst, v } = inst
                && let Val::Player(player) = frame.get(*v)
            {
                let other = player.other();
                frame.set(*dst, Val::Player(other));
            }
        }
        frame.set(position, Val::State(conf.s));
        self.make_set(&mut frame, set);
        let words = frame.words(set);
        let any = self.some(&words);
        let any = self.compare(IntCC::NotEqual, any, Word::ZERO);
        let any = self.value(any);
        self.b.ins().return_(&[any]);
    }

    /// Makes a set with everything that it is made of.
    fn make_set(&mut self, fr: &mut Frame<'p>, set: ir::Value) {
        if matches!(fr.get(set), Val::Set(_)) {
            return;
        }
        let Some(expr) = fr.expr(set) else { return };
        for part in parts(expr) {
            let cut = matches!(expr, SetExpr::And(..))
                && matches!(fr.expr(part), Some(SetExpr::Matching { .. }));
            if !cut {
                self.make_set(fr, part);
            }
        }
        let words = self.set(fr, expr);
        fr.set(set, Val::Set(words));
    }

    /// Calls a function that lists its results, and goes on with each.
    pub(crate) fn list_call(
        &mut self,
        func: FuncId,
        v: Player,
        at: &Conf,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let from = self.spill(at);
        let ctx = self.ctx;
        let found = self.call(Routine::List(func, v), &[ctx, from]);
        self.check(found);
        let start = self.behind(from);
        self.each_record(from, start, fail, u64::MAX, &mut |e, conf, fail| (k.then)(e, conf, fail));
    }

    /// Loops whose rounds depend on what was found: done by a routine of ours,
    /// which calls the body as a function.
    pub(crate) fn loop_call(
        &mut self,
        fr: &mut Frame<'p>,
        term: &'p Term,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let (args, then) = match term {
            Term::Repeat { args, then, .. }
            | Term::Each { args, then, .. }
            | Term::Best { args, then, .. } => (args, then),
            _ => return self.fail(fail),
        };
        let (at, v) = (fr.conf(args), fr.player(args.v));
        if let Term::Repeat { body, low, high: Some(high), .. } = term
            && let (Word::C(low), Word::C(high)) = (fr.number(*low).word, fr.number(*high).word)
            && let (0..=2, 0..=2) = (low as i64, high as i64)
        {
            return self.rounds((*body, v), (low, high), &at, fail, &mut |e, conf, fail| {
                e.follow(fr, then, conf, fail, k);
            });
        }
        let from = self.spill(&at);
        let ctx = self.ctx;
        let found = match term {
            Term::Repeat { body, low, high, .. } => {
                let body = self.address(Routine::List(*body, v));
                let low = self.value(fr.number(*low).word);
                let high = high.map_or(Word::C(u64::MAX), |high| {
                    let high = fr.number(high).word;
                    // Below the lower bound means never; below 0 would mean without end.
                    let negative = self.compare(IntCC::SignedLessThan, high, Word::ZERO);
                    self.select(negative, Word::C(i64::MIN as u64), high)
                });
                let high = self.value(high);
                self.call(Routine::Repeat, &[ctx, body, from, low, high])
            }
            Term::Each { set, body, .. } => {
                let words = fr.words(*set);
                let body = self.address(Routine::List(*body, v));
                let at = self.room(8 * words.len() as i64);
                for (i, &word) in words.iter().enumerate() {
                    let value = self.value(word);
                    self.b.ins().store(trusted(), value, at, 8 * i as i32);
                }
                let n = self.b.ins().iconst(I64, words.len() as i64);
                self.call(Routine::Each, &[ctx, body, from, at, n])
            }
            Term::Best { value, func, .. } => {
                let list = self.address(Routine::List(*func, v));
                let value = self.address(Routine::Num(*value, v));
                self.call(Routine::Best, &[ctx, list, value, from])
            }
            _ => return self.fail(fail),
        };
        self.check(found);
        let each = matches!(term, Term::Each { .. });
        let start = self.behind(from);
        self.each_record(from, start, fail, u64::MAX, &mut |e, conf, fail| {
            if each {
                fr.enter(then, &[Val::State(conf.s)]);
                e.block(fr, then.block.index(), fail, k);
            } else {
                e.follow(fr, then, conf, fail, k);
            }
        });
    }

    /// A few rounds of a loop, one copy of what follows for each.
    fn rounds(
        &mut self,
        body: (FuncId, Player),
        (low, high): (u64, u64),
        at: &Conf,
        fail: Block,
        then: &mut dyn FnMut(&mut Self, Conf, Block),
    ) {
        if high < low {
            return self.fail(fail);
        }
        let mut more = fail;
        if low == 0 {
            if high == 0 {
                return then(self, at.clone(), fail);
            }
            more = self.b.create_block();
            self.scope(|e| then(e, at.clone(), more));
            self.b.switch_to_block(more);
        }
        let _ = more;
        let mut next = |e: &mut Self, conf: Conf, fail: Block| {
            e.rounds(body, (low.saturating_sub(1), high - 1), &conf, fail, then);
        };
        self.scope(|e| {
            e.run(body.0, body.1, at, fail, &mut Cont { then: &mut next, plain: false })
        });
    }

    /// A number that a routine of ours finds with the help of functions.
    pub(crate) fn helped(&mut self, routine: Routine, at: &Conf, functions: &[Value]) -> Num {
        let from = self.spill(at);
        let mut args = vec![self.ctx];
        args.extend_from_slice(functions);
        args.push(from);
        let number = self.call(routine, &args);
        self.store_ctx(Ctx::TOP, from);
        // Numbers have 32 bits: what is far below them is a limit that was met.
        let (on, bad) = (self.b.create_block(), self.fault);
        let met = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, number, i64::from(i32::MIN));
        self.b.ins().brif(met, bad, &[], on, &[]);
        self.b.switch_to_block(on);
        Num { word: Word::V(number), low: i32::MIN.into(), high: i32::MAX.into() }
    }

    /// Whether the position has occurred so often. A table of counts by
    /// signature says no nearly always.
    pub(crate) fn occurred(&mut self, state: &Rc<State>, times: u32) -> Word {
        if times <= 1 {
            return Word::ONE;
        }
        let is_start = self.slot(state, TurnSlot::Changed) == Word::ZERO
            && self.slot(state, TurnSlot::Passed) == Word::ZERO;
        let times_value = self.b.ins().iconst(I64, i64::from(times));
        let ctx = self.ctx;
        if !is_start {
            let conf = Conf { s: state.clone(), f: Finger::Nowhere, d: Way::Unset };
            let from = self.spill(&conf);
            let itself = self.b.ins().iconst(I64, i64::from(self.unit.mode.joins_past));
            let answer = self.call(Routine::OccurredAfter, &[ctx, from, times_value, itself]);
            self.store_ctx(Ctx::TOP, from);
            self.check(answer);
            return Word::V(answer);
        }
        let key = self.load_ctx(Ctx::KEY);
        let counts = self.load_ctx(Ctx::COUNTS);
        let place = self.b.ins().band_imm_s(key, HISTORY_MASK as i64);
        let place = self.b.ins().ishl_imm_u(place, 1);
        let at = self.b.ins().iadd(counts, place);
        let count = self.b.ins().uload16(I64, trusted(), at, 0);
        let (ask, done) = (self.b.create_block(), self.b.create_block());
        let answer = self.b.append_block_param(done, I64);
        self.b.set_cold_block(ask);
        // The position may have been counted among the earlier ones.
        let itself = i64::from(self.unit.mode.joins_past);
        // Counts that cannot go so far say nothing.
        let enough = if times < MOST_COUNTED { i64::from(times) - 1 + itself } else { 0 };
        let often = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, count, enough);
        let zero = self.b.ins().iconst(I64, 0);
        self.b.ins().brif(often, ask, &[], done, &[BlockArg::from(zero)]);
        self.b.switch_to_block(ask);
        let itself = self.b.ins().iconst(I64, itself);
        let exact = self.call(Routine::Occurred, &[ctx, times_value, itself]);
        self.check(exact);
        self.b.ins().jump(done, &[BlockArg::from(exact)]);
        self.b.switch_to_block(done);
        Word::V(answer)
    }

    /// Adds a node to a list of events; its number.
    pub(crate) fn log(&mut self, last: Word, tag: u64, data: [Word; 3]) -> Word {
        let log = self.load_ctx(Ctx::LOG);
        let n = self.load_ctx(Ctx::LOG_TOP);
        let limit = self.load_ctx(Ctx::LOG_LIMIT);
        let (on, full) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(full);
        let fits = self.b.ins().icmp(IntCC::UnsignedLessThan, n, limit);
        self.b.ins().brif(fits, on, &[], full, &[]);
        self.b.switch_to_block(full);
        self.problem(Problem::Results);
        self.b.switch_to_block(on);
        let offset = self.b.ins().imul_imm_s(n, 40);
        let at = self.b.ins().iadd(log, offset);
        for (i, word) in [last, Word::C(tag), data[0], data[1], data[2]].into_iter().enumerate() {
            let value = self.value(word);
            self.b.ins().store(trusted(), value, at, 8 * i as i32);
        }
        let next = self.b.ins().iadd_imm_s(n, 1);
        self.store_ctx(Ctx::LOG_TOP, next);
        Word::V(next)
    }

    /// The body of a function that lists its results behind the configuration
    /// that it was given.
    pub(crate) fn list_body(&mut self, func: FuncId, v: Player, at: Value) {
        self.enter_routine();
        let conf = self.fetch(at, u64::MAX);
        let done = self.b.create_block();
        let ctx = self.ctx;
        let list = self.call(Routine::ListBegin, &[ctx]);
        // Memory that is in use on the way to a result lies in its way, so
        // results are set aside until the function is done.
        let mut add = |e: &mut Self, conf: Conf, fail: Block| {
            let from = e.spill(&conf);
            let kept = e.call(Routine::ListAdd, &[ctx, list, from]);
            e.check(kept);
            e.fail(fail);
        };
        self.run(func, v, &conf, done, &mut Cont { then: &mut add, plain: false });
        self.b.switch_to_block(done);
        self.leave_routine();
        let n = self.call(Routine::ListEnd, &[ctx, list]);
        self.b.ins().return_(&[n]);
    }

    /// The body of a function that says whether there is a result.
    pub(crate) fn ask_body(&mut self, func: FuncId, v: Player, at: Value) {
        self.enter_routine();
        let tops = [Ctx::TOP, Ctx::WAIT_TOP].map(|top| (top, self.load_ctx(top)));
        let conf = self.fetch(at, u64::MAX);
        let (yes, no) = (self.b.create_block(), self.b.create_block());
        let mut found = |e: &mut Self, _: Conf, _: Block| {
            e.b.ins().jump(yes, &[]);
        };
        self.run(func, v, &conf, no, &mut Cont { then: &mut found, plain: false });
        for (block, answer) in [(yes, 1), (no, 0)] {
            self.b.switch_to_block(block);
            for (top, value) in tops {
                self.store_ctx(top, value);
            }
            self.leave_routine();
            let answer = self.b.ins().iconst(I64, answer);
            self.b.ins().return_(&[answer]);
        }
    }

    /// The body of a `num` function.
    pub(crate) fn num_body(&mut self, func: FuncId, v: Player, at: Value) {
        self.enter_routine();
        let top = self.load_ctx(Ctx::TOP);
        let conf = self.fetch(at, u64::MAX);
        let number = self.number_of(func, v, &conf);
        let number = self.value(number.word);
        self.store_ctx(Ctx::TOP, top);
        self.leave_routine();
        self.b.ins().return_(&[number]);
    }

    /// Counts how deep functions call each other, and the work.
    fn enter_routine(&mut self) {
        self.burn(1);
        let depth = self.load_ctx(Ctx::DEPTH);
        let less = self.b.ins().iadd_imm_s(depth, -1);
        self.store_ctx(Ctx::DEPTH, less);
        let (on, deep) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(deep);
        let bad = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, less, 0);
        self.b.ins().brif(bad, deep, &[], on, &[]);
        self.b.switch_to_block(deep);
        self.problem(Problem::Depth);
        self.b.switch_to_block(on);
    }

    fn leave_routine(&mut self) {
        let depth = self.load_ctx(Ctx::DEPTH);
        let more = self.b.ins().iadd_imm_s(depth, 1);
        self.store_ctx(Ctx::DEPTH, more);
    }
}
