//! `multigame games`: the games that are built in, by families, those that mention a word,
//! or the rules of one.

use super::answer::give;
use super::args::GamesArgs;
use super::report::Failure;
use crate::library;
use multigame::Text;
use serde::Serialize;
use std::fmt::{self, Display};

/// The rules of a game.
#[derive(Serialize)]
struct Rules {
    name: String,
    rules: String,
}

impl Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules)
    }
}

/// Games by their families, each with a sentence.
#[derive(Serialize)]
struct List(Vec<About>);

#[derive(Serialize)]
struct About {
    name: &'static str,
    family: &'static str,
    about: String,
}

impl About {
    fn of(name: &'static str) -> About {
        let family = games::family(name).unwrap_or("other");
        let about = Text::new(name, games::text(name).unwrap_or_default()).about();
        let about = if about.is_empty() { declarations(name) } else { about };
        About { name, family, about }
    }

    /// Whether a word is part of what the list shows of a game.
    fn mentions(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        let shown = [self.name, self.family, &self.about];
        shown.iter().any(|text| text.to_lowercase().contains(&word))
    }
}

impl Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.iter().map(|game| game.name.len()).max().unwrap_or(0);
        let mut last = None;
        for About { name, family, about } in &self.0 {
            if last != Some(family) {
                let line = if last.is_some() { "\n" } else { "" };
                writeln!(f, "{line}{family}")?;
            }
            last = Some(family);
            writeln!(f, "{}", format!("  {name:width$}  {about}").trim_end())?;
        }
        Ok(())
    }
}

pub(super) fn run(args: &GamesArgs) -> Result<u8, Failure> {
    if let Some(game) = &args.game {
        let text = library::find(game)?;
        return give(&Rules { name: text.name, rules: text.text }, args.json);
    }
    let mut found: Vec<About> = games::names().map(About::of).collect();
    if let Some(word) = &args.search {
        found.retain(|game| game.mentions(word));
        if found.is_empty() {
            let hint = "`multigame games` lists them all";
            return Err(Failure::new(format!("no game mentions `{word}`")).hint(hint));
        }
    }
    found.sort_by_key(|game| (game.family, game.name));
    give(&List(found), args.json)
}

/// What can be said of a game whose file begins with no comment.
fn declarations(name: &str) -> String {
    let Ok(loaded) = multigame::parts::load(name) else { return String::new() };
    let facts = &loaded.rules.facts;
    let pieces: Vec<&str> = facts.kinds.iter().map(|kind| kind.name.as_str()).collect();
    let board = match facts.board.size {
        Some((columns, rows)) => format!("{columns} by {rows}"),
        None => format!("{} points", facts.board.n_fields()),
    };
    format!("{board}, played with {}", pieces.join(", "))
}
