//! A board of stacks of different pieces while it is changed: pieces are taken off a field
//! and put on it. The sets, the heights, the row of what lies under the tops and the
//! signature change together.

use super::Stacks;
use super::rows::{move_apart, move_together};
use crate::layout::Layout;
use game::{Field, Signatures};

/// Why a stack did not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The rules do not allow it: there are too few pieces, or too many.
    ByRules,
    /// There is no room for this many pieces in a position.
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
        let shows = |sets: &[Option<usize>; 2]| sets.iter().flatten().all(|&set| has(set));
        self.layout.sets.iter().position(shows).unwrap_or(0)
    }

    /// Takes the top piece out of the sets, or puts it in.
    fn flip_top(&mut self, field: usize, piece: usize) {
        for set in self.layout.sets[piece].into_iter().flatten() {
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

    /// Takes this many pieces, at least one, off a field into an empty row.
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
        let used = stacks.words_for(stacks.total(self.words));
        let row = &mut stacks.row(self.words)[..used];
        if gone > 0 {
            move_together(row, (begin + first) * bits, gone * bits);
        }
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
        let total = stacks.total(self.words) + covered;
        if total > stacks.room {
            return Err(Refused::NoRoom);
        }
        let begin = stacks.before(self.words, field) + height.saturating_sub(1);
        let bits = stacks.bits;
        let used = stacks.words_for(total);
        if covered > 0 {
            move_apart(&mut stacks.row(self.words)[..used], begin * bits, covered * bits);
        }
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
