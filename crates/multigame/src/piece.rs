//! What stands on fields.

use game::{Facts, Owner, Player};

/// A piece on the board.
///
/// ```
/// let position = multigame::Game::load("chess")?.start();
/// let piece = position.piece_at("d8").unwrap();
/// assert_eq!((piece.name(), piece.sign()), ("queen", "q"));
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    name: String,
    sign: String,
    owner: Option<Player>,
}

impl Piece {
    pub(crate) fn new(facts: &Facts, piece: game::Piece) -> Piece {
        Piece {
            name: facts.kinds[piece.kind().index()].name.clone(),
            sign: facts.symbol(piece).to_string(),
            owner: Owner::player(piece.owner()),
        }
    }

    /// What the rules call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it is written in positions.
    pub fn sign(&self) -> &str {
        &self.sign
    }

    /// Whose it is; nothing if it is nobody's.
    pub fn owner(&self) -> Option<Player> {
        self.owner
    }
}
