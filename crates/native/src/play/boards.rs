//! Boards of compiled games as sets: these are words of positions already.

use crate::code::Native;
use crate::layout::Layout;
use crate::position::Position;
use game::{Boards, Game, Sight};

/// Positions with more words are not made of sets.
const MOST_WORDS: usize = 32;

/// Reads and makes boards of a compiled game whose fields fit into a word.
pub(crate) struct NativeBoards<'g> {
    game: &'g Native,
    /// The words that are no sets, and the bits of them that are compared.
    beside: Vec<(usize, u64)>,
    /// The words of the sets in which each piece is; twice the same if it is in one only.
    sets: Vec<[usize; 2]>,
    /// The words of the sets of owners.
    owners: Vec<usize>,
    /// The fields of the board.
    board: u64,
}

impl<'g> NativeBoards<'g> {
    /// Nothing if a set is more than a word, or pieces are stacked. `left_out` says of each
    /// counter whether it may differ.
    pub(crate) fn new(game: &'g Native, left_out: &[bool]) -> Option<NativeBoards<'g>> {
        let (facts, layout) = (game.facts(), &game.shared().layout);
        if layout.words != 1 || layout.has_mixed_stacks() {
            return None;
        }
        let sets = layout.sets.iter().map(|sets| {
            let mut sets = sets.iter().copied().flatten();
            let first = sets.next()?;
            Some([first, sets.next().unwrap_or(first)])
        });
        let n_fields = facts.board.n_fields();
        Some(NativeBoards {
            game,
            beside: beside(layout, &layout.beside(facts, left_out)),
            sets: sets.collect::<Option<_>>()?,
            owners: layout.owners.iter().copied().flatten().collect(),
            board: if n_fields >= 64 { u64::MAX } else { (1 << n_fields) - 1 },
        })
    }

    #[inline]
    fn set(&self, words: &[u64], piece: u8) -> u64 {
        let [owner, kind] = self.sets[usize::from(piece)];
        words[owner] & words[kind]
    }
}

/// The words after those of the board, and the bits of them that a mask has.
fn beside(layout: &Layout, mask: &[u64]) -> Vec<(usize, u64)> {
    let words = mask.iter().copied().enumerate().skip(layout.n_board);
    words.filter(|(_, bits)| *bits != 0).collect()
}

impl Boards<Position> for NativeBoards<'_> {
    fn row_length(&self) -> usize {
        self.game.shared().words()
    }

    fn sight(&self, like: &Position, pieces: &[u8]) -> Box<dyn Sight> {
        let (layout, words) = (&self.game.shared().layout, like.words());
        let beside = self.beside.iter().copied();
        let byte = |offset: usize| (offset / 8, 0xff << (offset % 8 * 8));
        let mut all: Vec<(usize, u64)> = Vec::new();
        for (i, bits) in beside.chain([byte(layout.player), byte(layout.out_flag)]) {
            match all.iter_mut().find(|(other, _)| *other == i) {
                Some((_, others)) => *others |= bits,
                None => all.push((i, bits)),
            }
        }
        Box::new(NativeSight {
            beside: all.into_iter().map(|(i, bits)| (i, bits, words[i] & bits)).collect(),
            sets: pieces.iter().map(|&piece| self.sets[usize::from(piece)]).collect(),
            owners: self.owners.clone(),
            stacks: layout.stacks.as_ref().map(|it| (it.heights, it.n_heights)),
        })
    }

    fn arranged(&self, like: &Position, pieces: &[u8], sets: &[u64]) -> Option<Position> {
        let layout = &self.game.shared().layout;
        if layout.stacks.is_some() {
            return None;
        }
        let mut words = [0; MOST_WORDS];
        let words = words.get_mut(..like.words().len())?;
        words[layout.n_board..].copy_from_slice(&like.words()[layout.n_board..]);
        let mut all = 0;
        for (&set, &piece) in sets.iter().zip(pieces) {
            let before = self.set(like.words(), piece);
            if set & (all | !self.board) != 0 || set.count_ones() != before.count_ones() {
                return None;
            }
            all |= set;
            let [owner, kind] = self.sets[usize::from(piece)];
            words[owner] |= set;
            words[kind] |= set;
        }
        let held = self.owners.iter().fold(0, |held, &owner| held | like.words()[owner]);
        (held.count_ones() == all.count_ones()).then(|| self.game.wrap(words))
    }

    fn heaped(&self, like: &Position, heights: &[u8]) -> Option<Position> {
        let layout = &self.game.shared().layout;
        let stacks = layout.stacks.as_ref()?;
        let mut words = [0; MOST_WORDS];
        let words = words.get_mut(..like.words().len())?;
        words[layout.n_board..].copy_from_slice(&like.words()[layout.n_board..]);
        let n_men = |heights: &[u8]| heights.iter().map(|&n| usize::from(n)).sum::<usize>();
        let mut before = [0; 64];
        unpack(&like.words()[stacks.heights..][..stacks.n_heights], &mut before);
        if n_men(heights) != n_men(&before) {
            return None;
        }
        let mut held = 0;
        for (field, &height) in heights.iter().enumerate().filter(|(_, height)| **height > 0) {
            if usize::from(height) > stacks.most {
                return None;
            }
            held |= 1 << field;
            words[stacks.heights + field / 8] |= u64::from(height) << (field % 8 * 8);
        }
        if held & !self.board != 0 {
            return None;
        }
        // There is one piece only, which is in these sets.
        let [owner, kind] = self.sets[0];
        (words[owner], words[kind]) = (held, held);
        Some(self.game.wrap(words))
    }
}

/// Reads boards that are like one.
struct NativeSight {
    /// The words that are no sets, their bits that are compared, and what these are.
    beside: Vec<(usize, u64, u64)>,
    /// The words of the sets in which each piece is.
    sets: Vec<[usize; 2]>,
    owners: Vec<usize>,
    /// Where heights begin, and in how many words they are.
    stacks: Option<(usize, usize)>,
}

impl NativeSight {
    #[inline]
    fn is_like(&self, row: &[u64]) -> bool {
        self.beside.iter().all(|&(i, bits, value)| row[i] & bits == value)
    }
}

impl Sight for NativeSight {
    fn sets(&self, row: &[u64], sets: &mut [u64]) -> bool {
        if self.stacks.is_some() || !self.is_like(row) {
            return false;
        }
        let (mut all, mut held) = (0, 0);
        for (set, [owner, kind]) in sets.iter_mut().zip(&self.sets) {
            *set = row[*owner] & row[*kind];
            all |= *set;
        }
        for &owner in &self.owners {
            held |= row[owner];
        }
        held == all
    }

    fn heights(&self, row: &[u64], heights: &mut [u8]) -> bool {
        let Some((first, n)) = self.stacks else { return false };
        if !self.is_like(row) {
            return false;
        }
        unpack(&row[first..first + n], heights);
        true
    }
}

/// Reads the bytes of words.
#[inline]
fn unpack(words: &[u64], bytes: &mut [u8]) {
    for (bytes, word) in bytes.chunks_mut(8).zip(words) {
        let n = bytes.len();
        bytes.copy_from_slice(&word.to_le_bytes()[..n]);
    }
}
