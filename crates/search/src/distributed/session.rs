//! Searches by all ranks: the first one says what is searched and hears what is found, the
//! others serve it until it dismisses them.
//!
//! ```text
//! first rank: lines_by_ranks ─▶ order ─▶ all: speak (this thread), search (other threads)
//!                            ◀─ what each rank did ◀─┘
//! others:     serve, until the first one calls dismiss
//! ```

use super::FarTable;
use super::lazy::Lazy;
use super::post::{Post, Trade};
use super::stealing::Stealing;
use super::wire::Order;
use crate::algorithms::Algorithm;
use crate::lead::Lead;
use crate::limits::{Limits, Stopper, Watch};
use crate::parallel::{Bell, Parallel, Platform, RankWork, Shared, Split, with_ranks};
use crate::report::{Report, Wanted};
use crate::search::Search;
use crate::settings::Settings;
use crate::value::{INFINITE, Window};
use game::Game;
use game::bytes::Reader;
use ranks::{Lost, Team};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What the first rank says to the others.
const SEARCH: u8 = 1;
const FORGET: u8 = 2;
const DISMISSED: u8 = 3;

impl<'g, G: Game> Search<'g, G> {
    /// Whether several ranks search together with these settings: on the platforms that are
    /// made for them, and in Monte-Carlo tree search, where each rank grows a tree.
    pub fn is_for_ranks(&self) -> bool {
        let settings = self.settings();
        let is_made_for_them = matches!(settings.platform, Platform::Stealing | Platform::Lazy);
        is_made_for_them || settings.algorithm == Algorithm::Mcts
    }

    /// The same as [`Search::lines_among`], by all ranks: the first rank calls this while
    /// the others [`serve`](Search::serve). Settings that are not for ranks, and a team of
    /// one, search here alone.
    pub fn lines_by_ranks(
        &self,
        team: &mut Team<'_>,
        wanted: Wanted<'_, G::Position>,
        at: &G::Position,
        past: &[G::Position],
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Result<Report<G::Position>, Lost> {
        if team.size() == 1 || !self.is_for_ranks() {
            return Ok(self.lines_among(wanted, at, past, limits, on_depth));
        }
        let (at, past, among) = (at.clone(), past.to_vec(), wanted.among.to_vec());
        let order = Order { at, past, n_lines: wanted.lines, among, limits: *limits };
        let mut bytes = vec![SEARCH];
        if !order.put(self.game, &mut bytes) {
            let why = "this implementation of the game cannot write positions".to_string();
            return Err(Lost { rank: None, why });
        }
        team.broadcast(bytes)?;
        let report = self.part(team, &order, on_depth)?;
        report.ok_or_else(|| no_thread(0))
    }

    /// Searches what the first rank says, until it dismisses this one. All ranks have the
    /// same game and the same settings.
    pub fn serve(&self, team: &mut Team<'_>) -> Result<(), Lost> {
        let mut on_depth = |_: &Report<G::Position>| {};
        loop {
            let bytes = team.broadcast(Vec::new())?;
            match bytes.split_first() {
                Some((&SEARCH, order)) => {
                    let order = Order::read(self.game, &mut Reader(order));
                    let order = order.ok_or_else(|| super::post::wrong(0))?;
                    self.part(team, &order, &mut on_depth)?;
                }
                Some((&FORGET, _)) => self.forget(),
                _ => return Ok(()),
            }
        }
    }

    /// Forgets what earlier searches have learned, at all ranks.
    pub fn forget_at_ranks(&self, team: &mut Team<'_>) -> Result<(), Lost> {
        self.forget();
        team.broadcast(vec![FORGET]).map(drop)
    }

    /// Ends the service of the other ranks.
    pub fn dismiss(&self, team: &mut Team<'_>) -> Result<(), Lost> {
        team.broadcast(vec![DISMISSED]).map(drop)
    }

    /// Does the part of one of the ranks. The first one gets a report, with what all did.
    fn part(
        &self,
        team: &mut Team<'_>,
        order: &Order<G::Position>,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Result<Option<Report<G::Position>>, Lost> {
        match self.settings().algorithm {
            Algorithm::Mcts => self.grow_at_rank(team, order, on_depth),
            _ => self.search_at_rank(team, order, on_depth),
        }
    }

    fn search_at_rank(
        &self,
        team: &mut Team<'_>,
        order: &Order<G::Position>,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Result<Option<Report<G::Position>>, Lost> {
        let (settings, rank, size) = (*self.settings(), team.rank(), team.size());
        let (bell, nodes) = (Arc::new(Bell::default()), Arc::new(AtomicU64::new(0)));
        let far = FarTable::new(rank, size, settings.reach(size), &bell);
        let (platform, threads) = (settings.platform, settings.threads);
        let shared = Shared::at_rank(platform, threads, rank, size, &bell, settings.fork_depth);
        // Only the first rank looks at limits, and is told to stop.
        let stopper = (!team.is_first()).then(Stopper::default);
        let watch = match &stopper {
            None => self.begin(&order.limits),
            Some(stopper) => self.begin_told_by(stopper),
        };
        let post = Post {
            crew: &shared.crew,
            table: self.table(),
            far: &far,
            bell: &bell,
            nodes: &nodes,
            stopper,
            watch: watch.shared(&nodes),
            most_nodes: order.limits.nodes,
            busy: AtomicU64::new(0),
        };
        let before = team.traffic();
        let rank = Rank { search: self, order, post, shared: &shared, watch };
        team.begin();
        let (report, parallel, [stolen, refused]) = rank.run(team, on_depth)?;
        let ((questions, answers), after) = (far.counts(), team.traffic());
        let busy = rank.post.busy.load(Ordering::Relaxed);
        let work = RankWork {
            speaking: Duration::from_nanos(busy),
            messages: after.messages - before.messages,
            bytes: after.bytes - before.bytes,
            questions,
            answers,
            stolen,
            refused,
            ..RankWork::default()
        };
        let parallel = gather(team, &parallel.at_rank(work))?;
        let with = |report| Report { nodes: parallel.nodes(), parallel: Some(parallel), ..report };
        Ok(report.map(with))
    }
}

/// What one rank searches.
struct Rank<'r, 'g, G: Game> {
    search: &'r Search<'g, G>,
    order: &'r Order<G::Position>,
    post: Post<'r, G::Position>,
    shared: &'r Shared<G::Position>,
    watch: Watch,
}

/// What was found, if this rank has led, and what its threads did.
type Searched<P> = (Option<Report<P>>, Parallel);
/// The same, and how many moves were taken, and requests refused.
type Ran<P> = (Option<Report<P>>, Parallel, [u64; 2]);

impl<'g, G: Game> Rank<'_, 'g, G> {
    /// Searches with all threads while this one speaks with the other ranks.
    fn run(
        &self,
        team: &mut Team<'_>,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Result<Ran<G::Position>, Lost> {
        match &self.shared.results {
            Some(results) => {
                let (game, crew, table) = (self.search.game, self.post.crew, self.post.table);
                let mut lazy = Lazy { game, crew, results, table };
                let (report, parallel) = self.search_and_speak(team, true, &mut lazy, on_depth)?;
                let is_first = team.is_first();
                Ok((report.filter(|_| is_first), parallel, [0; 2]))
            }
            None => self.steal(team, on_depth),
        }
    }

    /// Ranks take work from each other; only the first one knows what the root is.
    fn steal(
        &self,
        team: &mut Team<'_>,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Result<Ran<G::Position>, Lost> {
        let Settings { fork_depth, seed, .. } = *self.search.settings();
        let (crew, table, seed) = (&self.shared.crew, self.post.table, seed ^ team.rank() as u64);
        let stealing = Stealing::new(self.search.game, crew, table, fork_depth, seed);
        let mut stealing = stealing.ok_or_else(|| no_thread(team.rank()))?;
        if !team.is_first() {
            let window = Window { alpha: -INFINITE, beta: INFINITE };
            crew.begin(&Arc::new(Split::root(self.order.at.clone(), Vec::new(), 1, window)));
        }
        let leads = team.is_first();
        let (report, parallel) = self.search_and_speak(team, leads, &mut stealing, on_depth)?;
        Ok((report, parallel, [stealing.n_stolen, stealing.n_refused]))
    }

    /// The threads search, and one of them leads if this rank knows what is searched; this
    /// one speaks. Each depth is reported by this thread.
    fn search_and_speak(
        &self,
        team: &mut Team<'_>,
        leads: bool,
        trade: &mut impl Trade,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Result<Searched<G::Position>, Lost> {
        let (rank, order) = (team.rank(), self.order);
        let reports = Mutex::new(Vec::new());
        let take = || std::mem::take(&mut *reports.lock().unwrap_or_else(PoisonError::into_inner));
        let new = || {
            let watch = self.watch.shared(self.post.nodes);
            self.search.far_context(&order.past, watch, self.post.far)
        };
        let lead = leads.then_some(|lead: &mut dyn Lead<'g, G>| {
            let wanted = order.wanted();
            let mut on_depth = |report: &Report<G::Position>| {
                reports.lock().unwrap_or_else(PoisonError::into_inner).push(report.clone());
                self.post.bell.ring();
            };
            self.search.deepen(lead, &order.at, wanted, &order.limits, &mut on_depth)
        });
        let speak = || {
            let mut on_turn = || take().iter().for_each(&mut *on_depth);
            self.post.speak(team, trade, &mut on_turn)
        };
        let done = with_ranks(self.shared, &new, lead, speak);
        let (spoken, report, parallel) = done.ok_or_else(|| no_thread(rank))?;
        take().iter().for_each(on_depth);
        spoken.map(|()| (report, parallel))
    }
}

pub(super) fn no_thread(rank: usize) -> Lost {
    Lost { rank: Some(rank), why: "the system has no thread left for a search".to_string() }
}

/// What all ranks did, at the first one.
fn gather(team: &mut Team<'_>, mine: &Parallel) -> Result<Parallel, Lost> {
    let mut bytes = Vec::new();
    mine.put(&mut bytes);
    let mut all = Parallel::default();
    for (rank, bytes) in team.gather(&bytes)?.into_iter().flatten().enumerate() {
        let work = Parallel::read(&mut Reader(&bytes));
        all.extend(work.ok_or_else(|| super::post::wrong(rank))?);
    }
    Ok(all)
}
