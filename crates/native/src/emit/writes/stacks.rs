//! Stacks of pieces: how high a field is, and what goes between it and the hand. Where
//! all pieces are the same a stack is a number, and this is arithmetic; otherwise routines
//! of ours change the board, which lies on the machine's stack meanwhile.

use crate::compile::routines::Routine;
use crate::emit::sym::{EMPTY, Frame, Num, State, Word};
use crate::emit::{Emit, IntCC, trusted};
use crate::layout::TurnSlot;
use crate::layout::stacks::Stacks;
use crate::runtime::EventTag;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, StackSlotData, StackSlotKind, Value};
use ir::Amount;

/// How many pieces go: all, or a number.
pub(super) type Number = Option<Num>;

impl<'p> Emit<'_, 'p> {
    pub(crate) fn amount(&mut self, fr: &Frame<'p>, amount: Amount) -> Number {
        match amount {
            Amount::One => Some(Num::constant(1)),
            Amount::All => None,
            Amount::Number(number) => Some(fr.number(number)),
        }
    }

    /// Where stacks are; code for them is made only if there are any.
    pub(super) fn stacks(&self) -> &'p Stacks {
        match &self.layout.stacks {
            Some(stacks) => stacks,
            None => unreachable!("a game without stacks has no code for them"),
        }
    }

    /// Some piece or none.
    fn anything(&self) -> u64 {
        self.all_pieces() | EMPTY
    }

    /// Goes on only if a number of pieces is at least one and at most this many.
    fn is_among(&mut self, n: Num, most: Word, fail: Block) -> Option<()> {
        if n.low < 1 {
            let some = self.compare(IntCC::SignedGreaterThan, n.word, Word::ZERO);
            self.require(some, fail).then_some(())?;
        }
        let enough = self.compare(IntCC::SignedLessThanOrEqual, n.word, most);
        self.require(enough, fail).then_some(())
    }

    /// Picks pieces of a field up.
    pub(crate) fn lift_stack(
        &mut self,
        state: &mut State,
        field: Word,
        amount: Number,
        fail: Block,
    ) -> Option<()> {
        self.has_free_hand(state, fail)?;
        let said = match self.stacks().is_uniform() {
            true => {
                let height = self.height(state, field);
                let n = self.some_of(amount, height, fail)?;
                let left = if n == height { Word::ZERO } else { self.sub(height, n) };
                let less = self.sub(Word::ZERO, n);
                let contents = if left == Word::ZERO { EMPTY } else { self.anything() };
                self.set_uniform(state, field, [height, less, left], contents);
                self.put_slot(state, TurnSlot::Hand, n);
                self.select(left, n, Word::ZERO)
            }
            false => {
                let n = self.known_amount(amount, fail)?;
                let done = self.change(state, Routine::Lift, field, &[n]);
                self.require(done, fail).then_some(())?;
                self.changed(state, field, self.anything());
                self.sub(done, Word::ONE)
            }
        };
        state.hand = self.all_pieces();
        self.note_event(state, EventTag::Pickup, field, said, false);
        self.leave_early(state, fail).then_some(())
    }

    /// How many of this many pieces are meant, which may be all; there must be some.
    fn some_of(&mut self, amount: Number, all: Word, fail: Block) -> Option<Word> {
        match amount {
            Some(n) => {
                self.is_among(n, all, fail)?;
                Some(n.word)
            }
            None => self.require(all, fail).then_some(all),
        }
    }

    /// Puts pieces out of the hand on a field.
    pub(crate) fn lower_stack(
        &mut self,
        state: &mut State,
        field: Word,
        amount: Number,
        fail: Block,
    ) -> Option<()> {
        if state.hand == EMPTY {
            self.fail(fail);
            return None;
        }
        let told = match self.stacks().is_uniform() {
            true => {
                let held = self.slot(state, TurnSlot::Hand);
                let n = self.some_of(amount, held, fail)?;
                self.pile_up(state, field, n, fail)?;
                let left = if n == held { Word::ZERO } else { self.sub(held, n) };
                self.put_slot(state, TurnSlot::Hand, left);
                self.select(left, n, Word::ONE)
            }
            false => {
                let n = self.known_amount(amount, fail)?;
                let told = self.change(state, Routine::Lower, field, &[n]);
                self.require(told, fail).then_some(())?;
                self.changed(state, field, self.all_pieces());
                told
            }
        };
        state.hand = match amount {
            None => EMPTY,
            Some(_) => EMPTY | self.all_pieces(),
        };
        self.note(state, EventTag::Putdown, field, told);
        self.leave_early(state, fail).then_some(())
    }

    /// Puts pieces that are all the same on a field, if it holds this many.
    fn pile_up(&mut self, state: &mut State, field: Word, n: Word, fail: Block) -> Option<()> {
        let height = self.height(state, field);
        let more = self.add(height, n);
        let most = Word::C(self.stacks().most as u64);
        let fits = self.compare(IntCC::SignedLessThanOrEqual, more, most);
        self.require(fits, fail).then_some(())?;
        self.set_uniform(state, field, [height, n, more], self.all_pieces());
        Some(())
    }

    /// Takes the top piece off a field; its number and 1, and what it may be.
    pub(crate) fn take_piece(
        &mut self,
        state: &mut State,
        field: Word,
        fail: Block,
    ) -> Option<(Word, u64)> {
        match &self.layout.stacks {
            None => {
                let taken = self.take(state, field, fail)?;
                self.lost(state, taken.1);
                Some(taken)
            }
            Some(stacks) if stacks.is_uniform() => {
                let height = self.height(state, field);
                self.require(height, fail).then_some(())?;
                let left = self.sub(height, Word::ONE);
                let heights = [height, Word::C(u64::MAX), left];
                self.set_uniform(state, field, heights, self.anything());
                Some((Word::ONE, self.all_pieces()))
            }
            Some(_) => {
                let piece = self.change(state, Routine::TakeTop, field, &[]);
                self.require(piece, fail).then_some(())?;
                self.changed(state, field, self.anything());
                Some((piece, self.all_pieces()))
            }
        }
    }

    /// Puts a piece on top of a field, or in the place of what is there if there are no
    /// stacks.
    pub(crate) fn put_piece(
        &mut self,
        state: &mut State,
        field: Word,
        piece: usize,
        fail: Block,
    ) -> Option<()> {
        match &self.layout.stacks {
            None => {
                self.place(state, field, Word::C(piece as u64 + 1), 1 << piece);
                self.gained(state, piece);
            }
            Some(stacks) if stacks.is_uniform() => {
                self.pile_up(state, field, Word::ONE, fail)?;
            }
            Some(_) => {
                let done = self.change(state, Routine::PutTop, field, &[Word::C(piece as u64)]);
                self.require(done, fail).then_some(())?;
                self.changed(state, field, 1 << piece);
            }
        }
        Some(())
    }

    /// A number of pieces for a routine of ours: below 0 for all of them.
    fn known_amount(&mut self, amount: Number, fail: Block) -> Option<Word> {
        let Some(n) = amount else { return Some(Word::C(u64::MAX)) };
        if n.low < 1 {
            let some = self.compare(IntCC::SignedGreaterThan, n.word, Word::ZERO);
            self.require(some, fail).then_some(())?;
        }
        Some(n.word)
    }

    /// Has a routine of ours change a board of stacks; what it answers.
    fn change(&mut self, state: &mut State, routine: Routine, field: Word, more: &[Word]) -> Word {
        let (at, slots) = self.lay_out(state);
        let mut args = vec![self.ctx, at, self.value(field)];
        for &word in more {
            args.push(self.value(word));
        }
        args.push(self.b.ins().iconst(I64, i64::from(self.signed)));
        let answer = self.call(routine, &args);
        self.check(answer);
        for (i, slot) in slots.into_iter().enumerate() {
            let word = self.b.ins().load(I64, trusted(), at, 8 * i as i32);
            state.slots[slot] = Word::V(word);
        }
        if !self.signed {
            self.put_slot(state, TurnSlot::Signature, Word::ZERO);
        }
        Word::V(answer)
    }

    /// Lays the board, the hand and the signature on the machine's stack: where, and the
    /// slots in their order.
    fn lay_out(&mut self, state: &State) -> (Value, Vec<usize>) {
        let layout = self.layout;
        let mut slots: Vec<usize> = (0..layout.n_board).collect();
        slots.push(layout.turn(TurnSlot::Hand));
        slots.extend(layout.hand());
        slots.push(layout.turn(TurnSlot::Signature));
        let bytes = 8 * slots.len() as u32;
        let place = match self.board {
            Some(place) => place,
            None => {
                let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3);
                *self.board.insert(self.b.create_sized_stack_slot(data))
            }
        };
        let at = self.b.ins().stack_addr(I64, place, 0);
        for (i, &slot) in slots.iter().enumerate() {
            let word = self.value(state.slots[slot]);
            self.b.ins().store(trusted(), word, at, 8 * i as i32);
        }
        (at, slots)
    }

    /// The fields whose stack has a piece of the mask, at the top or below it.
    pub(crate) fn stacks_with(&mut self, state: &State, mask: u64) -> Vec<Word> {
        let tops = self.fields_of(state, mask);
        if self.layout.stacks.as_ref().is_none_or(Stacks::is_uniform) || mask & !EMPTY == 0 {
            return tops;
        }
        let (at, _) = self.lay_out(state);
        let (ctx, mask) = (self.ctx, self.b.ins().iconst(I64, mask as i64));
        self.call(Routine::Holding, &[ctx, at, mask]);
        let found = (0..self.layout.words).map(|i| 8 * i as i32);
        let found: Vec<Word> =
            found.map(|by| Word::V(self.b.ins().load(I64, trusted(), at, by))).collect();
        self.or_all(&tops, &found)
    }

    /// How many of a piece are on the board.
    pub(crate) fn number_of_pieces(&mut self, state: &State, piece: usize) -> Word {
        if self.layout.stacks.is_none() {
            let fields = self.fields_of(state, 1 << piece);
            return self.size(&fields).word;
        }
        let (at, _) = self.lay_out(state);
        let (ctx, piece) = (self.ctx, self.b.ins().iconst(I64, piece as i64));
        Word::V(self.call(Routine::CountPiece, &[ctx, at, piece]))
    }
}
