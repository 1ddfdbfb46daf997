//! Everything that one player has perceived of a game, turn by turn: what they have to
//! go by. Nothing in it can hold a position of the game, so whoever is given an
//! observation knows no more than the player.

use game::{Ending, Made, Perceived, Player};

/// A game as one player perceived it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Who perceived it.
    pub player: Player,
    /// The first position, which both players know, as text; none for the start of
    /// the game.
    pub start: Option<String>,
    /// The turns.
    pub turns: Vec<Perceived>,
}

impl Observation {
    /// A game of which nothing was played yet.
    pub fn new(player: Player, start: Option<String>) -> Observation {
        Observation { player, start, turns: Vec::new() }
    }

    /// What the player knew after this many turns.
    pub fn after(&self, n_turns: usize) -> Observation {
        let turns = self.turns.iter().take(n_turns).cloned().collect();
        Observation { turns, ..self.clone() }
    }

    /// The same without knowing whether the game is over; what follows from the turns
    /// themselves is known all the same.
    pub fn without_endings(mut self) -> Observation {
        for turn in &mut self.turns {
            turn.ending = Ending::Unsaid;
        }
        self
    }

    /// The text of the player's own move in a turn, or of the last try there.
    pub fn own_text(&self, turn: usize) -> Option<&str> {
        match &self.turns.get(turn)?.made {
            Made::Hidden => None,
            Made::Move(text) | Made::Refused(text) => Some(text),
        }
    }
}
