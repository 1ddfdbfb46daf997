//! Stacks in positions between turns: how they are written into one and read out of it,
//! counted, compared, hidden, and checked where bytes come from outside.

use super::rows::move_together;
use crate::layout::Layout;
use game::{Facts, Field, Piece, Setup};

impl Layout {
    /// Whether there is room for the stacks of a setup, and for those that come of it as
    /// far as that can be known.
    pub(crate) fn has_room(&self, setup: &Setup) -> bool {
        self.stacks.as_ref().is_none_or(|stacks| stacks.has_room(setup))
    }

    /// Writes what is under the tops of a setup for which there is room, and the heights.
    pub(crate) fn pack_stacks(&self, board: &[Vec<Piece>], words: &mut [u64]) {
        let Some(stacks) = &self.stacks else { return };
        let mut place = 0;
        for (field, stack) in board.iter().enumerate() {
            stacks.set_height(words, field, stack.len());
            let Some((_, below)) = stack.split_last() else { continue };
            if stacks.is_uniform() {
                continue;
            }
            for piece in below {
                let number = self.pieces.iter().position(|it| it == piece).unwrap_or(0);
                stacks.set(stacks.row(words), place, number);
                place += 1;
            }
        }
    }

    /// Puts what is under the tops into a setup that has only the tops.
    pub(crate) fn unpack_stacks(&self, words: &[u64], board: &mut [Vec<Piece>]) {
        let Some(stacks) = &self.stacks else { return };
        let row = &words[stacks.under..][..stacks.n_under];
        let mut place = 0;
        for (field, stack) in board.iter_mut().enumerate() {
            let below = stacks.height(words, field).saturating_sub(1);
            let pieces = (0..below).map(|i| match stacks.is_uniform() {
                true => self.pieces[0],
                false => self.pieces[stacks.get(row, place + i)],
            });
            stack.splice(0..0, pieces);
            place += below;
        }
    }

    /// The pieces on a field, from the bottom.
    pub(crate) fn stack_on(&self, words: &[u64], field: Field, list: &mut Vec<Piece>) {
        if let Some(stacks) = &self.stacks {
            let below = stacks.height(words, field.index()).saturating_sub(1);
            let row = &words[stacks.under..][..stacks.n_under];
            let begin = if stacks.is_uniform() { 0 } else { stacks.before(words, field.index()) };
            list.extend((0..below).map(|i| match stacks.is_uniform() {
                true => self.pieces[0],
                false => self.pieces[stacks.get(row, begin + i)],
            }));
        }
        list.extend(self.piece_on(words, field));
    }

    /// How many of a piece there are in all stacks.
    pub(crate) fn count(&self, words: &[u64], piece: usize) -> usize {
        let sets = self.sets[piece];
        let tops = (0..self.words).map(|word| {
            let fields = sets.iter().flatten().map(|set| words[set * self.words + word]);
            fields.fold(u64::MAX, |all, word| all & word).count_ones() as usize
        });
        tops.sum::<usize>() + self.count_under(words, |other| other == piece)
    }

    /// How many of some pieces lie under tops.
    pub(crate) fn count_under(&self, words: &[u64], is_one: impl Fn(usize) -> bool) -> usize {
        let Some(stacks) = &self.stacks else { return 0 };
        let total = stacks.total(words);
        if stacks.is_uniform() {
            return if is_one(0) { total } else { 0 };
        }
        let row = &words[stacks.under..][..stacks.n_under];
        (0..total).filter(|&place| is_one(stacks.get(row, place))).count()
    }

    /// Whether the same lies under the tops of a field in two positions, and as much.
    fn has_same_stack(&self, a: &[u64], b: &[u64], field: usize) -> bool {
        let Some(stacks) = &self.stacks else { return true };
        let height = stacks.height(a, field);
        if height != stacks.height(b, field) {
            return false;
        }
        if stacks.is_uniform() || height < 2 {
            return true;
        }
        let piece = |words: &[u64], begin: usize, i: usize| {
            stacks.get(&words[stacks.under..][..stacks.n_under], begin + i)
        };
        let begins = (stacks.before(a, field), stacks.before(b, field));
        (0..height - 1).all(|i| piece(a, begins.0, i) == piece(b, begins.1, i))
    }

    /// The fields of one word of a set whose stacks differ under the tops.
    pub(crate) fn other_stacks(&self, a: &[u64], b: &[u64], word: usize) -> u64 {
        let Some(stacks) = &self.stacks else { return 0 };
        let fields = 64 * word..(64 * word + 64).min(8 * stacks.n_heights);
        let other = fields.filter(|&field| !self.has_same_stack(a, b, field));
        other.fold(0, |all, field| all | 1 << (field % 64))
    }

    /// Leaves only the stacks of some fields, given as a set.
    pub(crate) fn mask_stacks(&self, words: &mut [u64], fields: &[u64]) {
        let Some(stacks) = &self.stacks else { return };
        let n_fields = 8 * stacks.n_heights;
        // From the last one on, so that what lies before a field stays where it is.
        for field in (0..n_fields).rev() {
            if fields[field / 64] >> (field % 64) & 1 == 1 {
                continue;
            }
            let below = stacks.height(words, field).saturating_sub(1);
            let begin = stacks.before(words, field);
            if !stacks.is_uniform() {
                move_together(stacks.row(words), begin * stacks.bits, below * stacks.bits);
            }
            stacks.set_height(words, field, 0);
        }
    }

    /// Whether words can be those of stacks under these tops.
    pub(crate) fn are_stacks(&self, facts: &Facts, words: &[u64]) -> bool {
        let Some(stacks) = &self.stacks else { return true };
        let n_fields = facts.board.n_fields();
        let is_height = |field: usize| {
            let height = stacks.height(words, field);
            let top = field < n_fields && self.piece_on(words, Field(field as u16)).is_some();
            height <= stacks.most && (height > 0) == top
        };
        if !(0..8 * stacks.n_heights).all(is_height) {
            return false;
        }
        let row = &words[stacks.under..][..stacks.n_under];
        let places = 64 * stacks.n_under / stacks.bits;
        let total = if stacks.is_uniform() { 0 } else { stacks.total(words) };
        let fits = |place: usize| match place < total {
            true => stacks.get(row, place) < self.pieces.len(),
            false => stacks.get(row, place) == 0,
        };
        total <= stacks.room && (0..places).all(fits)
    }
}
