//! `multigame moves`: the legal moves of a position, and why they are legal.

mod wished;

use super::args::MovesArgs;
use super::engine::{Engine, Job};
use super::position::Table;
use super::report::Failure;
use super::{conditions, json, terminal};
use ::conditions::Reasons;
use game::{Move, Player, Turn};
use serde_json::{Value, json};
use wished::wished;

pub(super) fn run(args: &MovesArgs) -> Result<u8, Failure> {
    args.position.look(args)
}

impl Job for MovesArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let table = Table::new(game, &self.position)?;
        match self.if_only {
            Some(n_wishes) => wished(self, &table, n_wishes.into()),
            None => list(self, &table),
        }
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
    let why_over = match args.why && outcome.is_some() {
        true => game.why_over(line)?.map(|(_, list)| list).unwrap_or_default(),
        false => Vec::new(),
    };
    let why_of = |text: &str| why.iter().find(|reasons| reasons.text == text);
    if args.json {
        let entries = moves.iter().map(|m| entry(game, player, m, why_of(&m.text)));
        let mut answer = json!({
            "game": facts.name,
            "position": table.position_text(),
            "to_move": facts.player_name(player),
            "outcome": json::outcome(facts, outcome),
            "moves": entries.collect::<Vec<Value>>(),
        });
        if !why_over.is_empty() {
            answer["conditions"] = conditions::list(facts, player, &why_over);
        }
        json::print(&answer)?;
        return Ok(0);
    }
    let mut text = String::new();
    if let Some(outcome) = outcome {
        text += &format!("the game is over: {}\n", json::describe(facts, outcome));
        conditions::write(facts, player, &why_over, &mut text);
    }
    for m in moves {
        text += &m.text;
        if let Some(outcome) = m.outcome {
            text += &format!("  ({})", json::describe(facts, outcome));
        }
        text.push('\n');
        if let Some(why) = why_of(&m.text) {
            conditions::write_ways(facts, player, why, "    ", &mut text);
        }
    }
    terminal::print(&text)?;
    Ok(0)
}

/// A move for programs.
fn entry<G: Engine>(
    game: &G,
    player: Player,
    m: &Move<G::Position>,
    why: Option<&Reasons>,
) -> Value {
    let facts = game.facts();
    let told = m
        .told
        .iter()
        .map(|message| json!({ "to": facts.player_name(message.to), "text": message.text }));
    let mut entry = json!({
        "move": m.text,
        "position": game::write_position(facts, &game.setup(&m.to)),
        "outcome": json::outcome(facts, m.outcome),
        "synonyms": m.synonyms,
        "told": told.collect::<Vec<_>>(),
    });
    if facts.n_players() == 1 {
        entry["cost"] = json!(m.cost);
    }
    if let Some(why) = why {
        entry["conditions"] = conditions::list(facts, player, &why.conditions);
        let others = why.other_ways.iter();
        entry["other_ways"] = others.map(|way| conditions::list(facts, player, way)).collect();
        entry["complete"] = json!(!why.is_cut);
    }
    entry
}
