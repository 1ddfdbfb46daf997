//! Monte-Carlo tree search with upper confidence bounds (Kocsis and Szepesvári,
//! "Bandit based Monte-Carlo planning", 2006): plays at random, and more and more
//! often where that wins. It needs no evaluation.
//!
//! 1. A few games tell how long random games are ([`judge`]), and the moves of the root
//!    whether moves can learn from games in which they were made later ([`amaf`]).
//! 2. The tree of the last search is kept, as far as it is below the new root.
//! 3. All threads go down that tree ([`choose`]), play, and count the results ([`walker`]). A
//!    visit counts as a loss until its game is over, so that threads go different
//!    ways (*virtual loss*: Chaslot, Winands and van den Herik, "Parallel Monte-Carlo
//!    tree search", 2008). Nobody locks anything or waits.
//! 4. The best move is the one that was visited most; what is proved counts more.
//!
//! A node of the [`Report`] is a random game. The value of a line is what a game won
//! on average, from -1000 if all were lost to 1000; [`win_share`] makes a share of it.

mod amaf;
mod choose;
mod edge;
mod expand;
mod judge;
mod node;
mod settings;
mod tally;
mod walker;

pub(crate) use node::{Proved, Verdict, conclusion};
pub use settings::{MctsSettings, Millionths};
pub(crate) use tally::Tally;

use crate::limits::Stop;
use crate::memory_tree::NodeId;
use crate::parallel::{Parallel, Platform, ThreadWork};
use crate::reached::Reached;
use crate::report::Report;
use crate::settings::Evaluation;
use crate::tree::Tree;
use crate::tree_job::{Job, Shown};
use crate::value::Value;
use choose::Chooser;
use edge::Edge;
use game::{Game, Rng};
use judge::Judge;
use node::{GAME, Stats};
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use walker::{Nodes, Plan, Walker};

/// After this many games the first report is made, and the next after twice as many.
const FIRST_REPORT: u64 = 256;
/// A line goes on while its moves were visited so often.
const CREDIBLE: u32 = 8;

/// The share of the points that a value stands for, if it is one of Monte-Carlo tree
/// search and nothing is decided: from 0 to 1, for the player to move.
pub fn win_share(value: Value) -> f64 {
    0.5 + 0.5 * f64::from(value) / GAME as f64
}

/// A tree that was searched.
pub(crate) struct Kept<P> {
    nodes: Nodes<P>,
    root: P,
    /// What came before the root.
    past: Vec<P>,
    judge: Judge,
    /// Whether pieces stay where they were put.
    pieces_stay: bool,
    /// Whether moves learn from games in which they were made later.
    has_amaf: bool,
}

/// Searches a position, and keeps the tree for the next time.
pub(crate) fn search<'g, G: Game>(
    job: &Job<'_, 'g, G>,
    kept: &mut Option<Kept<G::Position>>,
    at: &G::Position,
    past: &[G::Position],
    on_depth: &mut dyn FnMut(&Report<G::Position>),
) -> Report<G::Position> {
    let (report, grown) = grow(job, kept, at, past, on_depth);
    keep(job, kept, grown);
    report
}

/// Keeps a tree for the next time, if others can use it: that is only the tree of all moves.
pub(crate) fn keep<G: Game>(
    job: &Job<'_, '_, G>,
    kept: &mut Option<Kept<G::Position>>,
    grown: Option<Kept<G::Position>>,
) {
    if job.wanted.among.is_empty() && grown.is_some() {
        *kept = grown;
    }
}

/// Searches a position; gives the tree, too, if there is something to search.
pub(crate) fn grow<'g, G: Game>(
    job: &Job<'_, 'g, G>,
    kept: &mut Option<Kept<G::Position>>,
    at: &G::Position,
    past: &[G::Position],
    on_depth: &mut dyn FnMut(&Report<G::Position>),
) -> (Report<G::Position>, Option<Kept<G::Position>>) {
    let stopped = |stop| (Report { stop: Some(stop), ..Report::default() }, None);
    let mut tree = Tree::new(job.game, job.settings, past, job.watch.clone()).with_own(job.own);
    // Without moves there is nothing to search.
    let has_amaf = match tree.enter(at, 0) {
        Ok(Ok(list)) if list.iter().any(|to| job.wants(to)) => {
            let has_amaf = job.settings.mcts.has_amaf() && amaf::places_pieces(job.game, at, &list);
            tree.leave(list);
            has_amaf
        }
        Ok(_) => return (Report::default(), None),
        Err(stop) => return stopped(stop),
    };
    // The tree of all moves waits for other searches while some of the moves are searched
    // in what room it leaves, unless that is too little.
    let old = if job.wanted.among.is_empty() { kept.take() } else { None };
    let all = job.settings.table_bytes;
    let left = kept.as_ref().map_or(all, |kept| kept.nodes.room_bytes());
    let bytes = room_beside(left, all).unwrap_or_else(|| {
        *kept = None;
        all
    });
    let ready = old.and_then(|old| old.below(job, at, past)).map_or_else(
        || {
            let mut rng = Rng::new(job.settings.seed);
            let judge = Judge::new(&mut tree, at, &mut rng)?;
            let pieces_stay = has_amaf && amaf::pieces_stay(&mut tree, at, &mut rng)?;
            let (nodes, root, past) = (Nodes::new(bytes), at.clone(), past.to_vec());
            Ok(Kept { nodes, root, past, judge, pieces_stay, has_amaf })
        },
        Ok,
    );
    match ready {
        Ok(ready) => {
            let ready = Kept { has_amaf: has_amaf && ready.pieces_stay, ..ready };
            (ready.search(job, on_depth), Some(ready))
        }
        Err(stop) => stopped(stop),
    }
}

/// The room for a tree beside one that leaves so much of all; nothing if that is too little,
/// and the other tree has to go.
fn room_beside(left: usize, all: usize) -> Option<usize> {
    (left >= all / 2).then_some(left)
}

impl<P: Clone + Eq + Send + Sync> Kept<P> {
    /// What is below a position, if play has come from the root to it.
    fn below<G: Game<Position = P>>(
        self,
        job: &Job<'_, '_, G>,
        at: &P,
        past: &[P],
    ) -> Option<Kept<P>> {
        let (begin, now) = (Reached { at: &self.root, past: &self.past }, Reached { at, past });
        let bytes = job.position_bytes();
        let outside = |stats: &Stats<P>| stats.outside(bytes);
        let nodes = job.taken_over(self.nodes, begin, now, outside, Edge::copy_from)?;
        Some(Kept { nodes, root: at.clone(), past: past.to_vec(), ..self })
    }

    /// Plays until a limit is met or the root is proved.
    fn search<G: Game<Position = P>>(
        &self,
        job: &Job<'_, '_, G>,
        on_depth: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        let (all, done) = (Arc::new(AtomicU64::new(0)), AtomicBool::new(false));
        let before = u64::from(self.nodes[self.nodes.root()].visits());
        let walker = |number: u64| {
            let watch = job.watch.shared(&all);
            let tree = Tree::new(job.game, job.settings, &self.past, watch).with_own(job.own);
            // A search that goes on must not draw the same games again.
            let seed = job
                .settings
                .seed
                .wrapping_add(before)
                .wrapping_add((job.first_thread + number) << 40);
            let plan = self.plan(job);
            Walker::new(tree, &self.nodes, &self.root, job.wanted, plan, Rng::new(seed))
        };
        let help = |number| {
            let mut walker = walker(number as u64);
            while !done.load(Ordering::Relaxed) {
                if walker.step().is_err() {
                    break;
                }
            }
            walker.games
        };
        // The first game lists the moves of the root. If threads began together, one that is
        // interrupted while it lists them would leave the others without a move to report.
        let mut leader = walker(0);
        let begun = match self.nodes[self.nodes.root()].proved() {
            None => leader.step(),
            Some(_) => Ok(()),
        };
        let lead = |_| {
            let report = self.lead(job, &mut leader, begun, &all, on_depth);
            done.store(true, Ordering::Relaxed);
            (report, leader.games)
        };
        let ((mut report, led), helped) = game::crew::run(job.settings.threads, help, lead);
        let games = [led].into_iter().chain(helped);
        report.nodes = games.clone().sum();
        if job.settings.platform != Platform::Serial {
            let work = |nodes| ThreadWork { nodes, ..ThreadWork::default() };
            let threads = games.map(work).collect();
            report.parallel = Some(Parallel { threads, ..Parallel::default() });
        }
        report
    }

    /// How games are played and counted.
    fn plan<G: Game<Position = P>>(&self, job: &Job<'_, '_, G>) -> Plan {
        let numbers = &job.settings.mcts;
        let has_evaluation = job.settings.evaluation != Evaluation::None;
        Plan {
            judge: self.judge,
            chooser: Chooser::new(numbers, has_evaluation),
            amaf: self.has_amaf.then(|| numbers.reference()),
            expand_after: numbers.expand_after(),
            playouts: numbers.playouts(),
            position_bytes: job.position_bytes(),
            n_fields: job.game.facts().board.n_fields(),
            asks_for_past: job.game.asks_for_past(),
        }
    }

    /// What the thread does that reports, after its first game has ended so.
    fn lead<G: Game<Position = P>>(
        &self,
        job: &Job<'_, '_, G>,
        walker: &mut Walker<'_, '_, G>,
        begun: Result<(), Stop>,
        all: &AtomicU64,
        on_depth: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        let root = &self.nodes[self.nodes.root()];
        let (mut next, mut stop) = (FIRST_REPORT, begun.err());
        while stop.is_none() && root.proved().is_none() {
            if let Err(reason) = walker.step() {
                stop = Some(reason);
                continue;
            }
            let nodes = all.load(Ordering::Relaxed);
            if nodes >= next {
                let report = self.report(job, &mut walker.tree);
                on_depth(&Report { nodes, ..report.clone() });
                if job.limits.depth.is_some_and(|depth| report.depth >= depth) {
                    return report;
                }
                next = 2 * nodes;
            }
        }
        let report = Report { stop, ..self.report(job, &mut walker.tree) };
        let nodes = match job.settings.threads {
            1 => walker.games,
            _ => all.load(Ordering::Relaxed),
        };
        on_depth(&Report { nodes, ..report.clone() });
        report
    }

    /// What was counted of the moves of a node.
    fn tallies(&self, node: NodeId) -> Vec<Tally> {
        self.nodes.moves(node).iter().map(Tally::of).collect()
    }

    /// What was counted of the moves of the root.
    pub(crate) fn at_root(&self) -> Vec<Tally> {
        self.tallies(self.nodes.root())
    }

    /// What was found, by this tree and by those of other ranks whose counts are added.
    pub(crate) fn report_with<G: Game<Position = P>>(
        &self,
        job: &Job<'_, '_, G>,
        tallies: &[Tally],
    ) -> Report<P> {
        let watch = job.watch.alone();
        let mut tree = Tree::new(job.game, job.settings, &self.past, watch).with_own(job.own);
        self.report_of(job, &mut tree, tallies)
    }

    /// What was found up to now.
    fn report<G: Game<Position = P>>(
        &self,
        job: &Job<'_, '_, G>,
        tree: &mut Tree<'_, G>,
    ) -> Report<P> {
        self.report_of(job, tree, &self.at_root())
    }

    fn report_of<G: Game<Position = P>>(
        &self,
        job: &Job<'_, '_, G>,
        tree: &mut Tree<'_, G>,
        tallies: &[Tally],
    ) -> Report<P> {
        let player = self.nodes[self.nodes.root()].player();
        let mut places: Vec<usize> = (0..tallies.len()).collect();
        places.sort_by_key(|&place| Reverse(tallies[place].rank(player)));
        let expected = |node| self.expected(node);
        let shown = Shown { nodes: &self.nodes, root: &self.root, expected };
        let moves = places.into_iter().map(|place| (place, tallies[place].value(player)));
        Report { seed: Some(job.settings.seed), ..job.lines(tree, &shown, moves) }
    }

    /// The move that is expected in a node, if that can be told.
    fn expected(&self, node: NodeId) -> Option<usize> {
        let (player, moves) = (self.nodes[node].player(), self.nodes.moves(node));
        // Of equal moves the first is taken.
        let rank = |place: &usize| (Tally::of(&moves[*place]).rank(player), Reverse(*place));
        let best = (0..moves.len()).max_by_key(rank)?;
        let edge = &moves[best];
        (edge.visits() >= CREDIBLE || edge.proved().is_some()).then_some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_trees_take_no_more_memory_than_one() {
        for (left, expected) in [(100, Some(100)), (50, Some(50)), (49, None), (0, None)] {
            assert_eq!(room_beside(left, 100), expected);
        }
    }
}
