//! What stands on fields.

use game::{Facts, Owner, Player};

/// A piece on the board.
///
/// ```
/// let position = multigame::Game::load("chess")?.start();
/// let piece = position.piece_at("d8").unwrap();
/// assert_eq!((piece.name(), piece.symbol()), ("queen", "q"));
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    name: String,
    symbol: String,
    owner: Option<Player>,
}

impl Piece {
    pub(crate) fn new(facts: &Facts, piece: game::Piece) -> Piece {
        Piece {
            name: facts.kinds[piece.kind().index()].name.clone(),
            symbol: facts.symbol(piece).to_string(),
            owner: Owner::player(piece.owner()),
        }
    }

    /// What the rules call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it is written in positions.
    pub fn symbol(&self) -> &str {
        &self.symbol
    }

    /// Whose it is; nothing if it is nobody's.
    pub fn owner(&self) -> Option<Player> {
        self.owner
    }
}
