//! An engine of many ranks: the first one speaks with the client, and the others search what
//! it says, with the options that the client has set.
//!
//! Between two searches with the same options the others serve; an option is passed on to
//! them as the client wrote it, and then they serve again.

use super::options::Options;
use crate::engine::Engine;
use crate::report::Failure;
use ::ranks::{Lost, Team};
use game::Game;
use search::{Limits, Reached, Report, Search, Wanted};
use std::sync::{Arc, Mutex};

/// The other ranks, as the first one sees them. One who is alone has none, and they do nothing.
pub(super) trait Others<G: Game>: Send {
    /// How many ranks there are, with the first one.
    fn n_ranks(&self) -> usize;

    /// Searches with all ranks.
    fn search(
        &mut self,
        search: &Search<'_, G>,
        wanted: Wanted<'_, G::Position>,
        reached: Reached<'_, G::Position>,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Result<Report<G::Position>, Lost>;

    /// Forgets what searches have learned.
    fn forget(&mut self, search: &Search<'_, G>) -> Result<(), Lost>;

    /// Passes an option on, after which another search is made of it; without one it ends
    /// the service.
    fn change(&mut self, search: &Search<'_, G>, option: Option<&str>) -> Result<(), Lost>;
}

/// The other ranks, for the session and for the thread that searches.
pub(super) type Shared<'env, G> = Arc<Mutex<dyn Others<G> + 'env>>;

impl<G: Game> Others<G> for &mut Team<'_> {
    fn n_ranks(&self) -> usize {
        self.size()
    }

    fn search(
        &mut self,
        search: &Search<'_, G>,
        wanted: Wanted<'_, G::Position>,
        Reached { at, past }: Reached<'_, G::Position>,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Result<Report<G::Position>, Lost> {
        search.lines_by_ranks(self, wanted, at, past, limits, on_depth)
    }

    fn forget(&mut self, search: &Search<'_, G>) -> Result<(), Lost> {
        search.forget_at_ranks(self)
    }

    fn change(&mut self, search: &Search<'_, G>, option: Option<&str>) -> Result<(), Lost> {
        search.dismiss(self)?;
        let said = option.map_or(String::new(), |option| format!("setoption {option}"));
        self.broadcast(said.into_bytes()).map(drop)
    }
}

/// Searches what the first rank says, until it ends.
pub(super) fn serve<G: Engine>(
    game: &G,
    mut options: Options,
    team: &mut Team<'_>,
) -> Result<u8, Failure> {
    loop {
        let settings = options.settings(game.facts(), team.size())?;
        Search::new(game, settings)?.serve(team)?;
        let said = team.broadcast(Vec::new())?;
        let said = String::from_utf8_lossy(&said);
        let Some((_, option)) = said.split_once(' ') else { return Ok(0) };
        // What the first rank passes on was accepted there.
        let _ = options.set(&option.split(' ').collect::<Vec<_>>());
    }
}
