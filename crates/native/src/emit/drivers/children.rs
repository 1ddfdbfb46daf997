//! Positions in memory: how a turn begins from one, and how it closes into
//! another: memory ages, the turn goes to the other player, the signature
//! follows.

use crate::emit::known::Origin;
use crate::emit::sym::{Conf, EMPTY, Finger, Heading, State, Word};
use crate::emit::{Emit, IntCC, trusted};
use crate::layout::TurnSlot;
use crate::runtime::Problem;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use game::{Memory, Player};
use std::rc::Rc;

/// The round of a position, and the next.
#[derive(Clone, Copy)]
pub(crate) struct Rounds {
    pub(crate) now: Word,
    pub(crate) next: Word,
}

/// A turn that was closed.
pub(crate) struct Child {
    pub(crate) slots: Vec<Word>,
    pub(crate) signature: Word,
    /// Who moves next: 0 or 1.
    pub(crate) player: Word,
    pub(crate) out_flag: Word,
    pub(crate) out_value: Word,
    /// The round that begins with it.
    pub(crate) round: Word,
}

/// The words of a position between two turns.
pub(crate) struct Loaded {
    pub(crate) slots: Vec<Word>,
    pub(crate) round: Word,
    signature: Word,
}

impl<'p> Emit<'_, 'p> {
    /// The configuration in which a turn begins.
    pub(crate) fn begin(&mut self, position: Value) -> Conf {
        let loaded = self.load(position);
        self.begin_from(loaded)
    }

    /// The slots of a position that last from turn to turn.
    pub(crate) fn lasting(&self) -> Vec<usize> {
        let board = 0..self.layout.n_board;
        board.chain(self.layout.packed.iter().map(|packed| packed.slot)).collect()
    }

    /// Loads a position from memory.
    pub(crate) fn load(&mut self, position: Value) -> Loaded {
        let layout = self.layout;
        let mut slots = vec![Word::ZERO; layout.n_slots()];
        for (i, slot) in slots.iter_mut().enumerate().take(layout.n_board) {
            *slot = Word::V(self.b.ins().load(I64, trusted(), position, 8 * i as i32));
        }
        for packed in &layout.packed {
            slots[packed.slot] = self.packed(position, packed.slot);
        }
        let signature = match self.signed {
            true => Word::V(self.b.ins().load(I64, trusted(), position, layout.signature as i32)),
            false => Word::ZERO,
        };
        let round = Word::V(self.b.ins().load(I64, trusted(), position, layout.round as i32));
        Loaded { slots, round, signature }
    }

    /// A slot that lies packed in a position; 0 if it does not last.
    pub(crate) fn packed(&mut self, position: Value, slot: usize) -> Word {
        let layout = self.layout;
        let Some(packed) = layout.packed.iter().find(|packed| packed.slot == slot) else {
            return Word::ZERO;
        };
        let offset = packed.offset as i32;
        let value = match packed.bytes {
            1 => self.b.ins().uload8(I64, trusted(), position, offset),
            2 => self.b.ins().uload16(I64, trusted(), position, offset),
            _ => self.b.ins().uload32(trusted(), position, offset),
        };
        self.add(Word::V(value), Word::C(packed.low as u64))
    }

    /// The configuration after a turn, for what is asked before the next one begins.
    pub(crate) fn between_turns(&mut self, last: &[Word]) -> Conf {
        let mut slots = vec![Word::ZERO; self.layout.n_slots()];
        for slot in self.lasting() {
            slots[slot] = last[slot];
        }
        // Contents that must be there in exact numbers are, as in any position.
        let version = self.version(Origin::Start);
        let state = State::at_start(slots, version);
        Conf { s: Rc::new(state), f: Finger::Nowhere, d: Heading::Unset }
    }

    /// A position without a signature whose lasting slots have these values.
    pub(crate) fn in_registers(&self, lasting: &[usize], values: &[Value], round: Word) -> Loaded {
        let mut slots = vec![Word::ZERO; self.layout.n_slots()];
        for (&slot, &value) in lasting.iter().zip(values) {
            slots[slot] = Word::V(value);
        }
        Loaded { slots, round, signature: Word::ZERO }
    }

    /// The configuration in which a turn begins.
    pub(crate) fn begin_from(&mut self, loaded: Loaded) -> Conf {
        let Loaded { mut slots, round, signature } = loaded;
        let layout = self.layout;
        for (i, memory) in self.program.facts.memories.iter().enumerate() {
            if memory.turns <= 1 {
                slots[layout.memory(Memory(i as u8)) + 1] = Word::ZERO;
            }
        }
        slots[layout.turn(TurnSlot::Cost)] = Word::ONE;
        slots[layout.turn(TurnSlot::Signature)] = signature;
        self.rounds = Rounds { now: round, next: self.add(round, Word::ONE) };
        let version = self.version(Origin::Start);
        if self.unit.mode.assumes {
            self.turn_starts.push(version);
        }
        let state = State::at_start(slots, version);
        Conf { s: Rc::new(state), f: Finger::Nowhere, d: Heading::Unset }
    }

    /// Ends the path unless the result of a turn is a move. An outcome of the
    /// position itself goes to `over`.
    pub(crate) fn is_move(
        &mut self,
        base: &State,
        state: &State,
        fail: Block,
        over: &mut dyn FnMut(&mut Self, Word, Word),
    ) -> bool {
        if state.hand != EMPTY {
            let hand = self.slot(state, TurnSlot::Hand);
            let (bad, on) = (self.b.create_block(), self.b.create_block());
            let hand = self.value(hand);
            self.b.ins().brif(hand, bad, &[], on, &[]);
            self.b.switch_to_block(bad);
            self.problem(Problem::Rules);
            self.b.switch_to_block(on);
        }
        let (changed, passed) =
            (self.slot(state, TurnSlot::Changed), self.slot(state, TurnSlot::Passed));
        let (flag, value) =
            (self.slot(state, TurnSlot::OutFlag), self.slot(state, TurnSlot::OutValue));
        let moved = self.or(changed, passed);
        if moved.constant() != Some(1) {
            let (still, on) = (self.b.create_block(), self.b.create_block());
            let moved_value = self.value(moved);
            self.b.ins().brif(moved_value, on, &[], still, &[]);
            self.b.switch_to_block(still);
            if self.require(flag, fail) {
                over(self, flag, value);
                self.fail(fail);
            }
            self.b.switch_to_block(on);
            if moved == Word::ZERO {
                self.fail(fail);
                return false;
            }
        }
        self.is_different(base, state, flag, passed, fail)
    }

    /// Ends the path if a turn without outcome and pass left everything as it was.
    fn is_different(
        &mut self,
        base: &State,
        state: &State,
        flag: Word,
        passed: Word,
        fail: Block,
    ) -> bool {
        let said = self.or(flag, passed);
        if state.sure.is_some() || matches!(said, Word::C(c) if c != 0) {
            return true;
        }
        let layout = self.layout;
        let mut material: Vec<usize> = (0..layout.n_board).collect();
        for entry in 0..self.program.facts.reserve.len() {
            material.extend(Player::BOTH.map(|v| layout.reserve(entry, v)));
        }
        let mut differs = said;
        for slot in material {
            let change = self.xor(base.slots[slot], state.slots[slot]);
            differs = self.or(differs, change);
        }
        self.require(differs, fail)
    }

    /// Leaves with a problem if there is a wrong number of pieces of which
    /// there must be an exact number.
    pub(crate) fn check_numbers(&mut self, state: &State) {
        let facts = &self.program.facts;
        let hit = self.slot(state, TurnSlot::Hit);
        if hit == Word::ZERO || facts.kinds.iter().all(|kind| kind.exactly.is_none()) {
            return;
        }
        let (look, fine) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(look);
        let hit = self.value(hit);
        self.b.ins().brif(hit, look, &[], fine, &[]);
        self.b.switch_to_block(look);
        let mut wrong = Word::ZERO;
        for i in 0..self.layout.pieces.len() {
            let piece = self.layout.pieces[i];
            let Some(exactly) = facts.kinds[piece.kind().index()].exactly else { continue };
            let mut number = self.number_of_pieces(state, i);
            if let (Some(entry), Some(v)) =
                (facts.reserve_index(piece.kind()), piece.owner().player())
            {
                number = self.add(number, state.slots[self.layout.reserve(entry, v)]);
            }
            let differs = self.xor(number, Word::C(u64::from(exactly)));
            wrong = self.or(wrong, differs);
        }
        let bad = self.b.create_block();
        let wrong = self.value(wrong);
        self.b.ins().brif(wrong, bad, &[], fine, &[]);
        self.b.switch_to_block(bad);
        self.problem(Problem::Rules);
        self.b.switch_to_block(fine);
    }

    /// Closes a turn of this player.
    pub(crate) fn close(&mut self, base: &State, state: &State, v: Player) -> Child {
        let facts = &self.program.facts;
        let mut slots = state.slots.clone();
        for (i, declared) in facts.memories.iter().enumerate() {
            let slot = self.layout.memory(Memory(i as u8));
            let turns = slots[slot + 1];
            if declared.turns == 0 {
                (slots[slot], slots[slot + 1]) = (Word::ZERO, Word::ZERO);
                continue;
            }
            let lives = self.compare(IntCC::SignedGreaterThan, turns, Word::ZERO);
            let less = self.sub(turns, Word::ONE);
            slots[slot] = self.select(lives, slots[slot], Word::ZERO);
            slots[slot + 1] = self.select(lives, less, Word::ZERO);
            let none = self.compare(IntCC::Equal, slots[slot], Word::ZERO);
            slots[slot + 1] = self.select(none, Word::ZERO, slots[slot + 1]);
        }
        let player = match facts.n_players() {
            1 => Word::ZERO,
            _ => {
                let again = self.slot(state, TurnSlot::Again);
                let (own, other) = (Word::C(v.index() as u64), Word::C(v.other().index() as u64));
                self.select(again, own, other)
            }
        };
        let signature =
            if self.signed { self.signature(base, &slots, player, v) } else { Word::ZERO };
        Child {
            signature,
            player,
            out_flag: self.slot(state, TurnSlot::OutFlag),
            out_value: self.slot(state, TurnSlot::OutValue),
            round: self.next_round(player, v),
            slots,
        }
    }

    /// The round after a turn of this player, who is followed by another.
    fn next_round(&mut self, player: Word, v: Player) -> Word {
        let Rounds { now: round, next } = self.rounds;
        if v != Player::BOTH[self.program.facts.n_players() - 1] {
            return round;
        }
        let first = self.compare(IntCC::Equal, player, Word::ZERO);
        self.select(first, next, round)
    }

    /// Writes a closed turn into memory.
    pub(crate) fn store(&mut self, child: &Child, to: Value) {
        let layout = self.layout;
        for i in 0..layout.n_board {
            let value = self.value(child.slots[i]);
            self.b.ins().store(trusted(), value, to, 8 * i as i32);
        }
        if self.signed {
            let value = self.value(child.signature);
            self.b.ins().store(trusted(), value, to, layout.signature as i32);
        }
        let value = self.value(child.out_value);
        self.b.ins().istore32(trusted(), value, to, layout.out_value as i32);
        let mut at = layout.out_value + 4;
        for packed in &layout.packed {
            let word = self.sub(child.slots[packed.slot], Word::C(packed.low as u64));
            let value = self.value(word);
            let offset = packed.offset as i32;
            match packed.bytes {
                1 => self.b.ins().istore8(trusted(), value, to, offset),
                2 => self.b.ins().istore16(trusted(), value, to, offset),
                _ => self.b.ins().istore32(trusted(), value, to, offset),
            };
            at = packed.offset + packed.bytes;
        }
        debug_assert_eq!(at, layout.player);
        let both = self.up(child.out_flag, 8);
        let both = self.or(both, child.player);
        let both = self.value(both);
        self.b.ins().istore16(trusted(), both, to, layout.player as i32);
        let round = self.value(child.round);
        self.b.ins().store(trusted(), round, to, layout.round as i32);
        self.clear_rest(to);
    }

    /// Clears what is between the parts.
    fn clear_rest(&mut self, to: Value) {
        let layout = self.layout;
        let zero = self.b.ins().iconst(I64, 0);
        let mut offset = layout.out_flag + 1;
        while offset < layout.round {
            let (at, left) = (offset as i32, layout.round - offset);
            offset += match left {
                4.. => {
                    self.b.ins().istore32(trusted(), zero, to, at);
                    4
                }
                2.. => {
                    self.b.ins().istore16(trusted(), zero, to, at);
                    2
                }
                _ => {
                    self.b.ins().istore8(trusted(), zero, to, at);
                    1
                }
            };
        }
    }
}
