//! Stacks in a position: how high each field is, and what lies under the tops.
//!
//! The sets of a position know the top pieces only, as in games without stacks, so all
//! that asks for pieces is the same code. Behind the sets lie
//!
//! 1. the height of each field, a byte, 0 if it is empty;
//! 2. if there is more than one piece in the game: the pieces under the tops, as one
//!    row of small numbers, field after field, each stack from the bottom, without gaps;
//!    what is behind the last one is 0.
//!
//! So equal positions have equal words, whatever led to them, and a stack of any height
//! costs no more room than its pieces. To change a stack in the middle the row is moved
//! apart or together, which takes a few shifts, since it is a few words long.
//!
//! What is in the hand is such a row, too, behind the slots of a turn.

use crate::layout::Layout;
use game::{Facts, Field, Piece, Signatures};
use ir::{Inst, Program, Write};

/// Rows of at most so many words are long enough for all that fields can hold.
const FULL_ROW: usize = 8;

/// Where stacks lie in the slots of a position.
#[derive(Clone, Debug)]
pub(crate) struct Stacks {
    /// The most pieces on a field.
    pub(crate) most: usize,
    /// The first slot of the heights, and how many there are.
    pub(crate) heights: usize,
    pub(crate) n_heights: usize,
    /// The first slot of what lies under the tops, and how many there are: none if
    /// there is only one piece.
    pub(crate) under: usize,
    pub(crate) n_under: usize,
    /// The bits of a piece in a row: 1, 2, 4 or 8.
    bits: usize,
    /// How many pieces there is room for under the tops.
    pub(crate) room: usize,
    /// The slots of what is in the hand, behind those of the turn.
    pub(crate) n_hand: usize,
}

impl Stacks {
    /// Where stacks lie behind so many slots; nothing if the game has none.
    pub(crate) fn new(facts: &Facts, creates: bool, first: usize) -> Option<Stacks> {
        let most = usize::from(facts.stacks?);
        let n_heights = facts.board.n_fields().div_ceil(8);
        let under = first + n_heights;
        let mut stacks = Stacks {
            most,
            heights: first,
            n_heights,
            under,
            n_under: 0,
            bits: 1,
            room: usize::MAX,
            n_hand: 0,
        };
        let n_pieces = facts.pieces().count();
        if n_pieces > 1 {
            let bits = usize::BITS - (n_pieces - 1).leading_zeros();
            stacks.bits = bits.next_power_of_two() as usize;
            stacks.n_under = stacks.words_for(stacks.wanted(facts, creates)).max(1);
            stacks.room = stacks.n_under * 64 / stacks.bits;
            stacks.n_hand = stacks.words_for(most.min(stacks.room + 1));
        }
        Some(stacks)
    }

    /// The words of a row of so many pieces.
    fn words_for(&self, pieces: usize) -> usize {
        (pieces * self.bits).div_ceil(64)
    }

    /// How many pieces there should be room for under the tops. Nobody can say how
    /// many rules and setups put there, unless the numbers are exact or boards small;
    /// otherwise it is as many as the game begins with, or as there are fields, and as
    /// many fields more if rules put pieces down from nowhere.
    fn wanted(&self, facts: &Facts, creates: bool) -> usize {
        let n_fields = facts.board.n_fields();
        let full = n_fields * (self.most - 1);
        let exact = facts.pieces().map(|piece| facts.kinds[piece.kind().index()].exactly);
        let exact: Option<usize> = exact.map(|number| number.map(usize::from)).sum();
        if let Some(exact) = exact {
            return exact.min(full);
        }
        if self.words_for(full) <= FULL_ROW {
            return full;
        }
        let on_board: usize = facts.start.board.iter().map(Vec::len).sum();
        let held: usize = facts.start.reserve.iter().flatten().map(|&n| usize::from(n)).sum();
        let begins = (on_board + held).max(n_fields);
        full.min(begins + if creates { n_fields } else { 0 })
    }

    /// The slots of boards with stacks behind the sets.
    pub(crate) fn n_slots(&self) -> usize {
        self.n_heights + self.n_under
    }

    /// Whether all pieces are the same, so that a stack is a height.
    pub(crate) fn is_uniform(&self) -> bool {
        self.n_under == 0
    }

    /// How many pieces are on a field.
    pub(crate) fn height(&self, words: &[u64], field: usize) -> usize {
        (words[self.heights + field / 8] >> (field % 8 * 8)) as usize & 0xff
    }

    fn set_height(&self, words: &mut [u64], field: usize, height: usize) {
        let (word, shift) = (&mut words[self.heights + field / 8], field % 8 * 8);
        *word = *word & !(0xff << shift) | (height as u64) << shift;
    }

    /// How many pieces lie under the tops of the fields before this one.
    fn before(&self, words: &[u64], field: usize) -> usize {
        let heights = &words[self.heights..][..self.n_heights];
        let whole: usize = heights[..field / 8].iter().map(|&word| covered(word)).sum();
        match field % 8 {
            0 => whole,
            n => whole + covered(heights[field / 8] & ((1 << (8 * n)) - 1)),
        }
    }

    /// How many pieces lie under tops.
    pub(crate) fn total(&self, words: &[u64]) -> usize {
        self.before(words, 8 * self.n_heights)
    }

    /// The number of a piece in a row.
    fn get(&self, row: &[u64], place: usize) -> usize {
        let at = place * self.bits;
        (row[at / 64] >> (at % 64)) as usize & ((1 << self.bits) - 1)
    }

    /// Writes a piece into a row where there is a 0.
    fn set(&self, row: &mut [u64], place: usize, piece: usize) {
        let at = place * self.bits;
        row[at / 64] |= (piece as u64) << (at % 64);
    }

    fn row<'w>(&self, words: &'w mut [u64]) -> &'w mut [u64] {
        &mut words[self.under..][..self.n_under]
    }
}

/// How many pieces lie under the tops of eight fields, by their heights.
fn covered(heights: u64) -> usize {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let pairs = (heights & EVEN) + (heights >> 8 & EVEN);
    let sum = pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48;
    let some = (((heights & LOW) + LOW) | heights) & !LOW;
    sum as usize - some.count_ones() as usize
}

/// Whether rules put pieces on fields from nowhere.
pub(crate) fn creates(program: &Program) -> bool {
    let mut insts = program.funcs.iter().flat_map(|func| &func.blocks).flat_map(|b| &b.insts);
    insts.any(|inst| {
        matches!(inst, Inst::Write { write: Write::Put { .. } | Write::PutAll { .. }, .. })
    })
}

/// Makes room in a row from a bit on, by so many bits.
fn move_apart(row: &mut [u64], from: usize, by: usize) {
    let (words, bits) = (by / 64, by % 64);
    let first = from / 64;
    for i in (first..row.len()).rev() {
        let part = |i: Option<usize>| match i {
            Some(i) if i > first => row[i],
            Some(i) if i == first => row[i] & u64::MAX << (from % 64),
            _ => 0,
        };
        let (near, far) = (part(i.checked_sub(words)), part(i.checked_sub(words + 1)));
        let moved = if bits == 0 { near } else { near << bits | far >> (64 - bits) };
        let kept = if i == first { row[i] & !(u64::MAX << (from % 64)) } else { 0 };
        row[i] = moved | kept;
    }
}

/// Takes so many bits out of a row; what was behind them comes in their place.
fn move_together(row: &mut [u64], from: usize, by: usize) {
    let (words, bits) = (by / 64, by % 64);
    let first = from / 64;
    for i in first..row.len() {
        let part = |i: usize| row.get(i).copied().unwrap_or(0);
        let (near, far) = (part(i + words), part(i + words + 1));
        let moved = if bits == 0 { near } else { near >> bits | far << (64 - bits) };
        row[i] = match i == first {
            true => {
                let kept = u64::MAX << (from % 64);
                moved & kept | row[i] & !kept
            }
            false => moved,
        };
    }
}

/// Why a stack did not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The rules do not allow it: there are too few pieces, or too many.
    ByRules,
    /// There is no room for so many pieces in a position.
    NoRoom,
}

/// A board of stacks while it is changed: its words, and what changes in its signature.
pub(crate) struct Board<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) stacks: &'a Stacks,
    pub(crate) words: &'a mut [u64],
    /// The numbers of signatures, if one is kept.
    pub(crate) signatures: Option<&'a Signatures>,
    /// By what the signature changes.
    pub(crate) change: u64,
}

impl Board<'_> {
    /// The number of the top piece of a field that is not empty.
    fn top(&self, field: usize) -> usize {
        let has =
            |set: usize| self.words[set * self.layout.words + field / 64] >> (field % 64) & 1 == 1;
        let shows = |piece: &Piece| self.layout.sets_of(*piece).into_iter().flatten().all(has);
        self.layout.pieces.iter().position(shows).unwrap_or(0)
    }

    /// Takes the top piece out of the sets, or puts it in.
    fn flip_top(&mut self, field: usize, piece: usize) {
        for set in self.layout.sets_of(self.layout.pieces[piece]).into_iter().flatten() {
            self.words[set * self.layout.words + field / 64] ^= 1 << (field % 64);
        }
        if let Some(signatures) = self.signatures {
            self.change ^= signatures.piece(Field(field as u16), self.layout.pieces[piece]);
        }
    }

    fn sign_under(&mut self, field: usize, height: usize, piece: usize) {
        if let Some(signatures) = self.signatures {
            let piece = self.layout.pieces[piece];
            self.change ^= signatures.lower(Field(field as u16), height, piece);
        }
    }

    /// Takes so many pieces, at least one, off a field into an empty row.
    pub(crate) fn take(
        &mut self,
        field: usize,
        n: usize,
        taken: &mut [u64],
    ) -> Result<(), Refused> {
        let stacks = self.stacks;
        let height = stacks.height(self.words, field);
        if n < 1 || n > height {
            return Err(Refused::ByRules);
        }
        let left = height - n;
        let begin = stacks.before(self.words, field);
        let top = self.top(field);
        self.flip_top(field, top);
        // From the first piece that goes, or the one that shows afterwards, to the
        // last one under the top.
        let first = left.saturating_sub(1);
        for place in first..height - 1 {
            let piece = stacks.get(stacks.row(self.words), begin + place);
            self.sign_under(field, place, piece);
            if place >= left {
                stacks.set(taken, place - left, piece);
            }
        }
        stacks.set(taken, n - 1, top);
        if left > 0 {
            let shown = stacks.get(stacks.row(self.words), begin + left - 1);
            self.flip_top(field, shown);
        }
        let bits = stacks.bits;
        let gone = height - 1 - first;
        move_together(stacks.row(self.words), (begin + first) * bits, gone * bits);
        stacks.set_height(self.words, field, left);
        Ok(())
    }

    /// Puts the first pieces of a row, at least one, on a field.
    pub(crate) fn put(&mut self, field: usize, pieces: &[u64], n: usize) -> Result<(), Refused> {
        let stacks = self.stacks;
        let height = stacks.height(self.words, field);
        if height + n > stacks.most {
            return Err(Refused::ByRules);
        }
        let covered = if height > 0 { n } else { n - 1 };
        if stacks.total(self.words) + covered > stacks.room {
            return Err(Refused::NoRoom);
        }
        let begin = stacks.before(self.words, field) + height.saturating_sub(1);
        let bits = stacks.bits;
        move_apart(stacks.row(self.words), begin * bits, covered * bits);
        let mut place = begin;
        if height > 0 {
            let top = self.top(field);
            self.flip_top(field, top);
            self.sign_under(field, height - 1, top);
            stacks.set(stacks.row(self.words), place, top);
            place += 1;
        }
        for i in 0..n - 1 {
            let piece = stacks.get(pieces, i);
            self.sign_under(field, height + i, piece);
            stacks.set(stacks.row(self.words), place + i, piece);
        }
        self.flip_top(field, stacks.get(pieces, n - 1));
        stacks.set_height(self.words, field, height + n);
        Ok(())
    }

    /// Takes the first pieces out of a row.
    pub(crate) fn drop_first(&self, row: &mut [u64], n: usize) {
        move_together(row, 0, n * self.stacks.bits);
    }
}

impl Layout {
    /// Writes what is under the tops of a setup, and the heights; whether there is room.
    pub(crate) fn pack_stacks(&self, board: &[Vec<Piece>], words: &mut [u64]) -> bool {
        let Some(stacks) = &self.stacks else { return true };
        let mut place = 0;
        for (field, stack) in board.iter().enumerate() {
            stacks.set_height(words, field, stack.len());
            let Some((_, below)) = stack.split_last() else { continue };
            if stacks.is_uniform() {
                continue;
            }
            if place + below.len() > stacks.room {
                return false;
            }
            for piece in below {
                let number = self.pieces.iter().position(|it| it == piece).unwrap_or(0);
                stacks.set(stacks.row(words), place, number);
                place += 1;
            }
        }
        true
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
        let sets = self.sets_of(self.pieces[piece]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_move_apart_and_together() {
        let mut random = game::Rng::new(7);
        for _ in 0..2000 {
            let n_words = 1 + random.below(3);
            let bits = 64 * n_words;
            let before: Vec<bool> = (0..bits).map(|_| random.below(2) == 1).collect();
            let (from, by) = (random.below(bits), random.below(bits));
            let row = |bits: &[bool]| -> Vec<u64> {
                let word = |bits: &[bool]| {
                    bits.iter().rev().fold(0, |word, &bit| word << 1 | u64::from(bit))
                };
                bits.chunks(64).map(word).collect()
            };
            let mut apart = before.clone();
            apart.splice(from..from, std::iter::repeat_n(false, by));
            apart.truncate(bits);
            let mut moved = row(&before);
            move_apart(&mut moved, from, by);
            assert_eq!(moved, row(&apart), "from {from} by {by}");
            let mut together = before.clone();
            together.drain(from..(from + by).min(bits));
            together.resize(bits, false);
            let mut moved = row(&before);
            move_together(&mut moved, from, by);
            assert_eq!(moved, row(&together), "from {from} by {by}");
        }
    }

    #[test]
    fn what_is_under_tops_is_counted_by_heights() {
        let mut random = game::Rng::new(3);
        for _ in 0..1000 {
            let heights: [u8; 8] =
                std::array::from_fn(|_| [0, 1, 2, 127, 128, 200, 255][random.below(7)]);
            let under: usize = heights.iter().map(|&h| usize::from(h).saturating_sub(1)).sum();
            assert_eq!(covered(u64::from_le_bytes(heights)), under);
        }
    }
}
