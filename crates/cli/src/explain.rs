//! `multigame explain-settings`: why a game is searched as it is. Each setting has a source:
//! the command line, the file of the game with the record of its match, or the rules.

use super::answer::give;
use super::args::ExplainArgs;
use super::habits;
use super::position::load_to_search;
use super::report::Failure;
use super::settings::usual_threads;
use game::Game;
use serde::Serialize;
use std::fmt::{self, Display};

/// How a game is searched, and why.
#[derive(Serialize)]
struct Explained {
    game: String,
    settings: Vec<Setting>,
    /// The file that speaks for the game, if there is one.
    file: Option<String>,
    /// What its comments say.
    record: Vec<String>,
}

#[derive(Serialize)]
struct Setting {
    name: &'static str,
    value: String,
    source: String,
}

pub(super) fn run(args: &ExplainArgs) -> Result<u8, Failure> {
    let search = &args.search;
    let loaded = load_to_search(&args.game, &args.without, &search.asked())?;
    let facts = loaded.game.facts();
    let derived = tune::derive(&loaded.game);
    let settings = search.settings_over(derived.settings, facts, usual_threads())?;
    let (flags, file) = (search.flags()?, habits::found(&args.game, search)?);
    let file = file.map(|(source, _)| source);
    let source = |name: &str| {
        if flags.get(name).is_some() {
            return "given here".to_string();
        }
        match (search.habits.given.get(name), &file) {
            (Some(_), Some(file)) => return format!("from {file}"),
            _ if name == "threads" && settings.threads > 1 => return "all processors".to_string(),
            _ => {}
        }
        let of_algorithm = ["algorithm", "heuristics"].contains(&name);
        let why = derived.why.iter().find(|(known, _)| *known == name);
        match why {
            Some((_, why)) if of_algorithm && settings.algorithm == derived.settings.algorithm => {
                if why.is_empty() {
                    "as the algorithm needs".into()
                } else {
                    why.clone()
                }
            }
            _ => usual(name).to_string(),
        }
    };
    let rows = tune::described(&settings, facts).into_iter();
    let rows = rows.map(|(name, value)| Setting { name, value, source: source(name) }).collect();
    let (game, record) = (facts.name.clone(), search.habits.record.clone());
    give(&Explained { game, settings: rows, file, record }, args.json)
}

/// Why a setting is as it is if nobody and nothing speaks for another value.
fn usual(name: &str) -> &'static str {
    match name {
        "evaluation" => "the first one that there is",
        "heuristics" => "the usual ones of the algorithm",
        "platform" => "what suits the algorithm and the threads",
        _ => "as usual",
    }
}

impl Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.settings.iter().map(|setting| setting.name.len()).max().unwrap_or(0);
        for Setting { name, value, source } in &self.settings {
            writeln!(f, "{name:<width$}  {value}  ({source})")?;
        }
        if let Some(file) = self.file.as_ref().filter(|_| !self.record.is_empty()) {
            writeln!(f, "\nthe record in {file}:")?;
            self.record
                .iter()
                .try_for_each(|line| writeln!(f, "{}", format!("  {line}").trim_end()))?;
        }
        Ok(())
    }
}
