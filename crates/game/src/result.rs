//! Results of games as records and PGN files write them, which know less than an
//! outcome does: a game may also be unfinished.

use crate::turn::Outcome;
use std::fmt;

/// How a game ended, as records say it; the first player's points come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// `1-0`
    FirstWins,
    /// `0-1`
    SecondWins,
    /// `1/2-1/2`
    Draw,
    /// `+12`: the first player is this many points ahead.
    Points(i32),
    /// `*`: not over, or not known.
    #[default]
    Unfinished,
}

impl GameResult {
    /// The result of this text.
    pub fn parse(text: &str) -> Option<GameResult> {
        match text {
            "1-0" => Some(GameResult::FirstWins),
            "0-1" => Some(GameResult::SecondWins),
            "1/2-1/2" | "1/2" | "½-½" => Some(GameResult::Draw),
            "*" => Some(GameResult::Unfinished),
            _ if text.starts_with(['+', '-']) => text.parse().ok().map(GameResult::Points),
            _ => None,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match (outcome.scored, outcome.value.signum()) {
            (true, _) => GameResult::Points(outcome.value),
            (false, 1) => GameResult::FirstWins,
            (false, -1) => GameResult::SecondWins,
            (false, _) => GameResult::Draw,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameResult::FirstWins => f.write_str("1-0"),
            GameResult::SecondWins => f.write_str("0-1"),
            GameResult::Draw => f.write_str("1/2-1/2"),
            GameResult::Points(points) => write!(f, "{points:+}"),
            GameResult::Unfinished => f.write_str("*"),
        }
    }
}
