//! Referees a game again by its full record, with every try that was refused, and says which
//! word of the record cannot be right.

use crate::session::{Session, start_of};
use game::{Record, Referee};

/// Why a full record cannot be refereed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefereeError {
    /// The word of the record that is wrong, from 1; 0 for the start.
    pub word: usize,
    /// What is wrong, a sentence without a period.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
}

impl std::fmt::Display for RefereeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.word {
            0 => write!(f, "{}", self.message),
            word => write!(f, "word {word} of the moves: {}", self.message),
        }
    }
}

impl std::error::Error for RefereeError {}

/// Referees a game by its full record, in which refused tries are in
/// brackets before the move: `[g5d8] b1c3`, `[g7g6 e8f7] e8d8`.
pub fn referee<'g, G: Referee>(
    game: &'g G,
    record: &Record,
) -> Result<Session<'g, G>, RefereeError> {
    let error =
        |word, message: String, hint: &str| RefereeError { word, message, hint: hint.to_string() };
    let start = start_of(game, record.start.as_deref()).map_err(|(m, h)| error(0, m, &h))?;
    let mut session = Session::new(game, start).map_err(|e| error(0, e.to_string(), &e.hint))?;
    let (mut in_brackets, mut last_open) = (false, 0);
    let words = record.moves.iter().flat_map(|turn| turn.split_whitespace());
    for (i, word) in words.enumerate() {
        let word_number = i + 1;
        let text = word.trim_end_matches([',', ';']);
        let (text, opened) = text.strip_prefix('[').map_or((text, false), |text| (text, true));
        let (text, closed) = text.strip_suffix(']').map_or((text, false), |text| (text, true));
        let text = text.trim_end_matches([',', ';']);
        if text.starts_with('[') || opened && in_brackets {
            let message = "a bracket is open already".to_string();
            return Err(error(word_number, message, "close it first"));
        }
        in_brackets |= opened;
        if opened {
            last_open = word_number;
        }
        if text.ends_with(']') || closed && !in_brackets {
            let message = "there is no open bracket that this one closes".to_string();
            return Err(error(word_number, message, "refused tries are in brackets: `[TRY]`"));
        }
        if !text.is_empty() {
            let answer = session
                .attempt(text)
                .map_err(|why| error(word_number, why.to_string(), why.hint()))?;
            match (in_brackets, answer.accepted) {
                (true, true) => {
                    let message = format!("`{text}` is among the refused tries, but is legal");
                    let hint = "leave the brackets out if it was made";
                    return Err(error(word_number, message, hint));
                }
                (false, false) => {
                    let message = format!("`{text}` is refused");
                    let hint = "refused tries are in brackets: `[TRY]`";
                    return Err(error(word_number, message, hint));
                }
                _ => {}
            }
        }
        in_brackets &= !closed;
    }
    if in_brackets {
        return Err(error(last_open, "this bracket is not closed".to_string(), "write `]`"));
    }
    if !session.refused.is_empty() {
        let message = "after these refused tries no move was made".to_string();
        let hint = "what a player perceived is told by turns: add the move, or leave them out";
        return Err(error(last_open, message, hint));
    }
    Ok(session)
}
