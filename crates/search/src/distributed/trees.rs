//! Monte-Carlo tree search on many ranks, by root parallelism: the trees of a search are
//! far too busy to be shared by messages, so each rank grows one of its own, with games of
//! its own, and what they counted at the root is added up (Cazenave and Jouandeau, "On the
//! parallelization of UCT", 2007; Chaslot, Winands and van den Herik, 2008, who found that
//! it gains more than to share the games only).
//!
//! 1. All ranks begin at the same root. A number of games is shared out evenly; time is
//!    the first rank's, which tells the others when it is over.
//! 2. Each rank, when it is done, tells the first one what it has counted of each move.
//! 3. The first rank adds all up, and chooses as it would in one tree. Lines are those of
//!    its own tree.

use super::post::wrong;
use super::session::no_thread;
use super::wire::Order;
use crate::limits::{Limits, Stop, Stopper, Watch};
use crate::mcts::{self, Kept, Tally};
use crate::parallel::{Bell, Parallel, RankWork, ThreadWork};
use crate::report::Report;
use crate::search::Search;
use crate::tree_job::Job;
use game::Game;
use game::bytes::{Reader, put};
use ranks::{Kind, Lost, Team};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const COUNTED: Kind = 0;
const END: Kind = 1;

/// How long the thread that speaks rests if nothing is to be done.
const REST: Duration = Duration::from_millis(1);

/// What a rank has counted, and what it did.
struct Counted {
    tallies: Vec<Tally>,
    work: Parallel,
}

type Grown<P> = (Report<P>, Option<Kept<P>>);

impl<'g, G: Game> Search<'g, G> {
    /// Grows a tree at one of the ranks. The first one gets a report on all of them.
    pub(super) fn grow_at_rank(
        &self,
        team: &mut Team<'_>,
        order: &Order<G::Position>,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Result<Option<Report<G::Position>>, Lost> {
        let (rank, size) = (team.rank(), team.size() as u64);
        let share = |nodes: u64| nodes / size + u64::from((rank as u64) < nodes % size);
        let of_all = order.limits.at_usual();
        let limits = Limits { nodes: of_all.nodes.map(share), ..of_all };
        // Threads hear of the end by this one, whoever says so.
        let (watch, stopper) = (self.begin(&limits), Stopper::default());
        let told = watch.clone().told_by(&stopper);
        let mut job = self.job(told, &limits, order.wanted());
        job.first_thread = (rank * self.settings().threads) as u64;
        let (bell, reports, is_done) = (Bell::default(), Mutex::default(), false.into());
        let growth = Growth { search: self, order, job, watch, stopper, bell, reports, is_done };
        team.begin();
        let before = team.traffic();
        let (others, (report, tree)) = growth.run(team, on_depth)?;
        let after = team.traffic();
        let mine = growth.counted(
            &report,
            tree.as_ref(),
            RankWork {
                messages: after.messages - before.messages,
                bytes: after.bytes - before.bytes,
                ..RankWork::default()
            },
        );
        let report = match team.is_first() {
            true => Some(growth.merged(report, tree.as_ref(), mine, others)),
            false => {
                team.send(0, COUNTED, &mine.bytes())?;
                None
            }
        };
        mcts::keep(&growth.job, &mut self.kept(), tree);
        Ok(report)
    }
}

/// A tree that grows at one rank, and the thread that speaks meanwhile.
struct Growth<'r, 'g, G: Game> {
    search: &'r Search<'g, G>,
    order: &'r Order<G::Position>,
    job: Job<'r, 'g, G>,
    /// The limits as they were given.
    watch: Watch,
    stopper: Stopper,
    bell: Bell,
    reports: Mutex<Vec<Report<G::Position>>>,
    is_done: AtomicBool,
}

impl<G: Game> Growth<'_, '_, G> {
    /// Grows the tree while this thread speaks; at the first rank, until all others have
    /// told what they counted.
    fn run(
        &self,
        team: &mut Team<'_>,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Result<(Vec<Counted>, Grown<G::Position>), Lost> {
        let rank = team.rank();
        let grow = |_| {
            let _done = OnDrop(|| {
                self.is_done.store(true, Ordering::SeqCst);
                self.bell.ring();
            });
            let mut on_depth = |report: &Report<G::Position>| {
                self.reports.lock().unwrap_or_else(PoisonError::into_inner).push(report.clone());
                self.bell.ring();
            };
            let (at, past) = (&self.order.at, &self.order.past);
            mcts::grow(&self.job, &mut self.search.kept(), at, past, &mut on_depth)
        };
        let speak = |helpers: usize| match helpers {
            0 => Err(no_thread(rank)),
            _ => self.speak(team, on_depth),
        };
        let (spoken, grown) = game::crew::run(2, grow, speak);
        let grown = grown.into_iter().next().ok_or_else(|| no_thread(rank));
        Ok((spoken?, grown?))
    }

    fn speak(
        &self,
        team: &mut Team<'_>,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Result<Vec<Counted>, Lost> {
        // Whatever happens, the tree stops growing.
        let _end = OnDrop(|| self.stopper.stop());
        let mut others: Vec<Option<Counted>> = (1..team.size()).map(|_| None).collect();
        let mut has_ended = false;
        loop {
            let is_done = self.is_done.load(Ordering::SeqCst);
            while let Some(message) = team.receive()? {
                match (message.kind, message.from.checked_sub(1)) {
                    (END, _) => self.stopper.stop(),
                    (_, Some(other)) if other < others.len() => {
                        let counted = Counted::read(&message.bytes);
                        others[other] = Some(counted.ok_or_else(|| wrong(message.from))?);
                    }
                    _ => return Err(wrong(message.from)),
                }
            }
            let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
            let reports = std::mem::take(&mut *reports);
            reports.iter().for_each(&mut *on_depth);
            if !team.is_first() && is_done {
                return Ok(Vec::new());
            }
            // A number of games is shared out; whatever else ends the search ends it for
            // all. Of time the threads of this rank know themselves.
            let limit = self.watch.clone().check_all(0).err();
            let is_over = is_done && (limit.is_some() || self.job.limits.nodes.is_none());
            if team.is_first() && !has_ended && (is_over || limit == Some(Stop::Told)) {
                has_ended = true;
                self.stopper.stop();
                team.send_to_others(END, &[])?;
            }
            if is_done && others.iter().all(Option::is_some) {
                return Ok(others.into_iter().flatten().collect());
            }
            self.bell.rest(REST);
        }
    }

    /// What this rank has counted.
    fn counted(
        &self,
        report: &Report<G::Position>,
        tree: Option<&Kept<G::Position>>,
        rank: RankWork,
    ) -> Counted {
        let alone = || {
            let threads = vec![ThreadWork { nodes: report.nodes, ..ThreadWork::default() }];
            Parallel { threads, ..Parallel::default() }
        };
        let work = report.parallel.clone().unwrap_or_else(alone).at_rank(rank);
        Counted { tallies: tree.map_or_else(Vec::new, Kept::at_root), work }
    }

    /// What all ranks have found together.
    fn merged(
        &self,
        report: Report<G::Position>,
        tree: Option<&Kept<G::Position>>,
        mine: Counted,
        others: Vec<Counted>,
    ) -> Report<G::Position> {
        let Counted { mut tallies, mut work } = mine;
        for other in others {
            work.extend(other.work);
            // A rank that has not begun has counted nothing.
            tallies.iter_mut().zip(&other.tallies).for_each(|(mine, other)| mine.add(other));
        }
        let (nodes, parallel) = (work.nodes(), Some(work));
        let found = tree.filter(|_| !tallies.is_empty());
        let found = found.map(|tree| tree.report_with(&self.job, &tallies));
        match found {
            Some(found) => {
                Report { nodes, parallel, stop: report.stop, seed: report.seed, ..found }
            }
            None => Report { nodes, parallel, ..report },
        }
    }
}

impl Counted {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put(self.tallies.len() as u128, &mut bytes);
        self.tallies.iter().for_each(|tally| tally.put(&mut bytes));
        self.work.put(&mut bytes);
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Counted> {
        let mut reader = Reader(bytes);
        let tallies: Option<Vec<Tally>> =
            (0..reader.count()?).map(|_| Tally::read(&mut reader)).collect();
        Some(Counted { tallies: tallies?, work: Parallel::read(&mut reader)? })
    }
}

/// Does something when a scope is left, however that happens.
struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
