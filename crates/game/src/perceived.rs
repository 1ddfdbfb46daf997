//! What one player perceives of one turn: texts, and what lies on fields that they
//! see. There is no place in it for a position.

use crate::ids::{Field, Piece, Player};
use crate::turn::{Message, Outcome};

/// A turn as one player perceives it.
///
/// Messages of one moment are a set: they are kept in ascending order, each once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Perceived {
    /// Whose turn it was.
    pub mover: Player,
    /// The tries that were refused before, as far as they noticed: all of their own, and
    /// those of the enemy of which they heard something.
    pub refused: Vec<Refused>,
    /// How the turn ended.
    pub made: Made,
    /// What they heard when it ended.
    pub said: Vec<String>,
    /// What they saw afterwards; nothing if that was not written down.
    pub seen: Option<Vec<(Field, Vec<Piece>)>>,
    /// What they heard before the next turn.
    pub told: Vec<String>,
    /// Whose turn is next; nothing if the game is over, or if that was not written down.
    pub next: Option<Player>,
    /// Whether the game was over.
    pub ending: Ending,
    /// Which messages are not compared.
    pub unsaid: Unsaid,
}

/// Messages of a turn that are not compared, whatever they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Unsaid {
    /// Those that came when the turn ended.
    pub said: bool,
    /// Those that came before the next turn.
    pub told: bool,
}

impl Perceived {
    /// Whether these messages may have come when the turn ended.
    pub fn may_have_said(&self, heard: &[String]) -> bool {
        self.unsaid.said || self.said == heard
    }

    /// Whether these messages may have come before the next turn.
    pub fn may_have_told(&self, heard: &[String]) -> bool {
        self.unsaid.told || self.told == heard
    }
}

/// A try that was refused and did not cost the turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Refused {
    /// Its text, if it was their own.
    pub text: Option<String>,
    /// What they heard about it.
    pub heard: Vec<String>,
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Made {
    /// By something that the enemy did.
    Hidden,
    /// By their own move of this text.
    Move(String),
    /// By their own try of this text, whose refusal cost the turn.
    Refused(String),
}

/// Whether a game was over after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// That was not written down, so it is not compared.
    Unsaid,
    /// It went on.
    GoesOn,
    /// It was over.
    Over(Outcome),
}

/// The messages that a player hears of these, in ascending order, each once.
pub fn heard_by(player: Player, messages: &[Message]) -> Vec<String> {
    let to_him = messages.iter().filter(|message| message.to == player);
    let mut heard: Vec<String> = to_him.map(|message| message.text.clone()).collect();
    heard.sort();
    heard.dedup();
    heard
}
