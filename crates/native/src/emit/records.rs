//! Configurations in the memory of the thread, one after the other: how they are
//! written to its top, read back, walked through and freed, and how code leaves
//! when there is no room.

use super::known::Origin;
use super::sym::{Conf, EMPTY, Finger, Heading, SOMEWHERE, State, Word};
use super::{Emit, IntCC, trusted};
use crate::layout::TurnSlot;
use crate::runtime::{Ctx, Problem};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use std::rc::Rc;

/// Ends of memories that are in use, with where they are kept.
pub(crate) type Tops = [(usize, Value); 2];

impl Emit<'_, '_> {
    /// The bytes of a configuration in memory.
    fn record(&self) -> i64 {
        8 * (self.layout.n_slots() as i64 + 2)
    }

    /// Room for this many bytes at the top of the thread's memory; they are taken.
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
        let full = self.b.ins().icmp(IntCC::UnsignedGreaterThan, next, limit);
        self.stop_if(full, Problem::Results);
        self.store_ctx(top_of, next);
        top
    }

    /// Leaves with a problem.
    pub(crate) fn problem(&mut self, problem: Problem) {
        if problem == Problem::Rules {
            self.not_quiet();
        }
        let code = self.b.ins().iconst(I64, problem as i64);
        self.store_ctx(Ctx::PROBLEM, code);
        self.b.ins().jump(self.fault, &[]);
    }

    /// How far the memories of results and of positions that wait are in use.
    pub(crate) fn tops(&mut self) -> Tops {
        [Ctx::TOP, Ctx::WAIT_TOP].map(|top| (top, self.load_ctx(top)))
    }

    /// Frees what came into use since then.
    pub(crate) fn restore(&mut self, tops: &Tops) {
        for &(top, value) in tops {
            self.store_ctx(top, value);
        }
    }

    /// Leaves with a problem if there is one, which is seldom; the code goes on otherwise.
    pub(crate) fn stop_if(&mut self, wrong: Value, problem: Problem) {
        let (bad, on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(bad);
        self.b.ins().brif(wrong, bad, &[], on, &[]);
        self.b.switch_to_block(bad);
        self.problem(problem);
        self.b.switch_to_block(on);
    }

    /// Writes a configuration to the top of the thread's memory.
    pub(crate) fn spill(&mut self, conf: &Conf) -> Value {
        let at = self.room(self.record());
        for (i, &word) in conf.s.slots.iter().enumerate() {
            let value = self.value(word);
            self.b.ins().store(trusted(), value, at, 8 * i as i32);
        }
        let n = conf.s.slots.len() as i32;
        let (finger, way) = (self.finger_word(conf.f), self.way_word(conf.d));
        let (finger, way) = (self.value(finger), self.value(way));
        self.b.ins().store(trusted(), finger, at, 8 * n);
        self.b.ins().store(trusted(), way, at, 8 * n + 8);
        at
    }

    /// A finger as a word, below 0 if it points nowhere.
    pub(crate) fn finger_word(&self, finger: Finger) -> Word {
        match finger {
            Finger::Nowhere => Word::C(u64::MAX),
            Finger::At(field) | Finger::Maybe(field) => field,
        }
    }

    /// A direction as a word, below 0 if there is none.
    pub(crate) fn way_word(&self, way: Heading) -> Word {
        match way {
            Heading::Unset => Word::C(u64::MAX),
            Heading::Fixed(direction) => Word::C(direction.index() as u64),
            Heading::Maybe(direction) => direction,
        }
    }

    /// A configuration from memory. Nothing is known of it.
    /// These pieces may have come from nowhere.
    pub(crate) fn fetch(&mut self, at: Value, pieces: u64) -> Conf {
        let n = self.layout.n_slots();
        let [finger, way] =
            [n, n + 1].map(|i| Word::V(self.b.ins().load(I64, trusted(), at, 8 * i as i32)));
        let s = self.fetch_state(at, pieces);
        Conf { s, f: Finger::Maybe(finger), d: Heading::Maybe(way) }
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
            gained: None,
        };
        Rc::new(state)
    }

    /// Goes on with each configuration that lies in memory after `start`, and
    /// then frees everything after `from`.
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
        self.each_place(start, end, record, |e, at, next| {
            let conf = e.fetch(at, pieces);
            e.scope(|e| body(e, conf, next));
        });
        self.store_ctx(Ctx::TOP, from);
        self.fail(fail);
    }

    /// A loop over what lies in memory one after the other, each this many bytes long. `body`
    /// closes the code for a place and goes on at the block that it is given; the code goes
    /// on after the loop.
    pub(crate) fn each_place(
        &mut self,
        start: Value,
        end: Value,
        bytes: i64,
        body: impl FnOnce(&mut Self, Value, Block),
    ) {
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
        body(self, at, next);
        self.b.switch_to_block(next);
        let after = self.b.ins().iadd_imm_s(at, bytes);
        self.b.ins().jump(header, &[BlockArg::from(after)]);
        self.b.switch_to_block(done);
    }

    /// After a configuration.
    pub(crate) fn after_conf(&mut self, from: Value) -> Value {
        let record = self.record();
        self.b.ins().iadd_imm_s(from, record)
    }
}
