//! How a turn is closed: which of its results are moves, who is next, and how much older
//! remembered fields are. Back ends ask here, so that they cannot differ.

use crate::facts::Facts;
use crate::ids::{Field, Player};
use crate::turn::Outcome;

/// What a turn says when it ends, apart from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnEnd {
    /// Whether a statement was executed that changes board or reserves.
    pub changed: bool,
    /// Whether the turn has passed.
    pub passed: bool,
    /// Whether the same player moves again.
    pub again: bool,
    /// What the turn has said about the outcome.
    pub outcome: Option<Outcome>,
}

/// What a result of a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The position itself is over.
    Over(Outcome),
    /// A move.
    Moved,
    /// Everything is as it was: no move, and nothing else.
    Unmoved,
}

impl TurnEnd {
    /// Whether the turn did something, even if it is undone.
    pub fn acted(&self) -> bool {
        self.changed || self.passed
    }

    /// What the result is; whether board and reserves are what they were is asked only
    /// where it matters.
    ///
    /// ```
    /// use game::{Ended, TurnEnd};
    /// let around = TurnEnd { changed: true, passed: false, again: false, outcome: None };
    /// assert_eq!(around.ended(|| true), Ended::Unmoved);
    /// assert_eq!(around.ended(|| false), Ended::Moved);
    /// ```
    pub fn ended(&self, is_same_material: impl FnOnce() -> bool) -> Ended {
        match self.outcome {
            Some(outcome) if !self.acted() => Ended::Over(outcome),
            None if !self.passed && is_same_material() => Ended::Unmoved,
            _ => Ended::Moved,
        }
    }

    /// Who is to move after a turn of this player.
    pub fn next_player(&self, facts: &Facts, mover: Player) -> Player {
        if self.again || facts.n_players() == 1 { mover } else { mover.other() }
    }

    /// The round after a turn of this player: one more if the last player has moved and
    /// the first is next.
    pub fn next_round(&self, facts: &Facts, mover: Player, round: u32) -> u32 {
        let last = Player::BOTH[facts.n_players() - 1];
        let is_full = mover == last && self.next_player(facts, mover) == Player::First;
        round.saturating_add(u32::from(is_full))
    }
}

/// A remembered field, with the number of further turns it lives, one turn later.
pub fn aged(memory: Option<(Field, u8)>) -> Option<(Field, u8)> {
    memory.and_then(|(field, turns)| Some((field, turns.checked_sub(1)?)))
}
