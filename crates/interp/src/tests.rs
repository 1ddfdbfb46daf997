//! The constructs of the representation, one by one, on programs small enough
//! to be worked out by hand and written in its text form.

mod constructs;
mod games;
mod limits;
mod made_by_passes;
mod referee;
mod repetition;
mod stacks;
mod turns;

use crate::{Interp, Position};
use game::{Board, Facts, Game, KindFacts, Setup, Turn};

/// An empty game on a square grid with these pieces of either player.
fn facts(columns: usize, rows: usize, kinds: &[(&str, &str, &str)]) -> Facts {
    let board = Board::grid(columns, rows, game::Cyclic::NEITHER, false, |_, _| false);
    let mut facts = Facts::new("test", board);
    facts.kinds = kinds.iter().map(|(name, a, b)| KindFacts::of_players(name, a, b)).collect();
    facts.start = Setup::empty(&facts);
    facts
}

/// The interpreter of a program given as text.
fn interp(facts: Facts, text: &str) -> Interp {
    let program = ir::parse(facts, text).unwrap_or_else(|error| panic!("{error}"));
    Interp::new(program).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

fn read(interp: &Interp, text: &str) -> Position {
    let setup = game::parse_position(interp.facts(), text).unwrap();
    interp.position(&setup).unwrap()
}

/// What a position offers in one line: its moves, each with the position after
/// it if `to` is set, its outcome, or the error.
fn offer(interp: &Interp, position: &Position, past: &[Position]) -> String {
    match interp.turn(position, past) {
        Ok(Turn::Over(outcome)) => format!("over {}", outcome.value),
        Ok(Turn::Moves(moves)) => {
            let moves: Vec<String> = moves
                .iter()
                .map(|m| match m.outcome {
                    Some(outcome) => format!("{}({})", m.text, outcome.value),
                    None => m.text.clone(),
                })
                .collect();
            moves.join(" ")
        }
        Err(error) => format!("{}: {}", error.code, error.message),
    }
}

/// Checks what a position offers.
fn check(interp: &Interp, position: &str, expected: &str) {
    assert_eq!(offer(interp, &read(interp, position), &[]), expected);
}

/// The positions that the moves lead to, with the texts of the moves.
fn successors(interp: &Interp, position: &str) -> Vec<String> {
    match interp.turn(&read(interp, position), &[]) {
        Ok(Turn::Moves(moves)) => moves
            .iter()
            .map(|m| format!("{} {}", m.text, game::write_position(interp.facts(), &m.to.setup())))
            .collect(),
        other => panic!("{other:?}"),
    }
}
