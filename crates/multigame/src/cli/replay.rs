//! `multigame replay`: checks a saved game, shows where it ends, converts it.

use super::args::{Format, ReplayArgs};
use super::draw::draw;
use super::engine::{self, Choice, Engine, Job};
use super::position::load_game;
use super::report::Failure;
use super::{files, json, terminal};
use crate::library;
use game::{Game, GameResult, Record};
use serde_json::json;
use std::path::Path;

pub(super) fn run(args: &ReplayArgs) -> Result<u8, Failure> {
    let text = files::read(&args.file)?;
    let format = match text.trim_start_matches('\u{feff}').trim_start().starts_with('[') {
        true => Format::Pgn,
        false => files::format_of(&args.file),
    };
    let named = match (&args.game, format) {
        (Some(game), _) => game.clone(),
        (None, Format::Record) => {
            Record::parse(&text)
                .map_err(|why| {
                    Failure::new(format!("{}: {why}", args.file.display())).hint(&why.hint)
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
    let choice = Choice { backend: args.backend, off: &[] };
    engine::run(loaded.game, &choice, &Saved { args, text, format })
}

/// The games in a file.
struct Saved<'a> {
    args: &'a ReplayArgs,
    text: String,
    format: Format,
}

impl Job for Saved<'_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        show(self, &game)
    }
}

fn show<G: Game>(saved: &Saved<'_>, game: &G) -> Result<u8, Failure> {
    let (args, facts) = (saved.args, game.facts());
    let mut answers = Vec::new();
    let records = files::records(game, &args.file, &saved.text, saved.format)?;
    if records.is_empty() {
        return Err(Failure::new(format!("`{}` holds no game", args.file.display())));
    }
    for mut record in records {
        // The record may name its game by the path that was loaded.
        record.game = facts.name.clone();
        let line = files::line(game, &args.file, &record)?;
        let setup = game.setup(line.position());
        let outcome = line.outcome(game)?;
        if let Some(format) = args.to {
            let mut proper = line.record(game)?;
            proper.headers = record.headers.clone();
            // A game that was given up has a result that its last position does not.
            if outcome.is_none() {
                proper.result = record.result;
            }
            terminal::print(&files::write(game, &proper, &line, format)?)?;
        } else if args.json {
            answers.push(json!({
                "game": facts.name,
                "headers": record.headers.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
                "moves": line.texts().collect::<Vec<_>>(),
                "position": game::write_position(facts, &setup),
                "outcome": json::outcome(facts, outcome),
                "recorded_result": record.result.to_string(),
            }));
        } else {
            let ended = match outcome {
                Some(outcome) => json::describe(facts, outcome),
                None if record.result != GameResult::Unfinished => {
                    format!("the game is not over, and recorded as {}", record.result)
                }
                None => "the game is not over".into(),
            };
            let (n, board) = (line.len(), draw(facts, &setup));
            let plural = if n == 1 { "" } else { "s" };
            terminal::print(&format!("{n} move{plural}, all legal; {ended}\n\n{board}"))?;
        }
    }
    if args.json {
        json::print(&json!(answers))?;
    }
    Ok(0)
}

/// A game that is not built in may lie beside the record.
fn beside(record: &Path, named: String) -> String {
    let file = record.with_file_name(format!("{}.mg", named.trim_end_matches(".mg")));
    match library::built_in(&named).is_none() && !Path::new(&named).is_file() && file.is_file() {
        true => file.display().to_string(),
        false => named,
    }
}

/// The game that a PGN file names in its tag `Variant`, as ours do.
fn variant(pgn: &str) -> Option<String> {
    let tag = pgn.lines().find_map(|line| line.trim().strip_prefix("[Variant \""))?;
    let name = tag.split('"').next()?.to_lowercase().replace(' ', "_");
    Some(name).filter(|name| library::built_in(name).is_some())
}
