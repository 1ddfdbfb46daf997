//! Combinations as the first probe of `play`, `analyze` and `solve`: a win by threats
//! that is found with little work need not be searched for in any other way.

use super::speaker::line;
use super::{reader, search, words};
use crate::Reader;
use crate::cli::args::ProbeArgs;
use crate::cli::engine::Engine;
use crate::cli::report::Failure;
use crate::cli::terminal::count;
use ::combine::{Combination, Settings};
use game::{Game, Line, Move, Turn};
use search::{Value, WIN};
use serde_json::json;

/// What looks for combinations in a game.
pub(in crate::cli) struct Probe<'g, G: Game> {
    reader: Reader<'g, G>,
    settings: Settings,
}

/// What a probe found.
pub(in crate::cli) struct Probed<P> {
    combination: Option<Combination<P>>,
    /// Positions that were looked at.
    pub(in crate::cli) nodes: u64,
}

impl<'g, G: Engine> Probe<'g, G> {
    /// The probe that a user asked for, if he did.
    pub(in crate::cli) fn new(game: &'g G, args: ProbeArgs) -> Result<Option<Self>, Failure> {
        if !args.combinations {
            return Ok(None);
        }
        let settings = Settings { most_nodes: args.combination_nodes, ..Settings::default() };
        Ok(Some(Probe { reader: reader(game)?, settings }))
    }

    /// Looks for a win by threats of the player to move.
    pub(in crate::cli) fn find(
        &self,
        game: &G,
        line: &Line<G::Position>,
    ) -> Result<Probed<G::Position>, Failure> {
        let report = search(game, &self.reader, line, self.settings)?;
        let nodes = report.nodes + report.checked;
        Ok(Probed { combination: report.combination, nodes })
    }
}

impl<P: Clone + Eq> Probed<P> {
    /// The first move, in a position in which it can be made.
    pub(in crate::cli) fn first<G: Game<Position = P>>(
        &self,
        game: &G,
        line: &Line<P>,
    ) -> Result<Option<Move<P>>, Failure> {
        let Some(combination) = &self.combination else { return Ok(None) };
        let Turn::Moves(moves) = line.turn(game)? else { return Ok(None) };
        Ok(moves.into_iter().find(|played| played.to == combination.first.to))
    }

    /// How soon it wins, in words.
    pub(in crate::cli) fn words(&self) -> Option<String> {
        let moves = self.combination.as_ref()?.n_moves();
        Some(format!("win by threats in {}", count(moves.into(), "move")))
    }

    /// What the position is worth to the player to move, if it is won.
    pub(in crate::cli) fn value(&self) -> Option<Value> {
        let plies = self.combination.as_ref()?.n_plies() as Value;
        Some(WIN - plies.min(WIN / 8))
    }

    /// A line that says what was found.
    pub(in crate::cli) fn text(&self) -> String {
        let nodes = count(self.nodes, "position");
        match (&self.combination, self.words()) {
            (Some(found), Some(words)) => {
                format!("{words}: {}  ({nodes})\n", words::shown(&found.first))
            }
            _ => format!("no win by threats was found ({nodes})\n"),
        }
    }

    /// The same for programs.
    pub(in crate::cli) fn answer(&self) -> serde_json::Value {
        let found = self.combination.as_ref().map(|combination| &combination.first);
        json!({
            "found": found.is_some(),
            "moves": found.map(|first| first.n_moves()),
            "line": found.map(|first| line(first)),
            "nodes": self.nodes,
        })
    }
}
