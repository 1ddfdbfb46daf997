//! Who plays games to learn from. It looks a turn or two ahead by the small search of
//! [`Looker`], which is fast; or it thinks with the search that people play against, a number of
//! nodes for each move, which wins what is won, so that results tell who stood better.

use crate::course::Course;
use crate::looking::{Found, Looker};
use game::{Game, Rng, RulesError};
use patterns::{Follower, Model};
use search::{Evaluation, Heuristics, Limits, Search, Settings, SettingsError, Stop};
use std::sync::{Arc, Mutex, PoisonError};

/// The table of a search that looks at some thousand positions for a move.
const TABLE_BYTES: usize = 1 << 20;

/// Plays one game, in one thread.
pub(crate) struct Contender<'g, G: Game> {
    pub(crate) looker: Looker<'g, G>,
    thinker: Option<Thinker<'g, G>>,
}

/// The search that people play against.
struct Thinker<'g, G: Game> {
    search: Search<'g, G>,
    limits: Limits,
    past: Vec<G::Position>,
}

impl<'g, G: Game> Contender<'g, G>
where
    G::Position: 'static,
{
    pub(crate) fn new(
        game: &'g G,
        model: &Arc<Model>,
        course: &Course,
    ) -> Result<Contender<'g, G>, SettingsError> {
        let looker = Looker::new(game, model.clone(), course);
        let thinker = course.nodes.map(|nodes| Thinker::new(game, model.clone(), nodes));
        Ok(Contender { looker, thinker: thinker.transpose()? })
    }

    /// The position is left by a move, and belongs to the past.
    pub(crate) fn pass(&mut self, at: &G::Position) {
        self.looker.pass(at);
        if let Some(thinker) = &mut self.thinker {
            thinker.past.push(at.clone());
        }
    }

    /// The best of the moves of a position, one of them by chance if several seem to be.
    pub(crate) fn best(
        &mut self,
        at: &G::Position,
        moves: &mut [G::Position],
        depth: u32,
        rng: &mut Rng,
    ) -> Result<(usize, Found<G::Position>), RulesError> {
        let Some(thinker) = &self.thinker else {
            return self.looker.best(at, moves, depth, rng);
        };
        let report = thinker.search.best(at, &thinker.past, &thinker.limits, &mut |_| {});
        if let Some(Stop::Rules(error)) = report.stop {
            return Err(*error);
        }
        let chosen = report.best.and_then(|line| {
            let to = line.positions.first()?;
            Some((moves.iter().position(|it| it == to)?, line.value))
        });
        match chosen {
            Some((i, value)) => Ok((i, Found { value, leaf: self.looker.settled(at)? })),
            // With too few nodes to look at all moves.
            None => self.looker.best(at, moves, depth, rng),
        }
    }
}

impl<'g, G: Game> Thinker<'g, G>
where
    G::Position: 'static,
{
    fn new(game: &'g G, model: Arc<Model>, nodes: u64) -> Result<Thinker<'g, G>, SettingsError> {
        let settings = Settings {
            heuristics: Heuristics::SELECTIVE,
            // What is learned is the evaluation, also where rules have none.
            evaluation: Evaluation::Own,
            table_bytes: TABLE_BYTES,
            ..Settings::new(game.facts())
        };
        // One thread searches, so that it never waits for the follower.
        let follower = Mutex::new(Follower::new(model));
        let search = Search::new(game, settings)?.with_evaluation(move |game: &G, at| {
            follower.lock().unwrap_or_else(PoisonError::into_inner).evaluate(game, at)
        });
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        Ok(Thinker { search, limits, past: Vec::new() })
    }
}
