//! `multigame moves --if-only`: what would be there if some conditions were different.
//!
//! ```text
//! if_only ─▶ what was asked for ─┬─▶ JSON
//!                                └─▶ words ─▶ notes on what was left out
//! ```

use crate::args::MovesArgs;
use crate::engine::Engine;
use crate::position::Table;
use crate::report::Failure;
use crate::words::count;
use crate::{conditions, json, terminal};
use ::conditions::{Condition, Wish, Wishes};
use game::{Facts, Field, Player};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Tells the moves and outcomes that so many conditions prevent.
pub(super) fn wished<G: Engine>(
    args: &MovesArgs,
    table: &Table<G>,
    n_wishes: usize,
) -> Result<u8, Failure> {
    let (game, line) = (&table.game, &table.line);
    let wishes = game.if_only(line, n_wishes, args.most)?;
    let is_asked_for = |wish: &&Wish| !args.outcomes || wish.outcome.is_some();
    // Nothing can follow where a move has ended the game.
    let is_ended = game.outcome(line.position()).is_some();
    let found = wishes.found.iter().filter(|_| !is_ended).filter(is_asked_for);
    let found: Vec<&Wish> = found.collect();
    if args.json {
        json::print(&answer(table, &wishes, &found)?)?;
        return Ok(0);
    }
    let mut text = String::new();
    if let Some(outcome) = line.outcome(game)? {
        text += &format!("the game is over: {}\n", json::describe(game.facts(), outcome));
    }
    if found.is_empty() && !is_ended {
        text += nothing(&wishes);
    }
    text += &told(args, game.facts(), game.player(line.position()), found);
    terminal::print(&text)?;
    if is_ended {
        return Ok(0);
    }
    for note in notes(args, &wishes, n_wishes) {
        terminal::complain(&format!("{}: {note}", terminal::bold("note")));
    }
    Ok(0)
}

/// All of them for programs.
fn answer<G: Engine>(table: &Table<G>, wishes: &Wishes, found: &[&Wish]) -> Result<Value, Failure> {
    let (game, line) = (&table.game, &table.line);
    let (facts, player) = (game.facts(), game.player(line.position()));
    let list = found.iter().map(|wish| {
        json!({
            "move": wish.text,
            "outcome": json::outcome(facts, wish.outcome),
            "if_only": conditions::list(facts, player, &wish.if_only),
            "conditions": conditions::list(facts, player, &wish.conditions),
            "moves_it": wish.moves_it,
        })
    });
    Ok(json!({
        "game": facts.name,
        "position": table.position_text(),
        "to_move": facts.player_name(player),
        "outcome": json::outcome(facts, line.outcome(game)?),
        "looked_at": wishes.n_looked_at,
        "complete": !wishes.is_cut && !wishes.is_bounded,
        "wishes": list.collect::<Vec<_>>(),
    }))
}

/// Says that there are none, as far as that is known.
fn nothing(wishes: &Wishes) -> &'static str {
    match wishes.n_looked_at {
        0 if !wishes.is_cut => "no field can hold anything else: the numbers of pieces are fixed\n",
        _ if wishes.is_cut => "nothing was found so far\n",
        _ => "no other move or outcome is so near\n",
    }
}

/// A line for each, and under it the conditions that it would have.
fn told(args: &MovesArgs, facts: &Facts, player: Player, found: Vec<&Wish>) -> String {
    // Any piece could be put anywhere to move from there: that is told in a few words.
    let is_told = |wish: &&Wish| args.all || !wish.moves_it || wish.outcome.is_some();
    let (told, left_out): (Vec<&Wish>, Vec<&Wish>) = found.into_iter().partition(is_told);
    let mut text = String::new();
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
    text + &placed(facts, player, &left_out)
}

/// Why there may be more.
fn notes(args: &MovesArgs, wishes: &Wishes, n_wishes: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if wishes.is_cut {
        let n = wishes.n_looked_at;
        let bound = if n >= args.most { " (--most)" } else { "; there is too much" };
        let looked_at = count(n as u64, "changed position");
        notes.push(format!("all that was looked at: {looked_at}{bound}"));
    }
    if n_wishes > 1 {
        notes.push("two wishes are for fields that the rules test one by one or overwrite".into());
    }
    if wishes.is_bounded {
        notes.push("not all ways of the rules were followed; there may be more".into());
    }
    notes
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
