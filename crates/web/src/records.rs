//! Records of games in and out, in the format of all games or as PGN.

use crate::catalog::Wanted;
use crate::lines::{Asked, Found};
use crate::refusal::Refusal;
use crate::server::Shared;
use game::{GameResult, Line, Record, read_pgn, write_pgn};
use multigame::parts::load_text;
use serde::{Deserialize, Serialize};

/// A game that is to be written.
#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    asked: Asked,
    /// As PGN.
    #[serde(default)]
    pgn: bool,
    /// Who has resigned: 0 or 1.
    resigned: Option<usize>,
}

/// A text that is to be read.
#[derive(Deserialize)]
pub(crate) struct Sent {
    #[serde(flatten)]
    wanted: Wanted,
    text: String,
}

/// A text.
#[derive(Serialize)]
pub(crate) struct Written {
    text: String,
}

/// A game that was read.
#[derive(Serialize)]
pub(crate) struct Read {
    game: String,
    start: Option<String>,
    moves: Vec<String>,
}

/// Writes a game.
pub(crate) fn write(shared: &Shared, question: &Question) -> Result<Written, Refusal> {
    let Question { asked, pgn, resigned } = question;
    if resigned.is_some_and(|player| player > 1) {
        return Err(Refusal::bad("there is no such player", "`resigned` is 0 or 1"));
    }
    let Found { entry, position, .. } = shared.lines.find(&shared.catalog, asked)?;
    let result = match (position.outcome()?, resigned) {
        (Some(outcome), _) => GameResult::from(outcome),
        (None, Some(0)) => GameResult::SecondWins,
        (None, Some(_)) => GameResult::FirstWins,
        (None, None) => GameResult::Unfinished,
    };
    if !pgn {
        let record = Record {
            game: entry.shown.name().to_string(),
            headers: Vec::new(),
            start: asked.start.clone().filter(|start| !start.trim().is_empty()),
            result,
            moves: asked.moves.clone(),
        };
        return Ok(Written { text: record.to_string() });
    }
    let rules = load_text(&entry.text)?.game;
    use game::Game as _;
    let start = match asked.start.as_deref().map(str::trim) {
        None | Some("") => rules.start(),
        Some(text) => {
            let setup =
                game::parse_position(rules.facts(), text).map_err(multigame::Error::from)?;
            rules.position(&setup).map_err(multigame::Error::from)?
        }
    };
    let mut line = Line::new(start);
    for text in &asked.moves {
        line.play(&rules, text).map_err(|why| Refusal::bad(why.to_string(), ""))?;
    }
    let text = write_pgn(&rules, &line, &[], result);
    Ok(Written { text: text.map_err(|why| Refusal::bad(why.to_string(), &why.hint))? })
}

/// Reads a game: a record says of which game it is, PGN is one of the game that is shown.
pub(crate) fn read(shared: &Shared, sent: &Sent) -> Result<Read, Refusal> {
    let text = sent.text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with("multigame record") {
        let record = Record::parse(text).map_err(|why| Refusal::bad(why.to_string(), &why.hint))?;
        return Ok(Read { game: record.game, start: record.start, moves: record.moves });
    }
    let entry = shared.catalog.find(&sent.wanted)?;
    let rules = load_text(&entry.text)?.game;
    let games = read_pgn(&rules, text).map_err(|why| {
        let hint = match why.hint.as_str() {
            "" => "paste PGN of this game, or a record that begins with `multigame record 1`",
            hint => hint,
        };
        Refusal::bad(why.to_string(), hint)
    })?;
    let Some(record) = games.into_iter().next() else {
        return Err(Refusal::bad("there is no game in this text", "paste a record or PGN"));
    };
    let game = entry.shown.name().to_string();
    Ok(Read { game, start: record.start, moves: record.moves })
}
