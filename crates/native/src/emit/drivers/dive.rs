//! One round of IDA* below a position, by code that calls itself: for each move the
//! bound of where it leads, and a call if that can still be paid. Each move costs 1.
//!
//! The code answers 0 if the goal was not found, [`SOLVED`] if it was, and [`GAVE_UP`]
//! if there were more positions than it was allowed; then it has left everything.

use super::Driver;
use crate::compile::routines::Routine;
use crate::emit::drivers::children::Child;
use crate::emit::sym::Word;
use crate::emit::{Emit, IntCC, trusted};
use crate::runtime::Ctx;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, StackSlotData, StackSlotKind, Value};
use game::Player;

/// The goal was found.
pub(crate) const SOLVED: i64 = 1;
/// There were too many positions.
pub(crate) const GAVE_UP: i64 = 2;

/// What a bound says if there is no way to the goal.
const NEVER: u64 = i32::MAX as u64;

impl Emit<'_, '_> {
    pub(crate) fn dive(&mut self, v: Player, args: &[Value]) {
        let (position, before, left, ctx) = (args[0], args[1], args[2], self.ctx);
        let at = self.begin(position);
        let tally = self.tally();
        let base = at.s.clone();
        let now = self.set_now(position, &base);
        let less = self.b.ins().iadd_imm_s(left, -1);
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, self.layout.bytes as u32, 3);
        let slot = self.b.create_sized_stack_slot(data);
        self.turn(v, &at, &tally, &mut |e, state, fail| {
            let child = e.close(&base, state, v);
            e.raise(tally.any);
            if !e.leads_on(&child, before, fail) {
                return;
            }
            e.count_node();
            if !e.goes_on(&child, less, fail) {
                return;
            }
            let to = e.b.ins().stack_addr(I64, slot, 0);
            e.store(&child, to);
            // The turn below has its own work to do.
            let fuel = e.load_ctx(Ctx::FUEL);
            let routine = Routine::Driver(Driver::Dive, v);
            let found = e.call(routine, &[ctx, to, position, less]);
            e.store_ctx(Ctx::FUEL, fuel);
            e.restore_now(&now);
            let end = e.b.create_block();
            e.failed.insert(fail);
            e.b.ins().brif(found, end, &[], fail, &[]);
            e.b.switch_to_block(end);
            e.b.ins().return_(&[found]);
        });
        let any = Word::V(self.flagged(tally.any));
        self.settle(&tally, any);
        let over = self.flagged(tally.over_flag);
        let value = self.flagged(tally.over_value);
        let won = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, value, 0);
        let won = self.b.ins().uextend(I64, won);
        let zero = self.b.ins().iconst(I64, 0);
        let solved = self.b.ins().select(over, won, zero);
        self.b.ins().return_(&[solved]);
    }

    /// Ends the path if a move leads back to the position before. What differs first
    /// decides; usually that is the first set.
    fn leads_on(&mut self, child: &Child, before: Value, fail: Block) -> bool {
        let lasting = self.lasting();
        let on = self.b.create_block();
        let board = self.layout.n_board;
        let mut differs = child.out_flag;
        for (i, &slot) in lasting.iter().enumerate() {
            let word = match slot < board {
                true => Word::V(self.b.ins().load(I64, trusted(), before, 8 * slot as i32)),
                false => self.packed(before, slot),
            };
            let flip = self.xor(child.slots[slot], word);
            differs = self.or(differs, flip);
            if i == 0 {
                let value = self.value(differs);
                let same = self.b.create_block();
                self.b.ins().brif(value, on, &[], same, &[]);
                self.b.switch_to_block(same);
                differs = Word::ZERO;
            }
        }
        let differs = self.value(differs);
        self.failed.insert(fail);
        self.b.ins().brif(differs, on, &[], fail, &[]);
        self.b.switch_to_block(on);
        true
    }

    /// Counts a position, and leaves if there were too many.
    fn count_node(&mut self) {
        let nodes = self.load_ctx(Ctx::DIVE_LEFT);
        let nodes = self.b.ins().iadd_imm_s(nodes, -1);
        self.store_ctx(Ctx::DIVE_LEFT, nodes);
        let (end, on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(end);
        let too_many = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, nodes, 0);
        self.b.ins().brif(too_many, end, &[], on, &[]);
        self.b.switch_to_block(end);
        let gave_up = self.b.ins().iconst(I64, GAVE_UP);
        self.b.ins().return_(&[gave_up]);
        self.b.switch_to_block(on);
    }

    /// Ends the path if a position is an end, or too far away from one; whether it can
    /// go on at all. `less` is what is left after the move.
    fn goes_on(&mut self, child: &Child, less: Value, fail: Block) -> bool {
        if child.out_flag != Word::ZERO {
            self.end_of_game(child, less, fail);
        }
        let at = self.between_turns(&child.slots);
        let mut most = Word::ZERO;
        for &bound in &self.program.entries.bounds {
            let number = self.number_of(bound, Player::First, &at);
            let (a, b) = (self.value(most), self.value(number.word));
            most = Word::V(self.b.ins().smax(a, b));
        }
        let never = self.compare(IntCC::Equal, most, Word::C(NEVER));
        let above = self.sub(most, Word::V(less));
        let far = self.compare(IntCC::SignedGreaterThan, above, Word::ZERO);
        let (too_far, on) = (self.b.create_block(), self.b.create_block());
        let far = self.value(far);
        self.b.ins().brif(far, too_far, &[], on, &[]);
        self.b.switch_to_block(too_far);
        let above = self.select(never, Word::C(i64::MAX as u64), above);
        self.note_above(above);
        self.fail(fail);
        self.b.switch_to_block(on);
        self.refuse(never, fail)
    }

    /// A move that ends the puzzle: either it is solved, if that can be paid, or not.
    fn end_of_game(&mut self, child: &Child, less: Value, fail: Block) {
        let [over, won, enough, far, on] = [(); 5].map(|()| self.b.create_block());
        let flag = self.value(child.out_flag);
        self.b.ins().brif(flag, over, &[], on, &[]);
        self.b.switch_to_block(over);
        let value = self.value(child.out_value);
        let is_won = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, value, 0);
        self.failed.insert(fail);
        self.b.ins().brif(is_won, won, &[], fail, &[]);
        self.b.switch_to_block(won);
        let is_far = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, less, 0);
        self.b.ins().brif(is_far, far, &[], enough, &[]);
        self.b.switch_to_block(enough);
        let solved = self.b.ins().iconst(I64, SOLVED);
        self.b.ins().return_(&[solved]);
        self.b.switch_to_block(far);
        let above = self.sub(Word::ZERO, Word::V(less));
        self.note_above(above);
        self.fail(fail);
        self.b.switch_to_block(on);
    }

    /// Notes by how much a position is too far away, if it is the least.
    fn note_above(&mut self, above: Word) {
        let (least, above) = (self.load_ctx(Ctx::DIVE_ABOVE), self.value(above));
        let least = self.b.ins().smin(least, above);
        self.store_ctx(Ctx::DIVE_ABOVE, least);
    }
}
