//! What a learned evaluation says of a position, piece by piece: by how much the value would
//! be another one if a piece were not there, whichever groups of fields it counts in.

use crate::follower::Follower;
use crate::model::Evaluator;
use game::{Facts, Field, Game, Owner, Player};

/// A thing that counts, and by how much for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Such as `white knight d4`.
    pub what: String,
    /// What it adds to the value.
    pub value: i32,
}

/// What counts in the position that was evaluated last, with what counts most first.
pub fn explain<G: Game>(game: &G, at: &G::Position, follower: &Follower<G::Position>) -> Vec<Term> {
    let (facts, player, setup) = (game.facts(), game.player(at), game.setup(at));
    let evaluator = follower.evaluator();
    let value = evaluator.value(player);
    let without = |change: &dyn Fn(&mut Evaluator)| {
        let mut changed = evaluator.clone();
        change(&mut changed);
        value - changed.value(player)
    };
    let mut terms = Vec::new();
    for (i, stack) in setup.board.iter().enumerate() {
        let Some(piece) = stack.last() else { continue };
        let (kind, field) = (&facts.kinds[piece.kind().index()].name, &facts.board.names[i]);
        let what = match owner(facts, piece.owner()) {
            Some(owner) => format!("{owner} {kind} {field}"),
            None => format!("{kind} {field}"),
        };
        terms.push(Term {
            what,
            value: without(&|changed| changed.put(&[(Field(i as u16), None)])),
        });
    }
    let kinds = facts.reserve.iter().map(|entry| facts.kinds[entry.kind.index()].name.clone());
    let counters = facts.counters.iter().filter(|counter| counter.symbols.is_some());
    let names = kinds.map(|kind| format!("{kind} in reserve"));
    let names: Vec<String> = names.chain(counters.map(|counter| counter.name.clone())).collect();
    let (mut numbers, plan) = (Vec::new(), evaluator.model().plan());
    game.numbers(at, &mut numbers);
    for (i, number) in numbers.iter().enumerate().filter(|(i, n)| **n != plan.numbers[*i].low) {
        let whose = facts.player_name(Player::BOTH[i % 2]);
        let what = format!("{whose} {}: {number}", names[i / 2]);
        let low = plan.numbers[i].low;
        terms.push(Term { what, value: without(&|changed| changed.set_number(i, low)) });
    }
    terms.push(Term { what: "to move".to_string(), value: evaluator.value_of_any(player) });
    terms.retain(|term| term.value != 0);
    terms.sort_by_key(|term| std::cmp::Reverse(term.value.abs()));
    terms
}

fn owner(facts: &Facts, owner: Owner) -> Option<&str> {
    owner.player().map(|player| facts.player_name(player))
}
