//! `multigame eval`: what the evaluations and bounds of a game say.

use super::args::EvalArgs;
use super::engine::{Engine, Job};
use super::position::Table;
use super::report::Failure;
use super::{json, terminal};
use game::Game;
use serde_json::json;
use syntax::closest;

pub(super) fn run(args: &EvalArgs) -> Result<u8, Failure> {
    args.position.look(args)
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
            .hint("add one: `evaluation material = count own piece - count enemy piece.`"),
    }
}
