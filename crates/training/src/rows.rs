//! Numbers of moves between positions that are rows of words, where the board fits into a word: a
//! few operations on bits in place of lists of pieces.

use crate::actions::{Actions, Key};
use crate::planes::{Planes, RowPlanes};
use game::{Facts, Field, Kind, Player, Rows};

/// What is known of the rows of a game.
#[derive(Clone, Debug)]
pub(crate) struct RowReader {
    pub(crate) rows: Rows,
    /// Where their pieces are in planes.
    pub(crate) planes: RowPlanes,
    /// The kinds of each player, each with the word that tells it.
    kinds: [Vec<(usize, Kind)>; 2],
    /// Whether a piece that is placed has a kind that the key must tell.
    places_kinds: bool,
    /// The numbers of moves of which fields tell all.
    blocks: Blocks,
    /// Whether a kind can tell moves apart.
    has_kinds: bool,
}

/// The first numbers of moves that fields tell; `BEYOND` where there are no such moves.
#[derive(Clone, Copy, Debug)]
struct Blocks {
    /// Where a piece is placed, where one goes away, and where one moves.
    placed: u32,
    gone: u32,
    moved: u32,
    n_fields: u32,
}

/// No number.
const NONE: u32 = u32::MAX;

/// What is added to the numbers within a block that is not there: no mask is that long.
const BEYOND: u32 = 1 << 31;

/// The fields that pieces left, the word that tells the kind of the piece, and the first of the
/// numbers of its moves.
#[derive(Clone, Copy, Debug)]
struct Origin {
    left: u64,
    word: usize,
    first: u32,
}

/// What is known of the numbers of all moves of a position.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// Whether all were found.
    are_known: bool,
    /// Whether those that were are different.
    are_different: bool,
}

/// The position whose moves are asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before<'a> {
    pub(crate) row: &'a [u64],
    pub(crate) mover: Player,
}

impl RowReader {
    /// What reads the rows of a game whose moves have these numbers, without third fields.
    pub(crate) fn new(rows: Rows, facts: &Facts, actions: &Actions, planes: &Planes) -> RowReader {
        let kinds = Player::BOTH.map(|player| rows.kinds(player));
        let start = |origin: bool, target: bool| {
            let field = |is_there: bool| is_there.then_some(Field(0));
            let key = Key { origin: field(origin), target: field(target), ..Key::default() };
            actions.number(&key).unwrap_or(BEYOND)
        };
        let blocks = Blocks {
            placed: start(false, true),
            gone: start(true, false),
            moved: start(true, true),
            n_fields: facts.board.n_fields() as u32,
        };
        RowReader {
            planes: planes.of_rows(&rows, facts),
            rows,
            kinds,
            places_kinds: facts.placed.len() > 1,
            blocks,
            has_kinds: actions.has_kinds,
        }
    }

    /// Finds the numbers of the moves to rows, in place of those that the list has, and notes them in
    /// the mask: most at once by the fields of the mover, and the others by asking. Whether each move
    /// has a number that no other has; where it has none, that is `u32::MAX`.
    #[inline]
    pub(crate) fn number_all(
        &self,
        before: Before<'_>,
        rows: &[u64],
        numbers: &mut Vec<u32>,
        mask: &mut [u8],
        mut ask: impl FnMut(&[u64]) -> Option<u32>,
    ) -> bool {
        let Found { are_known, mut are_different } = match self.has_kinds {
            true => self.number_most::<true>(before, rows, numbers, mask),
            false => self.number_most::<false>(before, rows, numbers, mask),
        };
        if are_known {
            return are_different;
        }
        let rows = rows.chunks_exact(self.rows.n_words);
        for (number, to) in numbers.iter_mut().zip(rows) {
            if *number == NONE {
                *number = ask(to).unwrap_or(NONE);
                are_different &= mark(mask, *number);
            }
        }
        are_different
    }

    /// Finds the numbers of moves that the fields of the mover tell; `u32::MAX` for the others. It
    /// asks nobody, so that all it needs stays in registers.
    fn number_most<const KINDS: bool>(
        &self,
        before: Before<'_>,
        rows: &[u64],
        numbers: &mut Vec<u32>,
        mask: &mut [u8],
    ) -> Found {
        let me = before.mover.index();
        let (own, enemy) = (self.rows.owners[me], before.row[self.rows.owners[1 - me]]);
        let (held, n_words) = (before.row[own], self.rows.n_words);
        let Origin { mut left, mut word, mut first } = self.origin::<KINDS>(before, 0);
        let (mut are_known, mut taken, mut place) = (true, 0, 0);
        // Each is written below, so that those of the last position may stay as they are until then;
        // to make room for one after the other takes longer.
        numbers.resize(rows.len() / n_words, NONE);
        // A loop and no closure, because what a closure changes is kept in memory.
        for into in numbers.iter_mut() {
            let Some(&now) = rows.get(place + own) else { break };
            let was_left = left;
            // Moves of one piece follow each other, so that what it tells is found once.
            left = held & !now;
            if left != was_left {
                // So do those of the pieces of a kind.
                if KINDS && was_left != 0 && before.row[word] & left != 0 {
                    first = self.first_of(left);
                } else {
                    Origin { left, word, first } = self.origin::<KINDS>(before, left);
                }
            }
            let target = telling(now & !held, enemy);
            let mut number = first.wrapping_add(target.trailing_zeros());
            let is_other = KINDS && rows.get(place + word).is_none_or(|kind| kind & target == 0);
            if !target.is_power_of_two() || is_other {
                number = self.number_of_other(left, target);
            }
            place += n_words;
            match mask.get_mut(number as usize) {
                Some(seen) => {
                    taken |= *seen;
                    *seen = 1;
                }
                None => {
                    number = NONE;
                    are_known = false;
                }
            }
            *into = number;
        }
        Found { are_known, are_different: taken == 0 }
    }

    /// What the moves have in common that leave these fields.
    #[inline(never)]
    fn origin<const KINDS: bool>(&self, before: Before<'_>, left: u64) -> Origin {
        let own = self.rows.owners[before.mover.index()];
        if left == 0 {
            // Whatever is placed is in the word of its owner.
            let first = if KINDS && self.places_kinds { BEYOND } else { self.blocks.placed };
            return Origin { left, word: own, first };
        }
        let mut kinds = self.kinds[before.mover.index()].iter();
        match kinds.find(|(word, _)| before.row[*word] & left != 0) {
            Some((word, _)) => Origin { left, word: *word, first: self.first_of(left) },
            // Then no later piece is taken for one of its kind.
            None => Origin { left: 0, word: own, first: BEYOND },
        }
    }

    /// The first number of the moves of the piece that left these fields, if it was one.
    #[inline]
    fn first_of(&self, left: u64) -> u32 {
        match left & (left - 1) {
            0 => self.blocks.moved + left.trailing_zeros() * self.blocks.n_fields,
            _ => BEYOND,
        }
    }

    /// The number of a move that did not enter a single field with the kind that left one.
    #[cold]
    fn number_of_other(&self, left: u64, target: u64) -> u32 {
        match target == 0 && left != 0 && left & (left - 1) == 0 {
            true => self.blocks.gone + left.trailing_zeros(),
            false => NONE,
        }
    }

    /// The number of the move to a row, if one piece of the mover moved or was placed and that is
    /// all that tells it. Third fields must not be needed.
    #[inline]
    pub(crate) fn number(&self, actions: &Actions, before: Before<'_>, to: &[u64]) -> Option<u32> {
        let me = before.mover.index();
        let (own, enemy) = (self.rows.owners[me], self.rows.owners[1 - me]);
        let (left, entered) = (before.row[own] & !to[own], to[own] & !before.row[own]);
        let target = telling(entered, before.row[enemy]);
        let is_simple = left & left.wrapping_sub(1) == 0 && target & target.wrapping_sub(1) == 0;
        if !is_simple || left | target == 0 {
            return None;
        }
        let field = |word: u64| (word != 0).then(|| Field(word.trailing_zeros() as u16));
        let kind = match actions.has_kinds && target != 0 {
            true => self.kind(before, to, left, target),
            false => None,
        };
        actions.number(&Key { origin: field(left), target: field(target), third: None, kind })
    }

    /// The kind that was placed, where several can be, or that a piece became.
    #[inline]
    fn kind(&self, before: Before<'_>, to: &[u64], left: u64, target: u64) -> Option<Kind> {
        let kinds = &self.kinds[before.mover.index()];
        let kind = |row: &[u64], field: u64| kinds.iter().find(|(word, _)| row[*word] & field != 0);
        if left == 0 {
            return kind(to, target).filter(|_| self.places_kinds).map(|(_, kind)| *kind);
        }
        let &(word, _) = kind(before.row, left)?;
        match to[word] & target != 0 {
            true => None,
            false => kind(to, target).map(|(_, kind)| *kind),
        }
    }
}

/// Of the fields that pieces of the mover entered, those that tell the move. What was empty is more
/// telling than what was taken: pieces that are turned over follow from the one that was placed.
#[inline]
fn telling(entered: u64, enemy: u64) -> u64 {
    let filled = entered & !enemy;
    if filled != 0 { filled } else { entered }
}

/// Notes the number of a move in a mask; whether it has one that no other move has.
#[inline]
pub(crate) fn mark(mask: &mut [u8], number: u32) -> bool {
    match mask.get_mut(number as usize) {
        Some(place) => std::mem::replace(place, 1) == 0,
        None => false,
    }
}
