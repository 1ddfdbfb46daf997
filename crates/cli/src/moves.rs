//! `multigame moves`: the legal moves of a position, and why they are legal.

mod wished;

use super::answer::{Ended, Place, give};
use super::args::MovesArgs;
use super::conditions::{self, EndsBecause, Told, Why};
use super::engine::{Engine, Explained, Job};
use super::position::Table;
use super::report::Failure;
use game::Turn;
use serde::Serialize;
use std::fmt::{self, Display};
use wished::wished;

/// The moves of a position.
#[derive(Serialize)]
struct Moves {
    #[serde(flatten)]
    place: Place,
    moves: Vec<Legal>,
    /// Why the game is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conditions: Vec<Told>,
}

/// A legal move.
#[derive(Serialize)]
struct Legal {
    #[serde(rename = "move")]
    text: String,
    position: String,
    outcome: Option<Ended>,
    synonyms: Vec<String>,
    told: Vec<Said>,
    /// What it costs in a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<i32>,
    /// Why it ends the game, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_because: Option<EndsBecause>,
    #[serde(flatten)]
    why: Option<Why>,
}

/// What the referee says when a move is made.
#[derive(Serialize)]
struct Said {
    to: String,
    text: String,
}

impl Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(outcome) = &self.place.outcome {
            writeln!(f, "the game is over: {}", outcome.result)?;
            conditions::write(f, &self.conditions, "    ")?;
        }
        for legal in &self.moves {
            f.write_str(&legal.text)?;
            if let Some(outcome) = &legal.outcome {
                write!(f, "  ({})", outcome.result)?;
            }
            writeln!(f)?;
            if let Some(because) = &legal.ends_because {
                writeln!(f, "    {because}")?;
            }
            if let Some(why) = &legal.why {
                why.write(f, "    ")?;
            }
        }
        Ok(())
    }
}

pub(super) fn run(args: &MovesArgs) -> Result<u8, Failure> {
    args.position.look(args)
}

impl Job for MovesArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let table = Table::new(game, &self.position)?;
        match self.if_only {
            Some(n_wishes) => wished(self, &table, n_wishes.into()),
            None => give(&list(self, &table)?, self.json),
        }
    }
}

fn list<G: Engine>(args: &MovesArgs, table: &Table<G>) -> Result<Moves, Failure> {
    let (game, line) = (&table.game, &table.line);
    let (facts, player) = (game.facts(), game.player(line.position()));
    let moves = match game.turn(line.position(), line.past())? {
        Turn::Moves(moves) => moves,
        Turn::Over(outcome) => {
            let why = if args.why { game.explained(line)?.why_over()? } else { None };
            let conditions =
                why.map_or_else(Vec::new, |(_, why)| conditions::list(facts, player, &why));
            return Ok(Moves {
                place: Place::new(table, Some(outcome)),
                moves: Vec::new(),
                conditions,
            });
        }
    };
    let explained = if args.why { Some(game.explained(line)?) } else { None };
    let why = explained.as_ref().map_or(Ok(Vec::new()), Explained::why)?;
    let legal = moves.into_iter().map(|played| {
        let reasons = why.iter().find(|reasons| reasons.text == played.text);
        let said = played.told.into_iter().map(|message| Said {
            to: facts.player_name(message.to).to_string(),
            text: message.text,
        });
        let ends = explained.as_ref().filter(|_| played.outcome.is_some());
        let ends = ends.and_then(|explained| explained.why_ends(&played.text));
        Legal {
            ends_because: ends.map(|because| EndsBecause::new(facts, because)),
            why: reasons.map(|reasons| Why::new(facts, player, reasons)),
            position: game::write_position(facts, &game.setup(&played.to)),
            outcome: Ended::maybe(facts, played.outcome),
            synonyms: played.synonyms,
            told: said.collect(),
            cost: (facts.n_players() == 1).then_some(played.cost),
            text: played.text,
        }
    });
    Ok(Moves { place: Place::new(table, None), moves: legal.collect(), conditions: Vec::new() })
}
