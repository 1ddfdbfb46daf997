//! `multigame moves`: the legal moves of a position, and why they are legal.

use super::args::MovesArgs;
use super::engine::{Engine, Job};
use super::position::Table;
use super::report::Failure;
use super::words::count;
use super::{conditions, json, terminal};
use game::{Facts, Field, Player, Turn};
use interp::{Condition, Wish};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

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
    let reasons = |text: &str| why.iter().find(|reasons| reasons.text == text);
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
                if let Some(why) = reasons(&m.text) {
                    entry["conditions"] = conditions::list(facts, player, &why.conditions);
                    let others = why.other_ways.iter();
                    entry["other_ways"] =
                        others.map(|way| conditions::list(facts, player, way)).collect();
                    entry["complete"] = json!(!why.is_cut);
                }
                entry
            })
            .collect();
        let mut answer = json!({
            "game": facts.name,
            "position": table.position_text(),
            "to_move": facts.player_name(player),
            "outcome": json::outcome(facts, outcome),
            "moves": list,
        });
        if !why_over.is_empty() {
            answer["conditions"] = conditions::list(facts, player, &why_over);
        }
        json::print(&answer)?;
        return Ok(0);
    }
    if let Some(outcome) = outcome {
        let mut text = format!("the game is over: {}\n", json::describe(facts, outcome));
        conditions::write(facts, player, &why_over, &mut text);
        terminal::print(&text)?;
        return Ok(0);
    }
    let mut text = String::new();
    for m in moves {
        text += &m.text;
        if let Some(outcome) = m.outcome {
            text += &format!("  ({})", json::describe(facts, outcome));
        }
        text.push('\n');
        if let Some(why) = reasons(&m.text) {
            conditions::write_ways(facts, player, why, "    ", &mut text);
        }
    }
    terminal::print(&text)?;
    Ok(0)
}

/// What would be there if some conditions were different.
fn wished<G: Engine>(args: &MovesArgs, table: &Table<G>, n_wishes: usize) -> Result<u8, Failure> {
    let (game, line) = (&table.game, &table.line);
    let (facts, player) = (game.facts(), game.player(line.position()));
    let wishes = game.if_only(line, n_wishes, args.most)?;
    let is_asked_for = |wish: &&Wish| !args.outcomes || wish.outcome.is_some();
    // Nothing can follow where a move has ended the game.
    let is_ended = game.outcome(line.position()).is_some();
    let found = wishes.found.iter().filter(|_| !is_ended).filter(is_asked_for);
    let found: Vec<&Wish> = found.collect();
    if args.json {
        let list = found.iter().map(|wish| {
            json!({
                "move": wish.text,
                "outcome": json::outcome(facts, wish.outcome),
                "if_only": conditions::list(facts, player, &wish.if_only),
                "conditions": conditions::list(facts, player, &wish.conditions),
                "moves_it": wish.moves_it,
            })
        });
        json::print(&json!({
            "game": facts.name,
            "position": table.position_text(),
            "to_move": facts.player_name(player),
            "outcome": json::outcome(facts, line.outcome(game)?),
            "looked_at": wishes.n_looked_at,
            "complete": !wishes.is_cut && !wishes.is_bounded,
            "wishes": list.collect::<Vec<_>>(),
        }))?;
        return Ok(0);
    }
    let mut text = String::new();
    if let Some(outcome) = line.outcome(game)? {
        text += &format!("the game is over: {}\n", json::describe(facts, outcome));
    }
    if found.is_empty() && !is_ended {
        text += match wishes.n_looked_at {
            0 if !wishes.is_cut => {
                "no field can hold anything else: the numbers of pieces are fixed\n"
            }
            _ if wishes.is_cut => "nothing was found so far\n",
            _ => "no other move or outcome is so near\n",
        };
    }
    // Any piece could be put anywhere to move from there: that is told in a few words.
    let is_told = |wish: &&Wish| args.all || !wish.moves_it || wish.outcome.is_some();
    let (told, left_out): (Vec<&Wish>, Vec<&Wish>) = found.into_iter().partition(is_told);
    for wish in told {
        text += wish.text.as_deref().unwrap_or("the game is over");
        if let Some(outcome) = wish.outcome {
            text += &format!("  ({})", json::describe(facts, outcome));
        }
        let words = wish.if_only.iter().map(|it| it.describe(facts, player));
        text += &format!("  if only {}\n", words.collect::<Vec<_>>().join(" and "));
        if args.why {
            conditions::write(facts, player, &wish.conditions, &mut text);
        }
    }
    text += &placed(facts, player, &left_out);
    terminal::print(&text)?;
    if wishes.is_cut {
        let note = terminal::bold("note");
        let n = wishes.n_looked_at;
        let bound = if n >= args.most { " (--most)" } else { "; there is too much" };
        let looked_at = count(n as u64, "changed position");
        terminal::complain(&format!("{note}: all that was looked at: {looked_at}{bound}"));
    }
    if n_wishes > 1 {
        let note = terminal::bold("note");
        terminal::complain(&format!(
            "{note}: two wishes are for fields that the rules test one by one or overwrite"
        ));
    }
    if wishes.is_bounded {
        let note = terminal::bold("note");
        terminal::complain(&format!(
            "{note}: not all ways of the rules were followed; there may be more"
        ));
    }
    Ok(0)
}

/// How many moves there would be of pieces put on the board, for each sort of piece:
/// what would be told of all of them but for the field.
fn placed(facts: &Facts, player: Player, wishes: &[&Wish]) -> String {
    let mut sorts: BTreeMap<String, (BTreeSet<Field>, usize)> = BTreeMap::new();
    for wish in wishes {
        let Some(Condition::Field { field, allowed }) = wish.if_only.first() else { continue };
        let (fields, n_moves) = sorts.entry(allowed.sort(facts, player)).or_default();
        fields.insert(*field);
        *n_moves += 1;
    }
    let mut text = String::new();
    for (sort, (fields, n_moves)) in sorts {
        let on = match fields.len() {
            1 => "one field".to_string(),
            n => format!("one of {n} fields"),
        };
        let moves = if n_moves == 1 { "move" } else { "moves" };
        text += &format!("{n_moves} {moves} from there if only {sort} on {on}  (--all)\n");
    }
    text
}
