//! The parts of a position, and of what a turn says, as a small set: the
//! vocabulary of the analyses.

use std::fmt;
use std::ops::BitOr;

/// Some parts of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parts(u16);

const NAMES: [(Parts, &str); 9] = [
    (Parts::BOARD, "board"),
    (Parts::HAND, "hand"),
    (Parts::RESERVE, "reserve"),
    (Parts::COUNTERS, "counters"),
    (Parts::MEMORY, "memory"),
    (Parts::OUTCOME, "outcome"),
    (Parts::TURN, "turn"),
    (Parts::TOLD, "told"),
    (Parts::PAST, "past"),
];

impl Parts {
    /// Nothing.
    pub const NONE: Parts = Parts(0);
    /// What stands on the fields.
    pub const BOARD: Parts = Parts(1);
    /// What is in the hand.
    pub const HAND: Parts = Parts(2);
    /// What lies beside the board.
    pub const RESERVE: Parts = Parts(4);
    /// The counters.
    pub const COUNTERS: Parts = Parts(8);
    /// The remembered fields.
    pub const MEMORY: Parts = Parts(16);
    /// Whether and how the game is over.
    pub const OUTCOME: Parts = Parts(32);
    /// Who moves next, whether the turn was passed, what the move costs.
    pub const TURN: Parts = Parts(64);
    /// What the referee says. It influences nothing.
    pub const TOLD: Parts = Parts(128);
    /// The positions before this turn; they are read, never written.
    pub const PAST: Parts = Parts(256);
    /// Everything that a position is made of.
    pub const POSITION: Parts =
        Parts(Self::BOARD.0 | Self::HAND.0 | Self::RESERVE.0 | Self::COUNTERS.0 | Self::MEMORY.0);

    /// Whether all of these parts are among them.
    pub fn contains(self, parts: Parts) -> bool {
        self.0 & parts.0 == parts.0
    }

    /// Whether one of these parts is among them.
    pub fn meets(self, parts: Parts) -> bool {
        self.0 & parts.0 != 0
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl BitOr for Parts {
    type Output = Parts;

    fn bitor(self, other: Parts) -> Parts {
        Parts(self.0 | other.0)
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            NAMES.iter().filter(|(part, _)| self.contains(*part)).map(|(_, name)| *name).collect();
        match names.is_empty() {
            true => f.write_str("nothing"),
            false => f.write_str(&names.join(" ")),
        }
    }
}
