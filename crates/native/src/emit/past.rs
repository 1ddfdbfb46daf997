//! Earlier positions, for rules that ask whether a position has occurred: they
//! lie after each other in the memory of the thread, and a small table counts
//! the signatures, so that most questions are answered by a look.

use super::sym::{Conf, Finger, Heading, State, Word};
use super::{Emit, IntCC, trusted};
use crate::compile::routines::Routine;
use crate::layout::TurnSlot;
use crate::runtime::{Ctx, HISTORY_MASK, Problem};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};
use std::rc::Rc;

/// Where a turn began, as routines of ours have to know it.
pub(crate) struct Now {
    position: Value,
    /// Its signature without what is remembered, if rules ask for earlier positions.
    key: Option<Value>,
}

impl Emit<'_, '_> {
    /// Notes where the turn began, if rules will ask for that or for earlier positions.
    pub(crate) fn set_now(&mut self, position: Value, base: &State) -> Now {
        let key = self.unit.remembers_past.then(|| self.key(position, base));
        let now = Now { position, key };
        self.restore_now(&now);
        now
    }

    /// Notes again where the turn began, after other turns were looked at.
    pub(crate) fn restore_now(&mut self, now: &Now) {
        if let Some(key) = now.key {
            self.store_ctx(Ctx::NOW, now.position);
            self.store_ctx(Ctx::KEY, key);
        }
        self.look_back_to(now.position);
    }

    /// Notes what `before` goes back to.
    pub(crate) fn look_back_to(&mut self, position: Value) {
        if self.unit.shared.looks_back {
            self.store_ctx(Ctx::BEFORE, position);
        }
    }

    /// The signature without what is remembered.
    fn key(&mut self, position: Value, base: &State) -> Value {
        let offset = self.layout.signature as i32;
        let mut key = Word::V(self.b.ins().load(I64, trusted(), position, offset));
        for i in 0..self.program.facts.memories.len() {
            let memory = game::Memory(i as u8);
            let rows = self.unit.memory_rows(memory);
            let number = self.table(&rows, 1, base.slots[self.layout.memory(memory)], 0);
            key = self.xor(key, number);
        }
        self.value(key)
    }

    /// How many positions with the key of this one were counted, and where that lies.
    fn key_count(&mut self) -> (Value, Value) {
        let key = self.load_ctx(Ctx::KEY);
        self.count_of(key)
    }

    /// How many positions with a key were counted, and where that lies.
    fn count_of(&mut self, key: Value) -> (Value, Value) {
        let counts = self.load_ctx(Ctx::COUNTS);
        let place = self.b.ins().band_imm_s(key, HISTORY_MASK as i64);
        let place = self.b.ins().ishl_imm_u(place, 2);
        let at = self.b.ins().iadd(counts, place);
        let count = self.b.ins().uload32(trusted(), at, 0);
        (at, count)
    }

    /// Adds to the count of positions with the key of this one.
    fn count_key(&mut self, by: i64) {
        let (at, count) = self.key_count();
        let count = self.b.ins().iadd_imm_s(count, by);
        self.b.ins().istore32(trusted(), count, at, 0);
    }

    /// The position is part of the past while its moves are followed.
    pub(crate) fn join_past(&mut self, position: Value) {
        if self.unit.mode.joins_past {
            self.count_key(1);
            self.push_past(position);
        }
    }

    /// The moves of the position of the turn have been followed.
    pub(crate) fn leave_past(&mut self) {
        if self.unit.mode.joins_past {
            let n = self.load_ctx(Ctx::N_PAST);
            let n = self.b.ins().iadd_imm_s(n, -1);
            self.store_ctx(Ctx::N_PAST, n);
            self.count_key(-1);
        }
    }

    /// Puts the position after the earlier ones.
    fn push_past(&mut self, position: Value) {
        let n = self.load_ctx(Ctx::N_PAST);
        let limit = self.load_ctx(Ctx::PAST_LIMIT);
        let full = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, n, limit);
        self.stop_if(full, Problem::Results);
        let past = self.load_ctx(Ctx::PAST);
        let offset = self.b.ins().imul_imm_s(n, self.layout.bytes as i64);
        let to = self.b.ins().iadd(past, offset);
        for i in 0..self.layout.bytes / 8 {
            let word = self.b.ins().load(I64, trusted(), position, 8 * i as i32);
            self.b.ins().store(trusted(), word, to, 8 * i as i32);
        }
        let next = self.b.ins().iadd_imm_s(n, 1);
        self.store_ctx(Ctx::N_PAST, next);
    }

    /// Where the next position of the past goes.
    pub(crate) fn past_end(&mut self) -> Value {
        let (past, n) = (self.load_ctx(Ctx::PAST), self.load_ctx(Ctx::N_PAST));
        let offset = self.b.ins().imul_imm_s(n, self.layout.bytes as i64);
        self.b.ins().iadd(past, offset)
    }

    /// The position of the turn belongs to the past now.
    pub(crate) fn grow_past(&mut self) {
        self.count_key(1);
        let n = self.load_ctx(Ctx::N_PAST);
        let next = self.b.ins().iadd_imm_s(n, 1);
        self.store_ctx(Ctx::N_PAST, next);
        let limit = self.load_ctx(Ctx::PAST_LIMIT);
        let full = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, next, limit);
        self.stop_if(full, Problem::Results);
    }

    /// Whether the position has occurred so often. A table of counts by
    /// signature says no nearly always.
    pub(crate) fn occurred(&mut self, state: &Rc<State>, times: u32) -> Word {
        self.not_quiet();
        if self.unit.mode.forgets {
            return Word::ZERO;
        }
        if times <= 1 {
            return Word::ONE;
        }
        let is_start = self.slot(state, TurnSlot::Changed) == Word::ZERO
            && self.slot(state, TurnSlot::Passed) == Word::ZERO;
        let may_have = match self.base.clone() {
            _ if self.unit.mode.asks => None,
            _ if is_start => Some(self.may_have_occurred(times)),
            Some(base) if self.signed => Some(self.may_occur_after(&base, state, times)),
            _ => None,
        };
        let asked = if is_start { None } else { Some(state) };
        let Some(may_have) = may_have else { return Word::V(self.ask_past(asked, times)) };
        let (ask, done) = (self.b.create_block(), self.b.create_block());
        let answer = self.b.append_block_param(done, I64);
        self.b.set_cold_block(ask);
        let zero = self.b.ins().iconst(I64, 0);
        self.b.ins().brif(may_have, ask, &[], done, &[BlockArg::from(zero)]);
        self.b.switch_to_block(ask);
        let exact = self.ask_past(asked, times);
        self.b.ins().jump(done, &[BlockArg::from(exact)]);
        self.b.switch_to_block(done);
        Word::V(answer)
    }

    /// Has a routine of ours compare with all earlier positions: that in which the turn began,
    /// or one after a part of the turn.
    fn ask_past(&mut self, after: Option<&Rc<State>>, times: u32) -> Value {
        let times = self.b.ins().iconst(I64, i64::from(times));
        let itself = self.b.ins().iconst(I64, i64::from(self.unit.mode.joins_past));
        let ctx = self.ctx;
        let Some(after) = after else {
            let answer = self.call(Routine::Occurred, &[ctx, times, itself]);
            self.check(answer);
            return answer;
        };
        let conf = Conf { s: after.clone(), f: Finger::Nowhere, d: Heading::Unset };
        let from = self.spill(&conf);
        let answer = self.call(Routine::OccurredAfter, &[ctx, from, times, itself]);
        self.store_ctx(Ctx::TOP, from);
        self.check(answer);
        answer
    }

    /// Whether this many positions have the key of the one in which the turn began.
    fn may_have_occurred(&mut self, times: u32) -> Value {
        let (_, count) = self.key_count();
        // The position may have been counted among the earlier ones.
        let itself = i64::from(self.unit.mode.joins_past);
        let enough = i64::from(times) - 1 + itself;
        self.b.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, count, enough)
    }

    /// Whether this many positions, with that in which the turn began, have the key of the
    /// position after the turn so far; or whether nothing was done yet, so that there is none.
    fn may_occur_after(&mut self, base: &State, state: &State, times: u32) -> Value {
        let key = self.key_after(base, state);
        let key = self.value(key);
        let (_, mut count) = self.count_of(key);
        if !self.unit.mode.joins_past {
            let now = self.load_ctx(Ctx::KEY);
            let same = self.b.ins().icmp(IntCC::Equal, key, now);
            let same = self.b.ins().uextend(I64, same);
            count = self.b.ins().iadd(count, same);
        }
        let enough = i64::from(times) - 1;
        let often = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, count, enough);
        let [changed, passed] =
            [TurnSlot::Changed, TurnSlot::Passed].map(|slot| self.slot(state, slot));
        match self.or(changed, passed) {
            Word::C(acted) if acted != 0 => often,
            acted => {
                let acted = self.value(acted);
                let idle = self.b.ins().icmp_imm_s(IntCC::Equal, acted, 0);
                self.b.ins().bor(often, idle)
            }
        }
    }
}
