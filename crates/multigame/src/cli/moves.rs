//! `multigame moves`: the legal moves of a position, and why they are legal.

use super::args::MovesArgs;
use super::engine::{Engine, Job};
use super::position::Table;
use super::report::Failure;
use super::{json, terminal};
use game::Turn;
use interp::Condition;
use serde_json::{Value, json};

pub(super) fn run(args: &MovesArgs) -> Result<u8, Failure> {
    args.position.look(args)
}

impl Job for MovesArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        list(self, &Table::new(game, &self.position)?)
    }
}

fn list<G: Engine>(args: &MovesArgs, table: &Table<G>) -> Result<u8, Failure> {
    let (game, line) = (&table.game, &table.line);
    let facts = game.facts();
    let turn = game.turn(line.position(), line.past())?;
    let (outcome, moves) = match &turn {
        Turn::Over(outcome) => (Some(*outcome), &[][..]),
        Turn::Moves(moves) => (None, &moves[..]),
    };
    let why = match args.why && outcome.is_none() {
        true => game.why(line)?,
        false => Vec::new(),
    };
    let player = game.player(line.position());
    let conditions = |text: &str| -> Vec<String> {
        let found = why.iter().find(|(named, _)| named == text);
        let list: &[Condition] = found.map_or(&[], |(_, list)| list);
        list.iter().map(|condition| condition.describe(facts, player)).collect()
    };
    if args.json {
        let list: Vec<Value> = moves
            .iter()
            .map(|m| {
                let mut entry = json!({
                    "move": m.text,
                    "position": game::write_position(facts, &game.setup(&m.to)),
                    "outcome": json::outcome(facts, m.outcome),
                    "synonyms": m.synonyms,
                    "told": m.told.iter().map(|message| json!({
                        "to": facts.player_name(message.to), "text": message.text,
                    })).collect::<Vec<_>>(),
                });
                if facts.n_players() == 1 {
                    entry["cost"] = json!(m.cost);
                }
                if args.why {
                    entry["conditions"] = json!(conditions(&m.text));
                }
                entry
            })
            .collect();
        json::print(&json!({
            "game": facts.name,
            "position": table.position_text(),
            "to_move": facts.player_name(player),
            "outcome": json::outcome(facts, outcome),
            "moves": list,
        }))?;
        return Ok(0);
    }
    if let Some(outcome) = outcome {
        terminal::print(&format!("the game is over: {}\n", json::describe(facts, outcome)))?;
        return Ok(0);
    }
    let mut text = String::new();
    for m in moves {
        text += &m.text;
        if let Some(outcome) = m.outcome {
            text += &format!("  ({})", json::describe(facts, outcome));
        }
        text.push('\n');
        for condition in conditions(&m.text) {
            text += &format!("    {condition}\n");
        }
    }
    terminal::print(&text)?;
    Ok(0)
}
