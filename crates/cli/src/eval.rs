//! `multigame eval`: what the evaluations and bounds of a game say.

use super::args::EvalArgs;
use super::engine::{Engine, Job};
use super::position::{Table, find_game, is_automatic, load_found};
use super::report::Failure;
use super::{json, terminal};
use game::Game;
use multigame::parts::automatic;
use serde_json::json;
use syntax::closest;

pub(super) fn run(args: &EvalArgs) -> Result<u8, Failure> {
    match args.automatic {
        true => print_lines(args),
        false if is_automatic(args.name.as_deref()) => args.position.search(true, args),
        false => args.position.look(args),
    }
}

/// Prints lines that could be put behind the rules.
fn print_lines(args: &EvalArgs) -> Result<u8, Failure> {
    let text = find_game(&args.position.game, &args.position.without)?;
    let loaded = load_found(&text)?;
    let name = &loaded.rules.facts.name;
    let Some(lines) = automatic(&text, &loaded) else {
        return Err(Failure::new(format!("nothing was found by which {name} could be judged"))
            .hint("only games of two players who see everything are studied"));
    };
    match args.json {
        true => json::print(&json!({ "game": name, "lines": lines }))?,
        false => terminal::print(&lines)?,
    }
    Ok(0)
}

impl Job for EvalArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        show(self, &Table::new(game, &self.position)?)
    }
}

fn show<G: Game>(args: &EvalArgs, table: &Table<G>) -> Result<u8, Failure> {
    let (game, position) = (&table.game, table.line.position());
    let facts = game.facts();
    let evaluations = facts.evaluations.iter().enumerate().map(|(i, name)| (name, false, i));
    let bounds = facts.bounds.iter().enumerate().map(|(i, name)| (name, true, i));
    let all: Vec<_> = evaluations.chain(bounds).collect();
    let wanted: Vec<_> = all
        .iter()
        .filter(|(name, ..)| args.name.as_ref().is_none_or(|wanted| wanted == *name))
        .collect();
    if wanted.is_empty() {
        return Err(nothing(args, &all.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>()));
    }
    let mut values = Vec::new();
    for &&(name, is_bound, i) in &wanted {
        let value = match is_bound {
            true => game.bound(position, i)?,
            false => game.evaluate(position, i)?,
        };
        values.push((name.as_str(), is_bound, value));
    }
    match args.json {
        true => print_json(table, &values)?,
        false => {
            let width = values.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
            let lines: String =
                values.iter().map(|(name, _, value)| format!("{name:width$}  {value}\n")).collect();
            terminal::print(&lines)?;
        }
    }
    Ok(0)
}

fn print_json<G: Game>(table: &Table<G>, values: &[(&str, bool, i32)]) -> Result<(), Failure> {
    let facts = table.game.facts();
    let role = |is_bound: bool| if is_bound { "bound" } else { "evaluation" };
    let list: Vec<_> = values
        .iter()
        .map(|&(name, is_bound, value)| {
            json!({ "name": name, "role": role(is_bound), "value": value })
        })
        .collect();
    json::print(&json!({
        "game": facts.name,
        "position": table.position_text(),
        "to_move": facts.player_name(table.game.player(table.line.position())),
        "values": list,
    }))
}

/// Why there is nothing to show.
fn nothing(args: &EvalArgs, known: &[&str]) -> Failure {
    match &args.name {
        Some(name) if !known.is_empty() => {
            let failure = Failure::new(format!("the game has no evaluation called `{name}`"));
            match closest(name, known.iter().copied()) {
                Some(close) => failure.hint(format!("did you mean `{close}`?")),
                None => failure.hint(format!("it has {}", known.join(", "))),
            }
        }
        _ => Failure::new("the rules of this game give no evaluation")
            .hint("add one: `multigame eval GAME --automatic` writes it for you"),
    }
}
