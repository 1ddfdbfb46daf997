//! What reading the rules tells about winning, as plain data: the ways in which a
//! turn wins, with what each of them needs, and what becomes of a player who has no
//! move. Searches that win by threats live on it and never see the rules.

use crate::{Field, Outcome, Piece, Player, RulesError};
use std::sync::Arc;

/// What a field must hold for something to be there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Need {
    /// The field.
    pub field: Field,
    /// Any of these will do; none stands for the empty field.
    pub allowed: Vec<Option<Piece>>,
    /// The same in words, from the point of view of who wins.
    pub words: String,
}

/// What something takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reasons {
    /// What must stand on the board for it.
    pub needs: Vec<Need>,
    /// What else it needs, in words.
    pub also: Vec<String>,
}

/// A turn that would win.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WayToWin {
    /// The text of the move.
    pub text: String,
    /// What it takes.
    pub takes: Reasons,
    /// Whether the rules say so only when the opponent's turn begins.
    pub late: bool,
    /// Whether nothing else matters: a player whose turn it is and who finds what is needed
    /// on the board wins outright, whatever the position holds besides.
    pub sure: bool,
}

/// A move that depends on what a few fields hold and on nothing else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalMove {
    /// What fields hold before it.
    pub needs: Vec<(Field, Option<Piece>)>,
    /// What fields hold after it that it puts there.
    pub writes: Vec<(Field, Option<Piece>)>,
}

/// How a player may lose by a move of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// The rules may say so as soon as they have moved.
    pub at_once: bool,
    /// They may say so to the other one, who has won before moving or because there is no move.
    pub late: bool,
}

/// What can be read from the rules about positions of a game.
pub trait Insight: Sync {
    /// The positions of the game.
    type Position: Clone;

    /// The turns that would win for a player if it were their turn, as far as the rules
    /// need so few fields that do not hold what they should. There may be more.
    fn ways_to_win(
        &self,
        at: &Self::Position,
        player: Player,
        most_missing: usize,
    ) -> Result<Arc<[Arc<WayToWin>]>, RulesError>;

    /// A number that two positions share if they differ only on the board and in who
    /// is to move: what is needed beside the board is the same there.
    fn beside_the_board(&self, at: &Self::Position) -> u64;

    /// All moves that a player can ever have on this board, if every move depends on what a
    /// few fields hold and on nothing else, and the game ends only by the loss of a player
    /// who has no move; nothing if that is not so, or not known.
    fn local_moves(
        &self,
        _at: &Self::Position,
        _player: Player,
    ) -> Result<Option<Vec<LocalMove>>, RulesError> {
        Ok(None)
    }

    /// How a player may lose by a move of their own; where the rules never say so, nobody does.
    fn faults(&self) -> Faults;

    /// How the game is over before the player to move does anything, whether they have
    /// moves or not.
    fn ended(&self, at: &Self::Position) -> Result<Option<Outcome>, RulesError>;

    /// How the game would end if the player to move had no move.
    fn if_stuck(&self, at: &Self::Position) -> Result<Option<Outcome>, RulesError>;

    /// What it takes that it would end so, in words from their point of view.
    fn why_if_stuck(&self, at: &Self::Position) -> Result<Reasons, RulesError>;
}
