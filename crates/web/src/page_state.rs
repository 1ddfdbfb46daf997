//! A position as the page shows it: what is on the board and beside it, who is to move, how it
//! ended, and each legal move with the steps by which it is entered.

use crate::catalog::Entry;
use crate::declared::{number, pieces};
use crate::lines::{Asked, Found};
use crate::refusal::Refusal;
use crate::server::Shared;
use crate::steps::Step;
use game::{Facts, Setup};
use multigame::{Outcome, Position};
use serde::Serialize;

/// A position as data.
#[derive(Serialize)]
pub(crate) struct State {
    /// The position as text.
    position: String,
    /// Who is to move: 0 or 1.
    player: usize,
    outcome: Option<Ended>,
    #[serde(flatten)]
    board: Board,
    moves: Vec<MoveOf>,
    /// The fields that the last move changed.
    changed: Vec<usize>,
}

/// What is on the board and beside it.
#[derive(Serialize)]
pub(crate) struct Board {
    /// The numbers of the pieces on each field, from the bottom.
    board: Vec<Vec<usize>>,
    /// How many of each kind in reserve each player has.
    reserve: Vec<[u8; 2]>,
    /// What is counted and remembered, in words.
    notes: Vec<String>,
}

/// How a game has ended.
#[derive(Serialize)]
pub(crate) struct Ended {
    words: String,
    /// The winner: 0, 1 or nobody.
    winner: Option<usize>,
}

/// A legal move.
#[derive(Serialize)]
pub(crate) struct MoveOf {
    pub(crate) text: String,
    pub(crate) steps: Vec<Step>,
}

impl Ended {
    pub(crate) fn new(entry: &Entry, outcome: Outcome) -> Ended {
        let words = entry.shown.describe(outcome);
        Ended { words, winner: outcome.winner().map(|player| player.index()) }
    }
}

impl Board {
    pub(crate) fn new(facts: &Facts, setup: &Setup) -> Board {
        let pieces = pieces(facts);
        let stack = |stack: &Vec<_>| stack.iter().map(|it| number(&pieces, *it)).collect();
        Board {
            board: setup.board.iter().map(stack).collect(),
            reserve: setup.reserve.clone(),
            notes: notes(facts, setup),
        }
    }

    /// The same without what is counted and remembered, which a player may not know.
    pub(crate) fn on_board(facts: &Facts, setup: &Setup) -> Board {
        Board { notes: Vec::new(), ..Board::new(facts, setup) }
    }
}

/// What is remembered, and what is counted beyond yes and no: rights, such as those to castle,
/// are in the text of the position.
fn notes(facts: &Facts, setup: &Setup) -> Vec<String> {
    let mut notes = Vec::new();
    for (memory, remembered) in facts.memories.iter().zip(&setup.memories) {
        if let Some((field, _)) = remembered {
            notes.push(format!("{}: {}", memory.name, facts.field_name(*field)));
        }
    }
    let counters = facts.counters.iter().zip(&setup.counters);
    let is_shown = |counter: &game::CounterFacts| !counter.gone && counter.high - counter.low > 1;
    for (counter, values) in counters.filter(|(counter, _)| is_shown(counter)) {
        match &counter.symbols {
            None if values[0] != counter.low => {
                notes.push(format!("{}: {}", counter.name, values[0]))
            }
            None => {}
            Some(_) => {
                for (player, value) in facts.players.iter().zip(values) {
                    notes.push(format!("{} of {player}: {value}", counter.name));
                }
            }
        }
    }
    notes
}

/// Answers what a position is like.
pub(crate) fn state(shared: &Shared, asked: &Asked) -> Result<State, Refusal> {
    let Found { entry, position, before } = shared.lines.find(&shared.catalog, asked)?;
    let setup = position.setup();
    let changed = match &before {
        Some(before) => changed(&before.setup(), &setup),
        None => Vec::new(),
    };
    Ok(State {
        position: position.to_string(),
        player: position.player().index(),
        outcome: position.outcome()?.map(|outcome| Ended::new(&entry, outcome)),
        board: Board::new(entry.shown.facts(), &setup),
        moves: moves(&entry, &position)?,
        changed,
    })
}

fn moves(entry: &Entry, position: &Position) -> Result<Vec<MoveOf>, Refusal> {
    let named = |text: &str| MoveOf { text: text.to_string(), steps: entry.steps.of(text) };
    Ok(position.moves()?.iter().map(|made| named(made.text())).collect())
}

/// The fields on which two positions differ.
fn changed(before: &Setup, after: &Setup) -> Vec<usize> {
    (0..after.board.len()).filter(|i| before.board.get(*i) != after.board.get(*i)).collect()
}
