//! Answers of commands. Each is one value, found without printing anything; its `Display` is
//! the text for people, and its fields are the JSON for programs, so that both say the same.

use super::position::Table;
use super::report::Failure;
use super::terminal;
pub(super) use game::describe_outcome as describe;
use game::{Facts, Game, Outcome};
use serde::{Serialize, Serializer};
use std::fmt::{self, Display};

/// Why an answer is not whole, as the key `reason` says it after Ctrl-C.
pub(super) const STOPPED: &str = "stopped by Ctrl-C";

/// Work that Ctrl-C may have stopped: what was done by then, and whether it was stopped.
pub(super) struct Done<T> {
    pub(super) done: T,
    pub(super) stopped: bool,
}

/// The reason for an answer that is not whole if Ctrl-C was pressed.
pub(super) fn reason(stopped: bool) -> Option<&'static str> {
    stopped.then_some(STOPPED)
}

/// The exit code of work that Ctrl-C may have stopped, after its answer was given.
pub(super) fn exit_code(stopped: bool) -> Result<u8, Failure> {
    if stopped { Err(Failure::interrupted()) } else { Ok(0) }
}

/// Gives an answer in the form that was asked for, and the exit code of a command that has one.
pub(super) fn give(answer: &(impl Serialize + Display), as_json: bool) -> Result<u8, Failure> {
    match as_json {
        true => give_json(answer)?,
        false => terminal::print(&answer.to_string())?,
    }
    Ok(0)
}

/// Gives an answer to a program.
pub(super) fn give_json(answer: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(answer)
        .map_err(|why| Failure::bug(format!("the answer is no JSON: {why}")))?;
    terminal::print(&(text + "\n"))
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Ended {
    pub(super) result: String,
    winner: Option<String>,
    value_for_first: i32,
    scored: bool,
}

impl Ended {
    pub(super) fn new(facts: &Facts, outcome: Outcome) -> Ended {
        let winner = outcome.winner().filter(|_| facts.n_players() == 2);
        Ended {
            result: describe(facts, outcome),
            winner: winner.map(|player| facts.player_name(player).to_string()),
            value_for_first: outcome.value,
            scored: outcome.scored,
        }
    }

    /// The same where a game may not be over.
    pub(super) fn maybe(facts: &Facts, outcome: Option<Outcome>) -> Option<Ended> {
        outcome.map(|outcome| Ended::new(facts, outcome))
    }
}

/// What an answer is about.
#[derive(Debug, Serialize)]
pub(super) struct Place {
    pub(super) game: String,
    pub(super) position: String,
    pub(super) to_move: String,
    pub(super) outcome: Option<Ended>,
}

impl Place {
    /// The position of a table, and how it ended if it did.
    pub(super) fn new<G: Game>(table: &Table<G>, outcome: Option<Outcome>) -> Place {
        let facts = table.game.facts();
        Place {
            game: facts.name.clone(),
            position: table.position_text(),
            to_move: facts.player_name(table.line.player(&table.game)).to_string(),
            outcome: Ended::maybe(facts, outcome),
        }
    }
}

/// That a game is over, so that there is nothing to look for.
#[derive(Serialize)]
pub(super) struct Over<M> {
    #[serde(flatten)]
    pub(super) place: Place,
    /// What a command adds for programs.
    #[serde(flatten)]
    pub(super) more: M,
}

impl<M> Display for Over<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place.outcome {
            Some(outcome) => writeln!(f, "the game is over: {}", outcome.result),
            None => Ok(()),
        }
    }
}

/// Writes pairs as a map, in their order.
pub(super) fn as_map<K: Serialize, V: Serialize, S: Serializer>(
    pairs: &[(K, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}

/// Writes a number with all its digits, which JSON cannot: its numbers end at 2^53.
pub(super) fn as_text<S: Serializer>(
    number: &impl Display,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}
