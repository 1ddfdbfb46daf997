//! `multigame replay`: checks a saved game, shows where it ends, converts it. A record of a
//! referee, with refused tries in brackets, is refereed again.

use super::args::{Format, ReplayArgs};
use super::draw::draw;
use super::engine::{self, Choice, Engine, Job};
use super::position::load_game;
use super::referee::{Refereed, refereed_game, session};
use super::report::Failure;
use super::{files, json, terminal};
use game::{Game, GameResult, Line, Record, Referee};
use serde_json::{Value, json};
use std::path::Path;

pub(super) fn run(args: &ReplayArgs) -> Result<u8, Failure> {
    let text = files::read(&args.file)?;
    let format = files::format_in(&args.file, &text);
    let named = match (&args.game, format) {
        (Some(game), _) => game.clone(),
        (None, Format::Record) => {
            Record::parse(&text)
                .map_err(|why| {
                    Failure::new(format!("{}: {why}", files::shown(&args.file))).hint(&why.hint)
                })?
                .game
        }
        (None, Format::Pgn) => variant(&text).ok_or_else(|| {
            Failure::new("the PGN file does not say by which rules it is played")
                .hint("add `--game chess`, or another game")
        })?,
    };
    let loaded = load_game(&beside(&args.file, named), &[]).map_err(|failure| match args.game {
        Some(_) => failure,
        None => failure.hint("its rules may also lie beside the record, or be given by `--game`"),
    })?;
    let saved = Saved { args, text, format };
    if loaded.game.facts().hidden && saved.has_brackets() {
        return refereed_game(loaded.game, args.backend, &saved);
    }
    let choice = Choice { backend: args.backend, off: &[], position: None };
    engine::run(loaded.game, &choice, &saved)
}

/// The games in a file.
struct Saved<'a> {
    args: &'a ReplayArgs,
    text: String,
    format: Format,
}

impl Saved<'_> {
    /// Whether it is a record with tries that were refused.
    fn has_brackets(&self) -> bool {
        let record = match self.format {
            Format::Record => Record::parse(&self.text).ok(),
            Format::Pgn => None,
        };
        record.is_some_and(|record| record.moves.iter().any(|turn| turn.contains('[')))
    }
}

impl Job for Saved<'_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let records = files::records(&game, &self.args.file, &self.text, self.format)?;
        if records.is_empty() {
            return Err(Failure::new(format!("`{}` holds no game", files::shown(&self.args.file))));
        }
        let mut answers = Vec::new();
        for mut record in records {
            // The record may name its game by the path that was loaded.
            record.game = game.facts().name.clone();
            let line = files::line(&game, &self.args.file, &record)?;
            let proper = line.record(&game)?;
            answers.extend(show(self.args, &game, &record, &line, proper)?);
        }
        if self.args.json { json::print(&json!(answers)).map(|()| 0) } else { Ok(0) }
    }
}

impl Refereed for Saved<'_> {
    fn run<G: Referee>(&self, game: G) -> Result<u8, Failure> {
        let session = session(&game, &self.args.file, &self.text)?;
        let shown = files::shown(&self.args.file);
        let record = Record::parse(&self.text)
            .map_err(|why| Failure::new(format!("{shown}: {why}")).hint(&why.hint))?;
        let answer = show(self.args, &game, &record, session.line(), session.record()?)?;
        if self.args.json { json::print(&json!([answer])).map(|()| 0) } else { Ok(0) }
    }
}

/// Shows a game, writes it otherwise, or says it for programs. `proper` is its record as it
/// would be written.
fn show<G: Game>(
    args: &ReplayArgs,
    game: &G,
    record: &Record,
    line: &Line<G::Position>,
    mut proper: Record,
) -> Result<Option<Value>, Failure> {
    let facts = game.facts();
    let setup = game.setup(line.position());
    let outcome = line.outcome(game)?;
    if let Some(format) = args.to {
        proper.headers = record.headers.clone();
        // A game that was given up has a result that its last position does not.
        if outcome.is_none() {
            proper.result = record.result;
        }
        terminal::print(&files::write(game, &proper, line, format)?)?;
        return Ok(None);
    }
    let turns: Vec<_> = proper.moves.iter().map(|turn| attempts(turn)).collect();
    let n_refused: usize = turns.iter().map(|(refused, _)| refused.len()).sum();
    if args.json {
        let mut answer = json!({
            "game": facts.name,
            "headers": record.headers.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
            "moves": turns.iter().map(|(_, made)| made).collect::<Vec<_>>(),
            "position": game::write_position(facts, &setup),
            "outcome": json::outcome(facts, outcome),
            "recorded_result": record.result.to_string(),
        });
        if n_refused > 0 {
            answer["refused"] = turns.iter().map(|(refused, _)| refused.as_slice()).collect();
        }
        return Ok(Some(answer));
    }
    let ended = match outcome {
        Some(outcome) => json::describe(facts, outcome),
        None if record.result != GameResult::Unfinished => {
            format!("the game is not over, and recorded as {}", record.result)
        }
        None => "the game is not over".into(),
    };
    let (n, board) = (terminal::count(line.len() as u64, "move"), draw(facts, &setup));
    let refused = match n_refused {
        0 => String::new(),
        n => format!(" but for {}", terminal::count(n as u64, "refused try")),
    };
    terminal::print(&format!("{n}, all legal{refused}; {ended}\n\n{board}"))?;
    Ok(None)
}

/// A turn of a record: the tries that were refused in it, and the move, which is missing
/// where a refusal cost the turn.
fn attempts(turn: &str) -> (Vec<&str>, Option<&str>) {
    let (refused, made) = turn.rsplit_once(']').unwrap_or(("", turn));
    let refused = refused.split(|c: char| c.is_whitespace() || "[]".contains(c));
    let made = Some(made.trim()).filter(|made| !made.is_empty());
    (refused.filter(|text| !text.is_empty()).collect(), made)
}

/// A game that is not built in may lie beside the record.
fn beside(record: &Path, named: String) -> String {
    let file = record.with_file_name(format!("{}.mg", named.trim_end_matches(".mg")));
    match games::text(&named).is_none() && !Path::new(&named).is_file() && file.is_file() {
        true => file.display().to_string(),
        false => named,
    }
}

/// The game that a PGN file names in its tag `Variant`, as ours do.
fn variant(pgn: &str) -> Option<String> {
    let tag = pgn.lines().find_map(|line| line.trim().strip_prefix("[Variant \""))?;
    let name = tag.split('"').next()?.to_lowercase().replace(' ', "_");
    Some(name).filter(|name| games::text(name).is_some())
}
