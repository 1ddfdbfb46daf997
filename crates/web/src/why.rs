//! Why a move is legal, with the fields that each condition is about; and why a text is no
//! legal move.

use crate::lines::{Asked, Found};
use crate::refusal::Refusal;
use crate::server::Shared;
use serde::{Deserialize, Serialize};

/// A move of a position.
#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    asked: Asked,
    #[serde(rename = "move")]
    text: String,
}

/// The answer: conditions of a legal move, or why it is not legal.
#[derive(Serialize)]
pub(crate) struct Answer {
    legal: bool,
    /// The move as the game writes it, if it is legal.
    text: String,
    conditions: Vec<Condition>,
    /// Why it is not legal; empty if it is.
    why_not: String,
    hint: String,
}

#[derive(Serialize)]
struct Condition {
    words: String,
    /// The numbers of the fields that it is about.
    fields: Vec<usize>,
}

/// Answers why a move is legal, or why not.
pub(crate) fn why(shared: &Shared, question: &Question) -> Result<Answer, Refusal> {
    let Found { entry, position, .. } = shared.lines.find(&shared.catalog, &question.asked)?;
    let chosen = match position.parse_move(&question.text) {
        Ok(chosen) => chosen,
        Err(why) => {
            return Ok(Answer {
                legal: false,
                text: question.text.clone(),
                conditions: Vec::new(),
                why_not: why.to_string(),
                hint: why.hint(),
            });
        }
    };
    let board = &entry.shown.facts().board;
    let number = |name: &String| board.field(name).map(game::Field::index);
    let conditions = position.reasons(&chosen)?.into_iter().map(|reason| Condition {
        fields: reason.fields.iter().filter_map(number).collect(),
        words: reason.words,
    });
    Ok(Answer {
        legal: true,
        text: chosen.text().to_string(),
        conditions: conditions.collect(),
        why_not: String::new(),
        hint: String::new(),
    })
}
