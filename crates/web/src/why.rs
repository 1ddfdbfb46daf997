//! Why a move is legal, with the fields that each condition is about; and why a text is no
//! legal move.

use crate::debug::PlaceOf;
use crate::limits::TRACE;
use crate::lines::{Asked, Found};
use crate::refusal::Refusal;
use crate::server::Shared;
use multigame::{Because, Game, Position};
use serde::{Deserialize, Serialize};
use std::time::Instant;

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
    /// What failed in the rules, each because of the next.
    because: Vec<Reason>,
}

/// Something that failed in the rules.
#[derive(Serialize)]
pub(crate) struct Reason {
    words: String,
    /// The words of the rules that failed, and the rule that they belong to.
    statement: String,
    rule: String,
    /// The numbers of the fields that it is about.
    fields: Vec<usize>,
    /// The name of the text.
    source: String,
    #[serde(flatten)]
    place: Option<PlaceOf>,
}

/// What failed in the rules, as data.
pub(crate) fn reasons(game: &Game, because: &[Because]) -> Vec<Reason> {
    let reason = |because: &Because| {
        let place = game.place(because.source);
        let (source, statement) = place.map_or_else(Default::default, |it| (it.file, it.words));
        Reason {
            words: because.words.clone(),
            statement,
            rule: because.rule.clone(),
            fields: because.fields.iter().map(|field| field.index()).collect(),
            source,
            place: PlaceOf::new(game, because.source),
        }
    };
    because.iter().map(reason).collect()
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
                because: because(&position, &question.text),
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
        because: Vec::new(),
    })
}

/// What failed in the rules; nothing if that is not known.
#[expect(clippy::disallowed_methods, reason = "a visitor may not keep a worker for ever")]
fn because(position: &Position, text: &str) -> Vec<Reason> {
    let began = Instant::now();
    let why = position.why_not(text, &|| began.elapsed() < TRACE);
    let because = why.ok().flatten().map(|why| why.because).unwrap_or_default();
    reasons(position.game(), &because)
}
