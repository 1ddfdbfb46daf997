//! Numbers of moves and planes of positions that are rows of words, where the board fits into a
//! word: a few operations on bits in place of lists of pieces.

use crate::actions::{Actions, Key};
use game::{Facts, Field, Kind, Player, Rows};

/// What is known of the rows of a game.
#[derive(Clone, Debug)]
pub(crate) struct RowReader {
    pub(crate) rows: Rows,
    /// The kinds of each player, each with the word that tells it.
    kinds: [Vec<(usize, Kind)>; 2],
    /// Whether a piece that is placed has a kind that the key must tell.
    places_kinds: bool,
    /// The first numbers of moves of which fields tell all: where nothing changes, where a piece is
    /// placed, where one goes away, and where one moves.
    starts: [Option<u32>; 4],
    n_fields: u32,
    /// Whether a kind can tell moves apart.
    has_kinds: bool,
}

/// The position whose moves are asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before<'a> {
    pub(crate) row: &'a [u64],
    pub(crate) mover: Player,
}

impl RowReader {
    /// What reads the rows of a game whose moves have these numbers, without third fields.
    pub(crate) fn new(rows: Rows, facts: &Facts, actions: &Actions) -> RowReader {
        let kinds = Player::BOTH.map(|player| rows.kinds(player));
        let first = |origin, target| {
            let field = |is_there: bool| is_there.then_some(Field(0));
            let key = Key { origin: field(origin), target: field(target), ..Key::default() };
            actions.number(&key)
        };
        let starts = [None, first(false, true), first(true, false), first(true, true)];
        RowReader {
            rows,
            kinds,
            places_kinds: facts.placed.len() > 1,
            starts,
            n_fields: facts.board.n_fields() as u32,
            has_kinds: actions.has_kinds,
        }
    }

    /// Finds the numbers of the moves to rows, one after another: most at once by the fields of
    /// the mover, and the others by asking.
    #[inline]
    pub(crate) fn each_number(
        &self,
        before: Before<'_>,
        rows: &[u64],
        mut ask: impl FnMut(&[u64]) -> Option<u32>,
        mut found: impl FnMut(Option<u32>),
    ) {
        let me = before.mover.index();
        let (own, enemy) = (self.rows.owners[me], before.row[self.rows.owners[1 - me]]);
        let held = before.row[own];
        for to in rows.chunks_exact(self.rows.n_words) {
            let (left, entered) = (held & !to[own], to[own] & !held);
            // What was empty is more telling than what was taken: pieces that are turned over
            // follow from the one that was placed.
            let filled = entered & !enemy;
            let target = if filled != 0 { filled } else { entered };
            let several = left & left.wrapping_sub(1) | target & target.wrapping_sub(1);
            let start = self.starts[2 * usize::from(left != 0) + usize::from(target != 0)];
            found(match start {
                Some(start) if several == 0 && !self.tells_kind(before, to, left, target) => {
                    let from = if left != 0 { left.trailing_zeros() * self.n_fields } else { 0 };
                    let onto = if target != 0 { target.trailing_zeros() } else { 0 };
                    // Without a target the origin is all that counts.
                    Some(start + if target != 0 { from + onto } else { from / self.n_fields })
                }
                _ => ask(to),
            });
        }
    }

    /// Whether the key of a move tells a kind.
    #[inline]
    fn tells_kind(&self, before: Before<'_>, to: &[u64], left: u64, target: u64) -> bool {
        if !self.has_kinds || target == 0 {
            return false;
        }
        if left == 0 {
            return self.places_kinds;
        }
        let kinds = &self.kinds[before.mover.index()];
        !kinds.iter().any(|(word, _)| before.row[*word] & left != 0 && to[*word] & target != 0)
    }

    /// The number of the move to a row, if one piece of the mover moved or was placed and that is
    /// all that tells it. Third fields must not be needed.
    #[inline]
    pub(crate) fn number(&self, actions: &Actions, before: Before<'_>, to: &[u64]) -> Option<u32> {
        let me = before.mover.index();
        let (own, enemy) = (self.rows.owners[me], self.rows.owners[1 - me]);
        let (left, entered) = (before.row[own] & !to[own], to[own] & !before.row[own]);
        // What was empty is more telling than what was taken: pieces that are turned over follow
        // from the one that was placed.
        let filled = entered & !before.row[enemy];
        let target = if filled != 0 { filled } else { entered };
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
