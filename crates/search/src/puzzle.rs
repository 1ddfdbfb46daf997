//! Puzzles: the cheapest way to the goal for one player, or a proof that there is none.
//!
//! | method | how | for |
//! |---|---|---|
//! | [`PuzzleMethod::IdaStar`] | depth first, with a limit on the cost that rises | good bounds, long solutions, threads |
//! | [`PuzzleMethod::IdaStarTable`] | the same, and what is learned of positions is kept | positions that are met by many ways |
//! | [`PuzzleMethod::AStar`] | best first, all positions in memory | small puzzles, and proofs that there is no solution |
//!
//! The cost of a move is what the rules say, and 1 if they say nothing. The bound of a
//! position is the greatest of those in the rules, and 0 if they have none. A bound
//! must never be more than what is still to be paid; it may fall by more than a move
//! costs (be inconsistent), and the solution is still a cheapest one. Positions are
//! compared whole, so nothing rests on a signature.

pub(crate) mod a_star;
mod crew;
mod ground;
mod ida_star;
mod ida_star_table;

use crate::distributed::{PuzzlePlatform, PuzzleRanks};
use crate::limits::{Limits, Stop, Stopper, Watch};
use crate::parallel::ThreadWork;
pub(crate) use crew::Trail;
use game::{Game, Outcome};
pub(crate) use ground::{Ground, Report};
pub(crate) use ida_star::{Depths, Node, Visitor};
use ranks::Lost;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// How a puzzle is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleMethod {
    /// A* while there are few positions, and then what suits the puzzle.
    Auto,
    /// Iterative-deepening A*.
    IdaStar,
    /// Iterative-deepening A* with a table.
    IdaStarTable,
    /// A*.
    AStar,
}

impl PuzzleMethod {
    /// All methods with their names and a sentence about each.
    pub const ALL: [(PuzzleMethod, &'static str, &'static str); 4] = [
        (PuzzleMethod::Auto, "auto", "chooses among the others"),
        (PuzzleMethod::IdaStar, "ida-star", "depth first with a limit on the cost that rises"),
        (
            PuzzleMethod::IdaStarTable,
            "ida-star-table",
            "depth first with a limit that rises, and a table",
        ),
        (PuzzleMethod::AStar, "a-star", "best first, all positions in memory"),
    ];

    /// The method of a name.
    pub fn from_name(name: &str) -> Option<PuzzleMethod> {
        PuzzleMethod::ALL.iter().find(|(_, n, _)| *n == name).map(|(method, ..)| *method)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        PuzzleMethod::ALL.iter().find(|(m, ..)| *m == self).map_or("", |(_, name, _)| name)
    }
}

/// A puzzle to be solved, and with how much effort.
#[derive(Clone, Debug)]
pub struct PuzzleTask {
    /// The method.
    pub method: PuzzleMethod,
    /// Nodes and time; the depth does not count.
    pub limits: Limits,
    /// The most bytes for positions.
    pub memory: usize,
    /// How many threads search.
    pub threads: usize,
    /// Which rank visits what, if there are several; see
    /// [`solve_puzzle_with_team`](crate::solve_puzzle_with_team).
    pub platform: PuzzlePlatform,
    /// What stops it from another thread.
    pub stopper: Stopper,
}

/// How far the work is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleProgress {
    /// No solution costs less than that.
    pub bound: i64,
    /// Positions that were made, each as often as that happened.
    pub nodes: u64,
    /// Positions in memory.
    pub positions: u64,
}

/// What is known of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle<P> {
    /// A cheapest solution; none if it is proved that there is none.
    pub solution: Option<Solution<P>>,
    /// The method that found it.
    pub method: PuzzleMethod,
    /// Positions that were made, each as often as that happened; those that only take
    /// a move back are not made.
    pub nodes: u64,
    /// Positions in memory at the end.
    pub positions: u64,
    /// What each thread did; with several ranks, each is one thread.
    pub threads: Vec<ThreadWork>,
    /// What each rank did, if there were several.
    pub ranks: Option<PuzzleRanks>,
}

/// A way to the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<P> {
    /// The position after each move.
    pub path: Vec<P>,
    /// What the moves cost together.
    pub cost: i64,
}

/// Why it is not known how a puzzle is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// Time, nodes, or somebody who stopped it; or the rules went wrong.
    Stopped(Stop),
    /// The memory is full.
    Memory,
    /// This is no puzzle, the method does not suit it, or a move costs less than 0:
    /// the reason and what to do.
    Refused(&'static str, &'static str),
    /// Another rank cannot be reached any more.
    Lost(Lost),
}

impl From<Lost> for Unsolved {
    fn from(lost: Lost) -> Unsolved {
        Unsolved::Lost(lost)
    }
}

impl From<Stop> for Unsolved {
    fn from(stop: Stop) -> Unsolved {
        Unsolved::Stopped(stop)
    }
}

/// A* keeps at most this many positions before another method is chosen.
pub(crate) const SMALL: u64 = 1_000_000;

/// Finds a cheapest solution of a puzzle from a position on, or proves that there is
/// none. `past` holds the earlier positions, the oldest first.
pub fn solve_puzzle<G: Game>(
    game: &G,
    at: &G::Position,
    past: &[G::Position],
    task: &PuzzleTask,
    on_progress: &mut dyn FnMut(PuzzleProgress),
) -> Result<Puzzle<G::Position>, Unsolved> {
    if let Some((reason, hint)) = refusal(game, task) {
        return Err(Unsolved::Refused(reason, hint));
    }
    let all = Arc::new(AtomicU64::new(0));
    let watch = Watch::new(&task.limits, task.stopper.clone()).shared(&all);
    let report = Report::new(on_progress);
    let mut ground = Ground::new(game, past, watch, Some(report));
    let mut threads = Vec::new();
    let solved = by(task.method, &mut ground, at, past, task, &mut threads);
    ground.report();
    let (method, solution) = solved?;
    let nodes = ground.all_nodes();
    threads.resize(threads.len().max(1), ThreadWork::default());
    // What was done before there were several threads is work of the first.
    let shared: u64 = threads.iter().map(|thread| thread.nodes).sum();
    threads[0].nodes += nodes - shared;
    Ok(Puzzle { solution, method, nodes, positions: ground.positions, threads, ranks: None })
}

/// What makes no sense, and what to do instead.
pub(crate) fn refusal<G: Game>(
    game: &G,
    task: &PuzzleTask,
) -> Option<(&'static str, &'static str)> {
    let (facts, method) = (game.facts(), task.method);
    let in_memory = matches!(method, PuzzleMethod::AStar | PuzzleMethod::IdaStarTable);
    if facts.n_players() != 1 {
        return Some(("this game has two players", "a puzzle has one; `prove` is for two"));
    }
    if !(1..=crate::settings::MOST_THREADS).contains(&task.threads) {
        return Some(("the number of threads is not between 1 and 256", "give another number"));
    }
    if in_memory && task.threads > 1 {
        return Some((
            "the positions that this method keeps belong to one thread",
            "choose `ida-star`, or one thread",
        ));
    }
    if in_memory && game.asks_for_past() {
        return Some((
            "the rules look at earlier positions, so a position is not the same by every way",
            "choose `ida-star`, which keeps no positions",
        ));
    }
    None
}

/// A cheapest solution, if there is one.
pub(crate) type Answer<P> = Option<Solution<P>>;

/// Solves by a method; gives the one that was used.
fn by<G: Game>(
    method: PuzzleMethod,
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    past: &[G::Position],
    task: &PuzzleTask,
    threads: &mut Vec<ThreadWork>,
) -> Result<(PuzzleMethod, Answer<G::Position>), Unsolved> {
    let answer = match method {
        PuzzleMethod::Auto => return by_itself(ground, at, past, task, threads),
        PuzzleMethod::IdaStar => ida_star::solve(ground, at, past, task.threads, threads)?,
        PuzzleMethod::IdaStarTable => ida_star_table::solve(ground, at, task.memory)?,
        PuzzleMethod::AStar => a_star::solve(ground, at, task.memory, u64::MAX)?,
    };
    Ok((method, answer))
}

/// This many threads without a table are worth as much as one with a table.
const MANY: usize = 4;

/// Chooses a method. A* tells most and is tried first. If there are too many
/// positions for it, a table is worth its time where positions are met again and
/// again, and several threads together, which have none, would have to make up for it.
fn by_itself<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    past: &[G::Position],
    task: &PuzzleTask,
    threads: &mut Vec<ThreadWork>,
) -> Result<(PuzzleMethod, Answer<G::Position>), Unsolved> {
    if ground.game().asks_for_past() {
        return by(PuzzleMethod::IdaStar, ground, at, past, task, threads);
    }
    match a_star::solve(ground, at, task.memory, SMALL) {
        Err(Unsolved::Memory) => {}
        solved => return Ok((PuzzleMethod::AStar, solved?)),
    }
    let (made, kept) = (ground.all_nodes(), std::mem::take(&mut ground.positions));
    let often_met = made > kept + kept / 2;
    let method = match often_met && task.threads < MANY {
        true => PuzzleMethod::IdaStarTable,
        false => PuzzleMethod::IdaStar,
    };
    by(method, ground, at, past, task, threads)
}

/// Whether an outcome is the goal of the puzzle.
fn is_solved(outcome: Outcome) -> bool {
    outcome.value > 0
}

/// What costs more than that cannot be paid: a bound of this size says that there is
/// no way to the goal.
pub(crate) const NEVER: i32 = i32::MAX;

/// The costs of moves must not be below 0, or going around in circles would pay.
pub(crate) const NEGATIVE: Unsolved = Unsolved::Refused(
    "a move costs less than 0, so going around in circles would pay",
    "let no `cost` of the rules be below 0",
);
