//! Lines of play counted to a depth by code that calls itself: the last moves
//! made like all others, or only counted.

use super::Driver;
use crate::compile::routines::Routine;
use crate::emit::sym::Word;
use crate::emit::{Emit, IntCC};
use crate::runtime::Ctx;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{BlockArg, InstBuilder, StackSlotData, StackSlotKind, Value};
use game::Player;

impl Emit<'_, '_> {
    pub(crate) fn perft(&mut self, v: Player, args: &[Value], counted: bool) {
        let (position, depth, ctx) = (args[0], args[1], self.ctx);
        if counted {
            let (last, on) = (self.b.create_block(), self.b.create_block());
            let is_last = self.b.ins().icmp_imm_s(IntCC::Equal, depth, 1);
            self.b.ins().brif(is_last, last, &[], on, &[]);
            self.b.switch_to_block(last);
            let n = self.call(Routine::Driver(Driver::Count, v), &[ctx, position]);
            self.b.ins().return_(&[n]);
            self.b.switch_to_block(on);
        }
        let at = self.begin(position);
        let tally = self.tally();
        let leaves = self.variable(0);
        let base = at.s.clone();
        let less = self.b.ins().iadd_imm_s(depth, -1);
        let now = self.set_now(position, &base);
        self.join_past(position);
        let bytes = self.layout.bytes as u32;
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(
            StackSlotKind::ExplicitSlot,
            bytes,
            3,
        ));
        let to = self.b.ins().stack_addr(I64, slot, 0);
        self.turn(v, &at, &tally, &mut |e, state, fail| {
            let child = e.close(&base, state, v);
            e.store(&child, to);
            e.raise(tally.any);
            let (leaf, deeper) = (e.b.create_block(), e.b.create_block());
            if !counted {
                let is_leaf = e.b.ins().icmp_imm_s(IntCC::Equal, depth, 1);
                e.b.ins().brif(is_leaf, leaf, &[], deeper, &[]);
                e.b.switch_to_block(leaf);
                e.add_to(leaves, Word::ONE);
                e.fail(fail);
            } else {
                e.b.ins().jump(deeper, &[]);
            }
            e.b.switch_to_block(deeper);
            if !e.refuse(child.out_flag, fail) {
                return;
            }
            // The turn below has its own work to do.
            let fuel = e.load_ctx(Ctx::FUEL);
            let more = e.call_next(&child.player, counted, to, less);
            e.check(more);
            e.store_ctx(Ctx::FUEL, fuel);
            e.restore_now(&now);
            e.add_to(leaves, Word::V(more));
            e.fail(fail);
        });
        let any = Word::V(self.flagged(tally.any));
        self.settle(&tally, any);
        self.leave_past();
        let n = self.b.use_var(leaves);
        self.b.ins().return_(&[n]);
    }

    /// Calls the count of whoever moves next.
    fn call_next(&mut self, player: &Word, counted: bool, to: Value, depth: Value) -> Value {
        let driver = if counted { Driver::PerftCounted } else { Driver::Perft };
        let ctx = self.ctx;
        if let Word::C(player) = player {
            let v = Player::BOTH[*player as usize];
            return self.call(Routine::Driver(driver, v), &[ctx, to, depth]);
        }
        let player = self.value(*player);
        let [first, second, done] = [(); 3].map(|()| self.b.create_block());
        let leaves = self.b.append_block_param(done, I64);
        self.b.ins().brif(player, second, &[], first, &[]);
        for (v, block) in Player::BOTH.into_iter().zip([first, second]) {
            self.b.switch_to_block(block);
            let more = self.call(Routine::Driver(driver, v), &[ctx, to, depth]);
            self.b.ins().jump(done, &[BlockArg::from(more)]);
        }
        self.b.switch_to_block(done);
        leaves
    }
}
