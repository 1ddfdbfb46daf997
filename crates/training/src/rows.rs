//! Numbers of moves and planes of positions that are rows of words, where the board fits into a
//! word: a few operations on bits in place of lists of pieces.

use crate::actions::{Actions, Key};
use game::{Field, Kind, Player, Rows};

/// What is known of the rows of a game.
#[derive(Clone, Debug)]
pub(crate) struct RowReader {
    pub(crate) rows: Rows,
    /// The kinds of each player, each with the word that tells it.
    kinds: [Vec<(usize, Kind)>; 2],
    /// Whether a piece that is placed has a kind that the key must tell.
    places_kinds: bool,
}

/// The position whose moves are asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before<'a> {
    pub(crate) row: &'a [u64],
    pub(crate) mover: Player,
}

impl RowReader {
    pub(crate) fn new(rows: Rows, facts: &game::Facts) -> RowReader {
        let kinds = Player::BOTH.map(|player| rows.kinds(player));
        RowReader { rows, kinds, places_kinds: facts.placed.len() > 1 }
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
