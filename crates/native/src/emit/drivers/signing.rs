//! The signature of a position: that of the board follows each write, and the rest is added when a
//! turn is closed.

use crate::compile::routines::{Routine, rights};
use crate::emit::Emit;
use crate::emit::sym::{State, Word};
use crate::layout::TurnSlot;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};
use game::{Memory, Player};

impl Emit<'_, '_> {
    /// The signature with what is not on the board.
    pub(super) fn signature(
        &mut self,
        base: &State,
        slots: &[Word],
        player: Word,
        v: Player,
    ) -> Word {
        let facts = &self.program.facts;
        let mut signature = slots[self.layout.turn(TurnSlot::Signature)];
        signature = self.sign_rights(base, slots, signature);
        for i in 0..facts.memories.len() {
            let slot = self.layout.memory(Memory(i as u8));
            let rows = self.unit.memory_rows(Memory(i as u8));
            for word in [base.slots[slot], slots[slot]] {
                let number = self.table(&rows, 1, word, 0);
                signature = self.xor(signature, number);
            }
        }
        let turned = self.xor(player, Word::C(v.index() as u64));
        let number = self.select(turned, Word::C(self.unit.player_number()), Word::ZERO);
        self.xor(signature, number)
    }

    /// The signature after the turn so far, without what is remembered then.
    pub(crate) fn key_after(&mut self, base: &State, state: &State) -> Word {
        let facts = &self.program.facts;
        let mut key = state.slots[self.layout.turn(TurnSlot::Signature)];
        key = self.sign_rights(base, &state.slots, key);
        for i in 0..facts.memories.len() {
            let rows = self.unit.memory_rows(Memory(i as u8));
            let word = base.slots[self.layout.memory(Memory(i as u8))];
            let number = self.table(&rows, 1, word, 0);
            key = self.xor(key, number);
        }
        if facts.n_players() == 1 {
            return key;
        }
        let again = self.slot(state, TurnSlot::Again);
        let number = self.select(again, Word::ZERO, Word::C(self.unit.player_number()));
        self.xor(key, number)
    }

    /// The signature with counters of which each player has one. They seldom
    /// change, so the work is done elsewhere.
    fn sign_rights(&mut self, base: &State, slots: &[Word], signature: Word) -> Word {
        let facts = &self.program.facts;
        let places: Vec<usize> = rights(facts)
            .into_iter()
            .map(|(counter, owner)| self.layout.counter(facts, counter, owner))
            .collect();
        let mut differs = Word::ZERO;
        for &slot in &places {
            let change = self.xor(base.slots[slot], slots[slot]);
            differs = self.or(differs, change);
        }
        if differs == Word::ZERO {
            return signature;
        }
        let (beside, on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(beside);
        let (differs, plain) = (self.value(differs), self.value(signature));
        self.b.ins().brif(differs, beside, &[], on, &[BlockArg::from(plain)]);
        self.b.switch_to_block(beside);
        let mut args = vec![self.ctx, plain];
        for slot in places {
            args.push(self.value(base.slots[slot]));
            args.push(self.value(slots[slot]));
        }
        let signed = self.call(Routine::Rights, &args);
        self.b.ins().jump(on, &[BlockArg::from(signed)]);
        let merged = self.b.append_block_param(on, I64);
        self.b.switch_to_block(on);
        Word::V(merged)
    }

    /// The body of the routine that does it: the signature, then each counter
    /// before and after.
    pub(crate) fn rights_body(&mut self, args: &[Value]) {
        let facts = &self.program.facts;
        let mut signature = Word::V(args[0]);
        for ((counter, owner), pair) in rights(facts).into_iter().zip(args[1..].chunks(2)) {
            let rows = self.unit.counter_rows(counter, owner);
            let low = i64::from(facts.counters[counter.index()].low) as u64;
            for &value in pair {
                let row = self.sub(Word::V(value), Word::C(low));
                let number = self.table(&rows, 1, row, 0);
                signature = self.xor(signature, number);
            }
        }
        let signature = self.value(signature);
        self.b.ins().return_(&[signature]);
    }
}
