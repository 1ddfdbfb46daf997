//! Functions that stay functions: those that come back to themselves, bodies of
//! loops that change the board, and what would make the code too large. Their
//! results are written one after the other into the thread's memory.

use super::numbers::Ends;
use super::sym::{Conf, Frame, Num, Val, Word};
use super::{Body, Cont, Emit, IntCC, trusted};
use crate::compile::routines::Routine;
use crate::runtime::{Ctx, Problem};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use game::Player;
use ir::{FuncId, Term};

impl<'a, 'p> Emit<'a, 'p> {
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
        let start = self.after_conf(from);
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
        // Where texts are kept, it matters which way to the same result counts.
        if !self.traced
            && let Term::Repeat { body, low, high: Some(high), .. } = term
            && let (Word::C(low), Word::C(high)) = (fr.number(*low).word, fr.number(*high).word)
            && let (0..=2, 0..=2) = (low as i64, high as i64)
        {
            return self.rounds(
                Body { func: *body, v },
                low,
                high,
                &at,
                fail,
                &mut |e, conf, fail| {
                    e.follow(fr, then, conf, fail, k);
                },
            );
        }
        if let Term::Each { set, body, .. } = term
            && self.only_speaks(*body)
        {
            let set = fr.words(*set);
            return self.speak_of_each(
                &set,
                Body { func: *body, v },
                &at,
                fail,
                &mut |e, state, fail| {
                    fr.enter(then, &[Val::State(state)]);
                    e.block(fr, then.block.index(), fail, k);
                },
            );
        }
        if self.loop_in_place(fr, term, fail, k) {
            return;
        }
        let from = self.spill(&at);
        let Some(found) = self.call_of_loop(fr, term, v, from) else { return self.fail(fail) };
        self.check(found);
        let each = matches!(term, Term::Each { .. });
        let start = self.after_conf(from);
        self.each_record(from, start, fail, u64::MAX, &mut |e, conf, fail| {
            if each {
                fr.enter(then, &[Val::State(conf.s)]);
                e.block(fr, then.block.index(), fail, k);
            } else {
                e.follow(fr, then, conf, fail, k);
            }
        });
    }

    /// Calls the routine of ours for a loop over a configuration in memory.
    fn call_of_loop(
        &mut self,
        fr: &Frame<'p>,
        term: &Term,
        v: Player,
        from: Value,
    ) -> Option<Value> {
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
            _ => return None,
        };
        Some(found)
    }

    /// A few rounds of a loop, one copy of what follows for each.
    fn rounds(
        &mut self,
        body: Body,
        low: u64,
        high: u64,
        at: &Conf,
        fail: Block,
        then: &mut dyn FnMut(&mut Self, Conf, Block),
    ) {
        if high < low {
            return self.fail(fail);
        }
        if low == 0 {
            if high == 0 {
                return then(self, at.clone(), fail);
            }
            let more = self.b.create_block();
            self.scope(|e| then(e, at.clone(), more));
            self.b.switch_to_block(more);
        }
        let mut next = |e: &mut Self, conf: Conf, fail: Block| {
            e.rounds(body, low.saturating_sub(1), high - 1, &conf, fail, then);
        };
        self.scope(|e| e.run(body.func, body.v, at, fail, &mut Cont::aside(&mut next, false)));
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

    /// The body of a function that lists its results after the configuration
    /// that it was given.
    pub(crate) fn list_body(&mut self, func: FuncId, v: Player, at: Value) {
        self.enter_routine();
        let conf = self.fetch(at, u64::MAX);
        let list = self.set_results_aside(func, v, &conf);
        self.leave_routine();
        let ctx = self.ctx;
        let n = self.call(Routine::ListEnd, &[ctx, list]);
        self.b.ins().return_(&[n]);
    }

    /// Runs a function and puts its results on a list, the number of which is given. Memory
    /// that is in use on the way to a result lies in its way, so results are set aside until
    /// the function is done.
    pub(crate) fn set_results_aside(&mut self, func: FuncId, v: Player, at: &Conf) -> Value {
        let done = self.b.create_block();
        let ctx = self.ctx;
        let list = self.call(Routine::ListBegin, &[ctx]);
        let mut add = |e: &mut Self, conf: Conf, fail: Block| {
            let from = e.spill(&conf);
            let kept = e.call(Routine::ListAdd, &[ctx, list, from]);
            e.check(kept);
            e.fail(fail);
        };
        self.run(func, v, at, done, &mut Cont::aside(&mut add, false));
        self.b.switch_to_block(done);
        list
    }

    /// The body of a function that says whether there is a result.
    pub(crate) fn ask_body(&mut self, func: FuncId, v: Player, at: Value) {
        self.enter_routine();
        let tops = self.tops();
        let conf = self.fetch(at, u64::MAX);
        let (yes, no) = (self.b.create_block(), self.b.create_block());
        let mut found = |e: &mut Self, _: Conf, _: Block| {
            e.b.ins().jump(yes, &[]);
        };
        self.run(func, v, &conf, no, &mut Cont::aside(&mut found, false));
        for (block, answer) in [(yes, 1), (no, 0)] {
            self.b.switch_to_block(block);
            self.restore(&tops);
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

    /// The body of a function that gives the fields on which another can end: their
    /// words, and one for ending nowhere, lie after the configuration.
    pub(crate) fn fields_body(&mut self, func: FuncId, v: Player, at: Value) {
        self.enter_routine();
        let tops = self.tops();
        let conf = self.fetch(at, u64::MAX);
        let Ends { fields: mut words, nowhere } = self.fingers(func, v, &conf);
        words.push(nowhere);
        let to = self.after_conf(at);
        for (i, word) in words.into_iter().enumerate() {
            let word = self.value(word);
            self.b.ins().store(trusted(), word, to, 8 * i as i32);
        }
        self.restore(&tops);
        self.leave_routine();
        let done = self.b.ins().iconst(I64, 0);
        self.b.ins().return_(&[done]);
    }

    /// Counts how deep functions call each other, and the work.
    fn enter_routine(&mut self) {
        self.burn(1);
        let depth = self.load_ctx(Ctx::DEPTH);
        let less = self.b.ins().iadd_imm_s(depth, -1);
        self.store_ctx(Ctx::DEPTH, less);
        let deep = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, less, 0);
        self.stop_if(deep, Problem::Depth);
    }

    fn leave_routine(&mut self) {
        let depth = self.load_ctx(Ctx::DEPTH);
        let more = self.b.ins().iadd_imm_s(depth, 1);
        self.store_ctx(Ctx::DEPTH, more);
    }
}
