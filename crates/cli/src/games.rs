//! `multigame games`: the games that are built in, or the rules of one.

use super::args::GamesArgs;
use super::report::Failure;
use super::{json, terminal};
use crate::library;
use serde_json::json;

pub(super) fn run(args: &GamesArgs) -> Result<u8, Failure> {
    if let Some(game) = &args.game {
        let text = library::find(game)?;
        match args.json {
            true => json::print(&json!({ "name": text.name, "rules": text.text }))?,
            false => terminal::print(&text.text)?,
        }
        return Ok(0);
    }
    let games: Vec<(&str, String)> = games::names()
        .map(|name| match summary(games::text(name).unwrap_or_default()) {
            about if about.is_empty() => (name, declarations(name)),
            about => (name, about),
        })
        .collect();
    if args.json {
        let list: Vec<_> =
            games.iter().map(|(name, about)| json!({ "name": name, "about": about })).collect();
        json::print(&json!(list))?;
        return Ok(0);
    }
    let width = games.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines: String =
        games.iter().map(|(name, about)| format!("{name:width$}  {about}\n")).collect();
    terminal::print(lines.replace(" \n", "\n").as_str())?;
    Ok(0)
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

/// The first sentence of the comment that a rules file begins with.
pub(super) fn summary(text: &str) -> String {
    let comment: Vec<&str> = text
        .lines()
        .take_while(|line| line.starts_with("//"))
        .map(|line| line.trim_start_matches('/').trim())
        .collect();
    let comment = comment.join(" ");
    let end = comment.find(". ").map_or(comment.len(), |i| i + 1);
    comment[..end].trim_end_matches('.').to_string()
}
