//! `multigame games`: the games that are built in, or the rules of one.

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

/// All games, each with a sentence.
#[derive(Serialize)]
struct List(Vec<About>);

#[derive(Serialize)]
struct About {
    name: &'static str,
    about: String,
}

impl Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.iter().map(|game| game.name.len()).max().unwrap_or(0);
        self.0.iter().try_for_each(|About { name, about }| {
            writeln!(f, "{}", format!("{name:width$}  {about}").trim_end())
        })
    }
}

pub(super) fn run(args: &GamesArgs) -> Result<u8, Failure> {
    if let Some(game) = &args.game {
        let text = library::find(game)?;
        return give(&Rules { name: text.name, rules: text.text }, args.json);
    }
    let text = |name| Text::new(name, games::text(name).unwrap_or_default());
    let about = |name| match text(name).about() {
        about if about.is_empty() => declarations(name),
        about => about,
    };
    let list = games::names().map(|name| About { name, about: about(name) });
    give(&List(list.collect()), args.json)
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
