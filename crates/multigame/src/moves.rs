//! A move as a value: its text, and where it leads.

use crate::backing::At;
use game::{Message, Outcome};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A legal move of a position.
///
/// Moves come from [`Position::moves`](crate::Position::moves) or are read by
/// [`Position::parse_move`](crate::Position::parse_move). They print as the game writes
/// them.
///
/// ```
/// let game = multigame::Game::load("chess")?;
/// let mut position = game.start();
/// let opening = position.parse_move("e4")?;
/// assert_eq!(opening.to_string(), "e2e4");
/// assert_eq!(format!("{opening:?}"), "Move(e2e4)");
/// position.play(&opening);
/// assert_eq!(position.player_name(), "black");
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone)]
pub struct Move {
    pub(crate) text: String,
    pub(crate) synonyms: Vec<String>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) cost: i32,
    pub(crate) told: Vec<Message>,
    /// The position of which it is a move, shared by all moves of the position.
    pub(crate) from: Arc<Origin>,
    pub(crate) to: At,
}

/// Where moves come from.
pub(crate) struct Origin {
    /// What plays the game: the same words are another position in another game.
    pub(crate) game: Arc<dyn Any + Send + Sync>,
    pub(crate) at: At,
}

impl Origin {
    /// Whether a game is the one whose move it is.
    pub(crate) fn is_of<G: ?Sized>(&self, game: &Arc<G>) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(&self.game), Arc::as_ptr(game))
    }
}

impl PartialEq for Origin {
    fn eq(&self, other: &Origin) -> bool {
        self.is_of(&other.game) && self.at == other.at
    }
}

impl Move {
    /// The text that names it; no other move of its position has it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Other texts that name it.
    pub fn synonyms(&self) -> &[String] {
        &self.synonyms
    }

    /// How the game ends with this move, if it does.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// What it costs, in a puzzle.
    pub fn cost(&self) -> i32 {
        self.cost
    }

    /// What the referee says when it is made.
    pub fn told(&self) -> &[Message] {
        &self.told
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// The words of the two positions would hide the move.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({})", self.text)
    }
}

/// Moves are equal if they lead from the same position to the same one.
impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        self.to == other.to && self.from == other.from
    }
}

impl Eq for Move {}
