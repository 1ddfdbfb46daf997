//! Positions that are put together by hand: what is on the board and beside it becomes the text
//! of a position, if it is one.

use crate::declared::pieces;
use crate::lines::{Asked, Found};
use crate::refusal::Refusal;
use crate::server::Shared;
use game::{Facts, Setup, write_position};
use multigame::Player;
use serde::{Deserialize, Serialize};

/// A position, and what is to be different in it.
#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    asked: Asked,
    /// The numbers of the pieces on each field, from the bottom.
    board: Option<Vec<Vec<usize>>>,
    /// How many of each kind in reserve each player has.
    reserve: Option<Vec<[u8; 2]>>,
    /// Who is to move: 0 or 1.
    player: Option<usize>,
    /// What is counted, for each player.
    counters: Option<Vec<[i32; 2]>>,
}

/// The position.
#[derive(Serialize)]
pub(crate) struct Answer {
    position: String,
    counters: Vec<Counter>,
}

/// Something that is counted; a right is 0 or 1.
#[derive(Serialize)]
struct Counter {
    name: String,
    low: i32,
    high: i32,
    /// Whether each player has one.
    each: bool,
    /// Whether positions have it at all.
    gone: bool,
    values: [i32; 2],
}

/// Answers which text a position has that was put together.
pub(crate) fn set_up(shared: &Shared, question: &Question) -> Result<Answer, Refusal> {
    let Found { entry, position, .. } = shared.lines.find(&shared.catalog, &question.asked)?;
    let facts = entry.shown.facts();
    let mut setup = position.setup();
    change(facts, &mut setup, question)?;
    let text = write_position(facts, &setup);
    entry.shown.position(&text)?;
    Ok(Answer { position: text, counters: counters(facts, &setup) })
}

/// Puts in place what was sent, if its sizes are those of the game.
fn change(facts: &Facts, setup: &mut Setup, question: &Question) -> Result<(), Refusal> {
    let wrong =
        |what: &str| Refusal::bad(format!("this game has another {what}"), "see `api/game`");
    if let Some(board) = &question.board {
        let known = pieces(facts);
        let is_full = |stack: &Vec<usize>| stack.len() > usize::from(u8::MAX);
        if board.len() != setup.board.len() || board.iter().any(is_full) {
            return Err(wrong("board"));
        }
        for (stack, numbers) in setup.board.iter_mut().zip(board) {
            let found = numbers.iter().map(|number| known.get(*number).copied());
            *stack = found.collect::<Option<_>>().ok_or_else(|| wrong("set of pieces"))?;
        }
        // What was remembered of the last turn is not true of another board.
        setup.memories.iter_mut().for_each(|memory| *memory = None);
    }
    if let Some(reserve) = &question.reserve {
        if reserve.len() != setup.reserve.len() {
            return Err(wrong("reserve"));
        }
        setup.reserve.clone_from(reserve);
    }
    if let Some(player) = question.player {
        let n_players = facts.n_players();
        let player = Player::BOTH.get(player).filter(|player| player.index() < n_players);
        setup.player = *player.ok_or_else(|| wrong("number of players"))?;
    }
    if let Some(counters) = &question.counters {
        if counters.len() != setup.counters.len() {
            return Err(wrong("list of counters"));
        }
        setup.counters.clone_from(counters);
    }
    Ok(())
}

fn counters(facts: &Facts, setup: &Setup) -> Vec<Counter> {
    let counter = |(counter, values): (&game::CounterFacts, &[i32; 2])| Counter {
        name: counter.name.clone(),
        low: counter.low,
        high: counter.high,
        each: counter.symbols.is_some(),
        gone: counter.gone,
        values: *values,
    };
    facts.counters.iter().zip(&setup.counters).map(counter).collect()
}
