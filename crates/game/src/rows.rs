//! Positions as rows of words, for callers that look at very many of them and keep few: where
//! each set of fields is within a row, so that they read bits and make no lists.

use crate::{Kind, Piece};

/// How a back end keeps positions of a game whose board fits into a word and whose fields hold
/// one piece each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The words of a position.
    pub n_words: usize,
    /// How many of them, at the beginning, are the board.
    pub n_board: usize,
    /// The words with the fields of the first and of the second player's pieces.
    pub owners: [usize; 2],
    /// The pieces that there can be, and the two words of which a piece is in both; if one word
    /// tells all, it is there twice.
    pub pieces: Vec<(Piece, [usize; 2])>,
    /// How often a position must have occurred before any rule asks about it; nothing if none does.
    pub repeats: Option<u32>,
    /// Where they have what is not on the board.
    pub beside: Beside,
}

/// Where a row has what is not on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// What is in reserve, and then the counters of players, each for the first and for the
    /// second player.
    pub of_players: Vec<[Number; 2]>,
    /// The counters that belong to no player.
    pub of_nobody: Vec<Number>,
    /// What remembers a field beyond a turn, by its number: the field's number and 1 more; 0 if
    /// nothing is remembered.
    pub remembered: Vec<(usize, Number)>,
}

/// A number within a word of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The word.
    pub word: usize,
    /// How many bits of it are below the number.
    pub shift: u32,
    /// The bits of the number, when those below it are gone.
    pub mask: u64,
    /// What these bits are less than the number.
    pub low: i64,
}

impl Number {
    /// The number in a row.
    #[inline]
    pub fn get(&self, row: &[u64]) -> i64 {
        (row[self.word] >> self.shift & self.mask) as i64 + self.low
    }
}

impl Rows {
    /// The kinds that a player can have, each with the word whose bits tell it from their others.
    pub fn kinds(&self, player: crate::Player) -> Vec<(usize, Kind)> {
        let own = self.pieces.iter().filter(|(piece, _)| piece.owner().player() == Some(player));
        own.map(|(piece, [_, kind])| (*kind, piece.kind())).collect()
    }
}
