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
}

impl Rows {
    /// The kinds that a player can have, each with the word whose bits tell it from their others.
    pub fn kinds(&self, player: crate::Player) -> Vec<(usize, Kind)> {
        let own = self.pieces.iter().filter(|(piece, _)| piece.owner().player() == Some(player));
        own.map(|(piece, [_, kind])| (*kind, piece.kind())).collect()
    }
}
