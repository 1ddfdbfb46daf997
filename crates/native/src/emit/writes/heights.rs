//! How high fields are: a byte of each, eight of them in a word. Where all pieces are the same
//! this is all that there is to a stack.

use crate::emit::sym::{EMPTY, Finger, State, Word};
use crate::emit::{Emit, IntCC};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};

/// A byte of each field that is 1.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The bit of each of eight fields, in a byte of its own.
const BITS: u64 = 0x8040_2010_0804_0201;

/// All but the highest bit of each byte.
const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl<'p> Emit<'_, 'p> {
    /// How many pieces are on the field that a finger points at, if it does.
    pub(crate) fn height_of(&mut self, state: &State, finger: Finger) -> Word {
        self.if_somewhere(finger, |e, field| e.height(state, field))
    }

    /// How many pieces are on a field.
    pub(super) fn height(&mut self, state: &State, field: Word) -> Word {
        let stacks = self.stacks();
        let heights = &state.slots[stacks.heights..][..stacks.n_heights];
        if let Word::C(field) = field {
            let word = heights.get(field as usize / 8).copied().unwrap_or(Word::ZERO);
            let byte = self.down(word, field as u32 % 8 * 8);
            return self.and(byte, Word::C(0xff));
        }
        let place = self.down(field, 3);
        let mut word = heights[0];
        for (i, &other) in heights.iter().enumerate().skip(1) {
            let here = self.compare(IntCC::Equal, place, Word::C(i as u64));
            word = self.select(here, other, word);
        }
        let (word, shift) = (self.value(word), self.byte_of(field));
        let byte = self.b.ins().ushr(word, shift);
        self.and(Word::V(byte), Word::C(0xff))
    }

    /// Where the byte of a field begins in its word; machines count shifts modulo 64.
    fn byte_of(&mut self, field: Word) -> Value {
        let shift = self.up(field, 3);
        let shift = self.and(shift, Word::C(0x38));
        self.value(shift)
    }

    /// Makes a field higher by a number, or lower; it stays between 0 and what a field
    /// holds.
    pub(super) fn raise_by(&mut self, state: &mut State, field: Word, by: Word) {
        let stacks = self.stacks();
        if let Word::C(field) = field {
            let slot = stacks.heights + field as usize / 8;
            let by = self.up(by, field as u32 % 8 * 8);
            state.slots[slot] = self.add(state.slots[slot], by);
            return;
        }
        let (by, shift) = (self.value(by), self.byte_of(field));
        let by = Word::V(self.b.ins().ishl(by, shift));
        let place = self.down(field, 3);
        for i in 0..stacks.n_heights {
            let here = match stacks.n_heights {
                1 => Word::ONE,
                _ => self.compare(IntCC::Equal, place, Word::C(i as u64)),
            };
            let more = self.select(here, by, Word::ZERO);
            let slot = stacks.heights + i;
            state.slots[slot] = self.add(state.slots[slot], more);
        }
    }

    /// A piece comes from nowhere in the place of the top one: an empty field has one then.
    pub(crate) fn raise_empty(&mut self, state: &mut State, field: Word) {
        if self.layout.stacks.is_none() {
            return;
        }
        let height = self.height(state, field);
        let empty = self.compare(IntCC::Equal, height, Word::ZERO);
        self.raise_by(state, field, empty);
    }

    /// The same on all fields of a set.
    pub(crate) fn raise_all_empty(&mut self, state: &mut State, set: &[Word]) {
        if self.layout.stacks.is_none() {
            return;
        }
        let stacks = self.stacks();
        let occupied = self.occupied(state);
        let new = self.minus_all(set, &occupied);
        for i in 0..stacks.n_heights {
            let byte = self.down(new[i / 8], i as u32 % 8 * 8);
            let byte = self.and(byte, Word::C(0xff));
            let all = match byte {
                Word::C(byte) => Word::C(byte.wrapping_mul(ONES)),
                Word::V(byte) => {
                    let ones = self.b.ins().iconst(I64, ONES as i64);
                    Word::V(self.b.ins().imul(byte, ones))
                }
            };
            let bits = self.and(all, Word::C(BITS));
            let highest = self.add(bits, Word::C(LOW));
            let ones = self.down(highest, 7);
            let ones = self.and(ones, Word::C(ONES));
            let slot = stacks.heights + i;
            state.slots[slot] = self.or(state.slots[slot], ones);
        }
    }

    /// Changes the height of a field where all pieces are the same, by a number; what the
    /// field may hold then is given.
    pub(super) fn set_uniform(
        &mut self,
        state: &mut State,
        field: Word,
        [from, by, to]: [Word; 3],
        contents: u64,
    ) {
        self.raise_by(state, field, by);
        let bits = self.bits(field);
        let left = match contents {
            EMPTY => Word::ZERO,
            _ if contents & EMPTY == 0 => Word::ONE,
            _ => to,
        };
        for set in self.sets_of_all(self.all_pieces()) {
            for (i, &bit) in bits.iter().enumerate() {
                let slot = set * self.layout.words + i;
                let without = self.minus(state.slots[slot], bit);
                let with = self.or(state.slots[slot], bit);
                state.slots[slot] = self.select(left, with, without);
            }
        }
        if self.signed {
            for height in [from, to] {
                let height = self.at_most(height, self.stacks().most as u64);
                self.sign(state, height, field);
            }
        }
        self.changed(state, field, contents);
    }

    /// A number that is no greater than it can be: a look into a table may be moved before
    /// the test that sees to it.
    fn at_most(&mut self, number: Word, most: u64) -> Word {
        let Word::V(number) = number else { return number };
        let most = self.b.ins().iconst(I64, most as i64);
        Word::V(self.b.ins().umin(number, most))
    }
}
