//! Stacks in a position: how high each field is, and what lies under the tops.
//!
//! The sets of a position know the top pieces only, as in games without stacks, so all
//! that asks for pieces is the same code. After the sets lie
//!
//! 1. the height of each field, a byte, 0 if it is empty;
//! 2. if there is more than one piece in the game: the pieces under the tops, as one
//!    row of small numbers, field after field, each stack from the bottom, without gaps;
//!    what is after the last one is 0.
//!
//! So equal positions have equal words, whatever led to them, and a stack of any height
//! costs no more room than its pieces. To change a stack in the middle the row is moved
//! apart or together, which takes a few shifts, since it is a few words long.
//!
//! What is in the hand is such a row, too, after the slots of a turn.

mod board;
mod positions;
mod rows;

pub(crate) use board::{Board, Refused};

use game::{Facts, Setup};
use ir::{Inst, Program, Write};
use rows::{covered, higher_than_one};

/// Rows of at most this many words are long enough for all that fields can hold.
const FULL_ROW: usize = 8;
/// The same where rules put pieces down from nowhere, so that stacks may grow and grow.
const LONG_ROW: usize = 32;
/// The least words of a row where they may grow to more than that. A longer one would be
/// slow to copy for games that never fill it: dvonn with 32 words is slower by a third.
const GROWING_ROW: usize = 6;

/// What is known about the pieces that will lie under tops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    /// There is room for all that any position can hold.
    Always,
    /// There never are more pieces than there were, on the board and in reserves.
    Kept,
    /// Rules put pieces down from nowhere.
    Unknown,
}

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
    /// How sure it is that this suffices.
    bound: Bound,
    /// The slots of what is in the hand, after those of the turn.
    pub(crate) n_hand: usize,
}

impl Stacks {
    /// Where stacks lie after this many slots; nothing if the game has none.
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
            bound: Bound::Always,
            n_hand: 0,
        };
        let n_pieces = facts.pieces().count();
        if n_pieces > 1 {
            let bits = usize::BITS - (n_pieces - 1).leading_zeros();
            stacks.bits = bits.next_power_of_two() as usize;
            let (wanted, bound) = stacks.wanted(facts, creates);
            (stacks.n_under, stacks.bound) = (stacks.words_for(wanted).max(1), bound);
            stacks.room = stacks.n_under * 64 / stacks.bits;
            stacks.n_hand = stacks.words_for(most.min(stacks.room + 1));
        }
        Some(stacks)
    }

    /// The words of a row of this many pieces.
    fn words_for(&self, pieces: usize) -> usize {
        (pieces * self.bits).div_ceil(64)
    }

    /// How many pieces there should be room for under the tops, and why that is enough:
    /// numbers are exact, or boards small, or pieces only move, so that there are as many
    /// as the game begins with. Nobody can say how many there will be if rules put pieces
    /// down from nowhere; then there is as much room as copying does not make slow.
    fn wanted(&self, facts: &Facts, creates: bool) -> (usize, Bound) {
        let full = facts.board.n_fields() * (self.most - 1);
        let exact = facts.pieces().map(|piece| facts.kinds[piece.kind().index()].exactly);
        let exact: Option<usize> = exact.map(|number| number.map(usize::from)).sum();
        if let Some(exact) = exact {
            return (exact.min(full), Bound::Always);
        }
        let begins = n_pieces(&facts.start);
        let longest = if creates { LONG_ROW } else { FULL_ROW };
        if self.words_for(full) <= longest {
            (full, Bound::Always)
        } else if creates {
            let more = begins + facts.board.n_fields();
            (more.max(GROWING_ROW * 64 / self.bits).min(full), Bound::Unknown)
        } else {
            (begins.max(facts.board.n_fields()).min(full), Bound::Kept)
        }
    }

    /// Whether there is room for the stacks of a setup, and for those that come of it as
    /// far as that can be known.
    pub(crate) fn has_room(&self, setup: &Setup) -> bool {
        let under = setup.board.iter().map(|stack| stack.len().saturating_sub(1));
        // Where pieces only move they may all come onto one field, with one as its top.
        let will_fit = self.bound != Bound::Kept || n_pieces(setup) <= self.room + 1;
        self.is_uniform() || (under.sum::<usize>() <= self.room && will_fit)
    }

    /// Whether positions that come of others may have no room.
    pub(crate) fn may_overflow(&self) -> bool {
        self.bound == Bound::Unknown
    }

    /// The slots of boards with stacks after the sets.
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

    /// Empties all fields, where all pieces are the same.
    pub(crate) fn clear(&self, words: &mut [u64]) {
        words[self.heights..][..self.n_heights].fill(0);
    }

    /// Puts one more piece on a field, where all pieces are the same; no if it is full.
    pub(crate) fn put_one(&self, words: &mut [u64], field: usize) -> bool {
        let height = self.height(words, field);
        let has_room = height < self.most;
        if has_room {
            self.set_height(words, field, height + 1);
        }
        has_room
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

    /// The fields that have a piece of a mask below their top; boards with code have at most
    /// 256 fields.
    pub(crate) fn with_below(&self, words: &[u64], mask: u64) -> [u64; 4] {
        let row = &words[self.under..][..self.n_under];
        let mut found = [0; 4];
        let mut begin = 0;
        for (i, &heights) in words[self.heights..][..self.n_heights].iter().enumerate() {
            let mut piles = higher_than_one(heights);
            while piles != 0 {
                let byte = piles.trailing_zeros() / 8;
                let end = begin + (heights >> (8 * byte)) as usize % 256 - 1;
                if (begin..end).any(|place| mask >> self.get(row, place) & 1 == 1) {
                    found[i / 8] |= 1 << (i % 8 * 8 + byte as usize);
                }
                begin = end;
                piles &= piles - 1;
            }
        }
        found
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

/// The pieces on the board and in reserves.
fn n_pieces(setup: &Setup) -> usize {
    let held = setup.reserve.iter().flatten().map(|&n| usize::from(n));
    setup.board.iter().map(Vec::len).chain(held).sum()
}

/// Whether rules put pieces on fields from nowhere.
pub(crate) fn creates(program: &Program) -> bool {
    let mut insts = program.funcs.iter().flat_map(|func| &func.blocks).flat_map(|b| &b.insts);
    insts.any(|inst| {
        matches!(inst, Inst::Write { write: Write::Put { .. } | Write::PutAll { .. }, .. })
    })
}
