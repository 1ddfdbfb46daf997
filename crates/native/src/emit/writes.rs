//! What changes a position, one kind of write after the other: each is made of
//! pieces that are taken off fields and put on them, and of words that are set.

mod heights;
mod pieces;
mod reserve;
mod stacks;
mod texts;

use super::sym::{EMPTY, Frame, Num, State, Word};
use super::{Emit, IntCC};
use crate::layout::TurnSlot;
use crate::runtime::EventTag;
use cranelift_codegen::ir::Block;
use game::{Counter, Kind, Memory, Owner, Player};
use ir::{Verdict, Whose, Write};
use stacks::Number;

impl<'p> Emit<'_, 'p> {
    /// The state after a write; nothing if the path ends for certain.
    pub(crate) fn write(
        &mut self,
        fr: &mut Frame<'p>,
        old: &State,
        write: &'p Write,
        fail: Block,
    ) -> Option<State> {
        let mut state = old.clone();
        match write {
            Write::Lift { f, amount } => {
                let field = self.at(fr.field(*f), fail)?;
                let amount = self.amount(fr, *amount);
                self.lift(&mut state, field, amount, fail)?;
            }
            Write::Lower { f, amount } => {
                let field = self.at(fr.field(*f), fail)?;
                let amount = self.amount(fr, *amount);
                self.lower(&mut state, field, amount, fail)?;
            }
            Write::Put { f, v, whose, kind } => {
                let piece = self.piece_of(fr.player(*v), *whose, *kind, fail)?;
                let field = self.at(fr.field(*f), fail)?;
                self.put(&mut state, field, piece, *kind, fail)?;
            }
            Write::PutAll { set, v, whose, kind } => {
                let piece = self.piece_of(fr.player(*v), *whose, *kind, fail)?;
                let set = fr.words(*set);
                self.put_all(&mut state, &set, piece);
            }
            Write::Clear { f } => {
                let field = self.at(fr.field(*f), fail)?;
                let (_, taken) = self.take_piece(&mut state, field, fail)?;
                self.may_be_wrong(&mut state, taken);
                self.note(&mut state, EventTag::Remove, field, Word::ZERO);
            }
            Write::Become { f, kind } => {
                let field = self.at(fr.field(*f), fail)?;
                self.promote(&mut state, field, *kind, fail)?;
            }
            Write::Enter { f, v, kind } => {
                let field = self.at(fr.field(*f), fail)?;
                self.enter(&mut state, field, fr.player(*v), *kind, fail)?;
            }
            Write::Keep { f, v } => {
                let field = self.at(fr.field(*f), fail)?;
                self.keep(&mut state, field, fr.player(*v), fail)?;
            }
            Write::Remember { f, memory } => {
                let field = self.at(fr.field(*f), fail)?;
                self.remember(&mut state, field, *memory);
            }
            Write::SetCounter { v, counter, to } => {
                let to = fr.number(*to);
                self.set_counter(&mut state, fr.player(*v), *counter, to, fail)?;
            }
            Write::Outcome { v, verdict } => self.outcome(fr, &mut state, fr.player(*v), *verdict),
            Write::Pass => {
                self.put_slot(&mut state, TurnSlot::Passed, Word::ONE);
                self.note(&mut state, EventTag::Pass, Word::ZERO, Word::ZERO);
            }
            Write::Again => self.put_slot(&mut state, TurnSlot::Again, Word::ONE),
            Write::Cost { to } => self.put_slot(&mut state, TurnSlot::Cost, fr.number(*to).word),
            Write::Tell { .. } => self.tell(fr, &mut state, write, fail)?,
            Write::Hush { like } => {
                let trace = self.slot(fr.state(*like), TurnSlot::Trace);
                self.put_slot(&mut state, TurnSlot::Trace, trace);
            }
            Write::Before => state = State { gained: None, ..self.state_before() },
            // This one is left to the interpreter.
            Write::Mask { .. } => {
                let why = "there is no code for what a referee masks".to_string();
                self.unit.trouble.get_or_insert(why);
                self.fail(fail);
                return None;
            }
        }
        Some(state)
    }

    /// Goes on only if a number of pieces is one, as a hand without stacks has.
    fn is_one(&mut self, amount: Number, fail: Block) -> Option<()> {
        if let Some(number) = amount {
            let one = self.compare(IntCC::Equal, number.word, Word::ONE);
            self.require(one, fail).then_some(())?;
        }
        Some(())
    }

    /// The number of the piece that is put down for a player.
    fn piece_of(&mut self, v: Player, whose: Whose, kind: Kind, fail: Block) -> Option<usize> {
        let symbols = &self.program.facts.kinds[kind.index()].symbols;
        let owner = match whose {
            Whose::Own => v.into(),
            Whose::Enemy => v.other().into(),
            Whose::First => Owner::First,
            Whose::Second => Owner::Second,
            Whose::Nobody => Owner::Nobody,
            Whose::Any if symbols[2].is_some() => Owner::Nobody,
            Whose::Any => v.into(),
        };
        let piece = self.layout.piece(kind, owner);
        if piece.is_none() {
            self.fail(fail);
        }
        piece
    }

    /// Goes on only if nothing is in the hand.
    fn has_free_hand(&mut self, state: &State, fail: Block) -> Option<()> {
        if state.hand & EMPTY == 0 {
            self.fail(fail);
            return None;
        }
        if state.hand != EMPTY {
            let full = self.slot(state, TurnSlot::Hand);
            self.refuse(full, fail).then_some(())?;
        }
        Some(())
    }

    /// Picks pieces of a field up.
    fn lift(&mut self, state: &mut State, field: Word, amount: Number, fail: Block) -> Option<()> {
        if self.layout.stacks.is_some() {
            return self.lift_stack(state, field, amount, fail);
        }
        self.is_one(amount, fail)?;
        self.has_free_hand(state, fail)?;
        let held = self.take(state, field, fail)?;
        self.note_event(state, EventTag::Pickup, field, Word::ZERO, false);
        self.leave_early(state, fail).then_some(())?;
        let (piece, mask) = held;
        self.put_slot(state, TurnSlot::Hand, piece);
        state.hand = mask;
        Some(())
    }

    /// Puts pieces in the hand down.
    fn lower(&mut self, state: &mut State, field: Word, amount: Number, fail: Block) -> Option<()> {
        if self.layout.stacks.is_some() {
            return self.lower_stack(state, field, amount, fail);
        }
        self.is_one(amount, fail)?;
        let piece = self.slot(state, TurnSlot::Hand);
        if state.hand == EMPTY {
            self.fail(fail);
            return None;
        }
        if state.hand & EMPTY != 0 {
            self.require(piece, fail).then_some(())?;
        }
        let mask = state.hand & !EMPTY;
        self.place(state, field, piece, mask);
        self.put_slot(state, TurnSlot::Hand, Word::ZERO);
        state.hand = EMPTY;
        self.note(state, EventTag::Putdown, field, Word::ZERO);
        self.leave_early(state, fail).then_some(())
    }

    /// Puts a piece from nowhere in the place of what a field shows.
    fn put(
        &mut self,
        state: &mut State,
        field: Word,
        piece: usize,
        kind: Kind,
        fail: Block,
    ) -> Option<()> {
        self.note_put(state, field, kind);
        self.raise_empty(state, field);
        self.place(state, field, Word::C(piece as u64 + 1), 1 << piece);
        self.gained(state, piece);
        self.came(state.version, 1 << piece);
        self.may_be_wrong(state, 1 << piece);
        self.leave_early(state, fail).then_some(())
    }

    /// Puts a piece on every field of a set.
    fn put_all(&mut self, state: &mut State, set: &[Word], piece: usize) {
        let own = self.sets_of(self.layout.pieces[piece]);
        self.raise_all_empty(state, set);
        let others: Vec<usize> = (0..self.layout.n_sets).filter(|s| !own.contains(s)).collect();
        if self.signed {
            let number = self.sign_all(state, set, piece);
            let old = self.slot(state, TurnSlot::Signature);
            let new = self.xor(old, number);
            self.put_slot(state, TurnSlot::Signature, new);
        }
        self.clear_bits(state, set, &others);
        for set_index in own {
            self.set_bits(state, set, set_index);
        }
        state.version = self.wrote(state.version, None, 1 << piece);
        state.gained = None;
        self.came(state.version, 1 << piece);
        self.may_be_wrong(state, self.all_pieces());
        // A field that did not hold this piece at the start and was changed is
        // still another if it gets the piece.
        state.sure = state.sure.filter(|&field| self.held_at_start(field) & 1 << piece == 0);
        let changed = self.slot(state, TurnSlot::Changed);
        if changed != Word::ONE {
            let any = self.some(set);
            let any = self.compare(IntCC::NotEqual, any, Word::ZERO);
            let changed = self.or(changed, any);
            self.put_slot(state, TurnSlot::Changed, changed);
        }
    }

    /// Makes the piece of a field another of the same owner.
    fn promote(&mut self, state: &mut State, field: Word, kind: Kind, fail: Block) -> Option<()> {
        let mut mask = self.holds(state.version, field) & (self.all_pieces() | EMPTY);
        if mask & EMPTY != 0 {
            let occupied = self.occupied(state);
            let there = self.contains(&occupied, field);
            self.require(there, fail).then_some(())?;
            mask &= !EMPTY;
        }
        let bits = self.bits(field);
        let old = self.piece_at(state, field, mask);
        self.sign(state, old, field);
        let mut new_mask = 0;
        let mut new_piece = Word::ZERO;
        for i in (0..self.layout.pieces.len()).filter(|i| mask >> i & 1 == 1) {
            let Some(piece) = self.layout.piece(kind, self.layout.pieces[i].owner()) else {
                continue;
            };
            new_mask |= 1 << piece;
            let is = self.compare(IntCC::Equal, old, Word::C(i as u64 + 1));
            let value = self.select(is, Word::C(piece as u64 + 1), Word::ZERO);
            new_piece = self.or(new_piece, value);
        }
        let kinds: Vec<usize> = self.layout.kinds.iter().flatten().copied().collect();
        let target = self.layout.kinds[kind.index()];
        let of_mask = self.sets_of_all(mask);
        let cleared: Vec<usize> =
            kinds.into_iter().filter(|s| of_mask.contains(s) && Some(*s) != target).collect();
        self.clear_bits(state, &bits, &cleared);
        if let Some(set) = target {
            self.set_bits(state, &bits, set);
        }
        self.sign(state, new_piece, field);
        self.changed(state, field, new_mask);
        self.lost(state, mask);
        match new_mask.is_power_of_two() {
            true => self.gained(state, new_mask.trailing_zeros() as usize),
            false => state.gained = None,
        }
        self.came(state.version, new_mask);
        self.may_be_wrong(state, mask | new_mask);
        self.note(state, EventTag::Become, field, Word::C(kind.index() as u64));
        Some(())
    }

    /// Remembers a field for as many turns as it is declared.
    fn remember(&mut self, state: &mut State, field: Word, memory: Memory) {
        let slot = self.layout.memory(memory);
        state.slots[slot] = self.add(field, Word::ONE);
        let turns = self.program.facts.memories[memory.index()].turns;
        state.slots[slot + 1] = Word::C(u64::from(turns));
    }

    /// Sets a counter, if the number is in its range.
    fn set_counter(
        &mut self,
        state: &mut State,
        v: Player,
        counter: Counter,
        to: Num,
        fail: Block,
    ) -> Option<()> {
        let facts = &self.program.facts;
        let declared = &facts.counters[counter.index()];
        let (low, high) = (i64::from(declared.low), i64::from(declared.high));
        let slot = self.layout.counter(facts, counter, v);
        if to.low < low {
            let ok = self.compare(IntCC::SignedGreaterThanOrEqual, to.word, Word::C(low as u64));
            self.require(ok, fail).then_some(())?;
        }
        if to.high > high {
            let ok = self.compare(IntCC::SignedLessThanOrEqual, to.word, Word::C(high as u64));
            self.require(ok, fail).then_some(())?;
        }
        state.slots[slot] = to.word;
        Some(())
    }

    fn outcome(&mut self, fr: &Frame<'p>, state: &mut State, v: Player, verdict: Verdict) {
        let (value, scored) = match verdict {
            Verdict::Win => (Word::ONE, false),
            Verdict::Lose => (Word::C(u64::MAX), false),
            Verdict::Draw => (Word::ZERO, false),
            Verdict::Score(number) => (fr.number(number).word, true),
        };
        let value = match v {
            Player::First => value,
            Player::Second => {
                // The least number has no counterpart: it stays at the end of the range.
                let turned = self.sub(Word::ZERO, value);
                let most = Word::C(i32::MAX as u64);
                let over = self.compare(IntCC::SignedGreaterThan, turned, most);
                self.select(over, most, turned)
            }
        };
        self.put_slot(state, TurnSlot::OutFlag, Word::C(if scored { 2 } else { 1 }));
        self.put_slot(state, TurnSlot::OutValue, value);
    }
}
