//! What a player perceived as text, for every game: read with clear errors, written
//! in one form.
//!
//! ```text
//! multigame transcript 1
//! game: kriegspiel
//! player: white
//! turns:
//! 1. white d2d4 sees R:a1,h1 N:b1,g1
//! 1. black ?
//! 2. white [g5d8 'no'] b1c3
//! 2. black ['no'] ['no'] ? 'capture d6' then 'check' 'pawn try e5'
//! ```
//!
//! A line is a turn. Refused tries come first, in brackets, with what was heard of
//! them: the player's own with their text, the enemy's without. Then comes the move, or `?` for
//! something that the enemy did, or `refused` and a try that cost the turn; then what
//! was heard with it. `then` tells what was heard before the next turn, `again` that
//! the same player goes on, `end 1-0` that the game is over, and `sees` what lay where
//! they could see: signs of pieces, from the bottom of a stack with `+` between them, `-`
//! for empty fields, and `sees nothing`. Without `sees` nothing is compared. A header
//! `unsaid: end` says that nobody wrote down whether the game was over.

mod read;
mod tokens;
mod write;

use crate::observation::Observation;
use game::Facts;

pub(crate) const TITLE: &str = "multigame transcript";

/// Why a transcript cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, a sentence without a period.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
}

impl std::fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for TranscriptError {}

/// Reads the transcript of a player in a game that declares these facts.
pub fn read_transcript(facts: &Facts, text: &str) -> Result<Observation, TranscriptError> {
    read::read(facts, text)
}

/// Writes the transcript of a player.
pub fn write_transcript(facts: &Facts, observation: &Observation) -> String {
    write::write(facts, observation)
}
