//! Moves that are kept while they are counted, so that the one that is drawn need
//! not be made again.

use super::playouts::MADE;
use crate::compile::routines::Routine;
use crate::emit::sym::{State, Word};
use crate::emit::{Emit, IntCC, trusted};
use crate::runtime::kept::{Kept, MOST};
use crate::runtime::{Ctx, Problem};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, Value};
use game::Player;

/// Where the next position is kept.
pub(crate) struct NextKept {
    /// How many are kept already.
    pub(crate) n: Value,
    pub(crate) place: Value,
}

impl Emit<'_, '_> {
    /// Begins a turn of which nothing is kept yet.
    pub(crate) fn keep_none(&mut self) {
        let none = self.b.ins().iconst(I64, 0);
        self.store_ctx(Ctx::KEPT + Kept::N, none);
        if self.unit.proved.is_some() {
            let turn = self.load_ctx(Ctx::KEPT + Kept::TURN);
            let next = self.b.ins().iadd_imm_s(turn, 1);
            self.store_ctx(Ctx::KEPT + Kept::TURN, next);
        }
    }

    /// Keeps the position after a turn unless it is kept already: 1 or 0.
    pub(crate) fn keep_once(&mut self, base: &State, state: &State, v: Player) -> Word {
        let child = self.close(base, state, v);
        let bytes = self.layout.bytes as u32;
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3);
        let slot = self.b.create_sized_stack_slot(data);
        let place = self.b.ins().stack_addr(I64, slot, 0);
        self.store(&child, place);
        if !self.signed {
            // Each such place in the code has memory of its own, of which all is compared.
            let none = self.b.ins().iconst(I64, 0);
            self.b.ins().store(trusted(), none, place, self.layout.signature as i32);
        }
        let ctx = self.ctx;
        let new = self.call(Routine::Keep, &[ctx, place]);
        self.check(new);
        Word::V(new)
    }

    /// Keeps the position after a turn that is different from all others: 1.
    pub(crate) fn keep_too(&mut self, base: &State, state: &State, v: Player) -> Word {
        let child = self.close(base, state, v);
        let NextKept { n, place } = self.next_kept();
        self.store(&child, place);
        let next = self.b.ins().iadd_imm_s(n, 1);
        self.store_ctx(Ctx::KEPT + Kept::N, next);
        Word::ONE
    }

    /// The number of positions that are kept, and the place of the next.
    pub(crate) fn next_kept(&mut self) -> NextKept {
        let n = self.load_ctx(Ctx::KEPT + Kept::N);
        let full = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, n, MOST as i64);
        self.stop_if(full, Problem::Results);
        let place = self.kept(n);
        NextKept { n, place }
    }

    /// The place of a kept position.
    fn kept(&mut self, number: Value) -> Value {
        let positions = self.load_ctx(Ctx::KEPT + Kept::POSITIONS);
        let offset = self.b.ins().imul_imm_s(number, self.layout.bytes as i64);
        self.b.ins().iadd(positions, offset)
    }

    /// Makes the move of a number by taking it from those that were kept. The
    /// code goes on with what is left of the number if they are fewer.
    pub(crate) fn take_kept(&mut self, number: Value, to: Value) -> Value {
        let (take, on) = (self.b.create_block(), self.b.create_block());
        let n = self.load_ctx(Ctx::KEPT + Kept::N);
        let inside = self.b.ins().icmp(IntCC::UnsignedLessThan, number, n);
        self.b.ins().brif(inside, take, &[], on, &[]);
        self.b.switch_to_block(take);
        let from = self.kept(number);
        self.copy(from, to);
        let made = self.b.ins().iconst(I64, MADE);
        self.b.ins().return_(&[made]);
        self.b.switch_to_block(on);
        self.b.ins().isub(number, n)
    }

    /// Copies a position.
    pub(crate) fn copy(&mut self, from: Value, to: Value) {
        for i in 0..self.layout.bytes as i32 / 8 {
            let word = self.b.ins().load(I64, trusted(), from, 8 * i);
            self.b.ins().store(trusted(), word, to, 8 * i);
        }
    }
}
