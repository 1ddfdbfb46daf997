//! Proofs: who wins a position with best play, or that nobody does. Nothing here
//! is guessed, and nothing rests on a signature: positions are compared whole.
//!
//! | method | how | for |
//! |---|---|---|
//! | [`Method::Sweep`] | backward from the ends, over all positions | small games, cyclic ones, too |
//! | [`Method::AlphaBeta`] | depth first to the ends | games that end by themselves, with points |
//! | [`Method::ProofNumber`] | best first, in a tree | narrow wins |
//! | [`Method::DfPn`] | the same depth first, with a table | narrow wins, long ones |
//! | [`Method::Sums`] | parts that stand alone, each once | games that fall apart |
//!
//! All but proof-number search ask for the value of a *position*: what came
//! before, and rules on repetition, are left out, and play that never ends is a
//! draw. A win in that game never needs a position twice, and a player who cannot
//! lose it can go on forever; so where a repetition makes a draw, the value is the same
//! for play that begins with the position. [`Proof::without_past`] tells when the
//! rules ask for the past at all, because other rules on repetition may differ.

mod bounds_table;
mod busy;
mod choice;
mod coming_back;
mod compact;
pub(crate) mod df_pn;
mod exact;
mod exact_ranks;
mod goal;
pub(crate) mod ground;
pub(crate) mod kept;
mod lines;
mod order;
pub(crate) mod pn_table;
pub(crate) mod pns;
pub(crate) mod reached;
pub(crate) mod retrograde;
pub(crate) mod store;
mod sums;
mod together;
mod wins;
mod with_team;

use crate::limits::{Limits, Stop, Stopper, Watch};
use crate::parallel::ThreadWork;
use crate::settings::MOST_THREADS;
use choice::by;
pub use coming_back::comes_back;
pub use exact::Strategy;
use game::{Facts, Fold, Game, Outcome};
pub(crate) use goal::{Answer, Goal, both_ways};
use ground::Ground;
use std::sync::Arc;
pub use sums::Local;
pub use wins::Wins;
pub use with_team::{
    ProofWork, TeamProof, prove_with_checkpoints, prove_with_journal, prove_with_team,
};

/// How a position is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// A sweep if there are few positions, and otherwise what suits the game.
    Auto,
    /// Depth-first proof-number search with a table.
    DfPn,
    /// Proof-number search with a tree in memory.
    ProofNumber,
    /// Backward from the ends, over all positions that matter.
    Sweep,
    /// Depth first to the ends, with a table.
    AlphaBeta,
    /// Parts of positions that have nothing to do with each other, each once.
    Sums,
}

impl Method {
    /// All methods with their names and a sentence about each.
    pub const ALL: [(Method, &'static str, &'static str); 6] = [
        (Method::Auto, "auto", "chooses among the others"),
        (Method::DfPn, "df-pn", "depth-first proof-number search with a table"),
        (Method::ProofNumber, "pn", "proof-number search with a tree in memory"),
        (Method::Sweep, "sweep", "backward from the ends, over all positions that matter"),
        (Method::AlphaBeta, "alpha-beta", "depth first to the ends, with a table"),
        (Method::Sums, "sums", "as a sum of parts that stand alone, each looked at once"),
    ];

    /// The method of a name.
    pub fn from_name(name: &str) -> Option<Method> {
        Method::ALL.iter().find(|(_, n, _)| *n == name).map(|(method, ..)| *method)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Method::ALL.iter().find(|(m, ..)| *m == self).map_or("", |(_, name, _)| name)
    }
}

/// What is to be proved, and with how much effort.
#[derive(Clone, Debug)]
pub struct Task {
    /// The method.
    pub method: Method,
    /// Nodes and time; the depth does not count.
    pub limits: Limits,
    /// The most bytes.
    pub memory: usize,
    /// Threads that share a table, from 1 to [`MOST_THREADS`], if the method can:
    /// alpha-beta and df-pn.
    pub threads: usize,
    /// Whether positions and their images under the symmetries of the rules are taken
    /// for the same, if the method can: all but proof-number search; a sweep only where
    /// there are many positions.
    pub symmetries: bool,
    /// The turns that would win, if they were read from the rules: moves that lose to one of
    /// them are not followed by alpha-beta and df-pn.
    pub wins: Option<Arc<Wins>>,
    /// All moves of the board, if they were read from the rules and depend on few fields each;
    /// needed for sums.
    pub local: Option<Arc<Local>>,
    /// What stops it from another thread.
    pub stopper: Stopper,
}

impl Task {
    /// Which positions are taken for the same.
    pub(crate) fn fold(&self) -> Fold {
        if self.symmetries { Fold::Board } else { Fold::Nothing }
    }
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions that were looked at, each as often as that happened.
    pub nodes: u64,
    /// Positions in memory.
    pub positions: u64,
}

/// What was proved of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<P> {
    /// The outcome with best play.
    pub outcome: Outcome,
    /// Whether the outcome says by how much, if there are points. If not, it only
    /// says who wins.
    pub exact: bool,
    /// Positions after moves that reach the outcome; none if the game is over, or
    /// if it is lost whatever is played.
    pub moves: Vec<P>,
    /// Whether no other move reaches it.
    pub all_moves: bool,
    /// In how many turns the game is won, if that is known and there are no points.
    pub turns: Option<u32>,
    /// Whether the rules ask for the past, and the method left it out.
    pub without_past: bool,
    /// The method.
    pub method: Method,
    /// Positions that were looked at, each as often as that happened.
    pub nodes: u64,
    /// Positions in memory at the end, or all that a sweep has found.
    pub positions: u64,
    /// As this many positions each of them was known: itself and its images under the
    /// symmetries of the rules.
    pub images: usize,
    /// What each thread did, the one that leads first.
    pub threads: Vec<ThreadWork>,
}

/// Why nothing was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// Time, nodes, or somebody who stopped it; or the rules went wrong.
    Stopped(Stop),
    /// The memory is full.
    Memory,
    /// A position comes back, so there is no end to go to: the sweep and the
    /// proof-number searches can do that.
    Cyclic,
    /// The game goes deeper than the method can.
    Deep,
    /// The players do not see everything, so positions have no value.
    Hidden,
    /// The game has one player: a puzzle has another solver.
    Puzzle,
    /// Another rank cannot be reached any more.
    Lost(ranks::Lost),
    /// Positions would have to go to other ranks, and this back end cannot write them.
    Unwritable,
    /// The game is not one in which positions fall apart into sums.
    NoSum,
    /// A checkpoint cannot be written or read; a sentence without a period.
    Checkpoint(String),
}

impl From<ranks::Lost> for Unproved {
    fn from(lost: ranks::Lost) -> Unproved {
        Unproved::Lost(lost)
    }
}

impl From<Stop> for Unproved {
    fn from(stop: Stop) -> Unproved {
        Unproved::Stopped(stop)
    }
}

/// The value of a position and what it was found by; what all methods give.
pub(crate) struct Found<P> {
    pub(crate) outcome: Outcome,
    pub(crate) exact: bool,
    pub(crate) moves: Vec<P>,
    pub(crate) all_moves: bool,
    pub(crate) turns: Option<u32>,
}

impl<P> Found<P> {
    /// What is proved by it on a ground, without the work of whoever found it.
    fn proof<G: Game<Position = P>>(self, ground: &Ground<'_, '_, G>, method: Method) -> Proof<P> {
        let Found { outcome, exact, moves, all_moves, turns } = self;
        Proof {
            outcome,
            exact,
            moves,
            all_moves,
            turns,
            without_past: ground.game().asks_for_past() && method != Method::ProofNumber,
            method,
            nodes: 0,
            positions: ground.positions,
            images: ground.images,
            threads: Vec::new(),
        }
    }
}

/// Only games for two players who see everything are proved.
fn check_players(facts: &Facts) -> Result<(), Unproved> {
    match facts {
        facts if facts.n_players() == 1 => Err(Unproved::Puzzle),
        facts if facts.hidden => Err(Unproved::Hidden),
        _ => Ok(()),
    }
}

/// Proves what a position is worth. `past` holds the earlier positions, the oldest
/// first.
pub fn prove<G: Game>(
    game: &G,
    at: &G::Position,
    past: &[G::Position],
    task: &Task,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Proof<G::Position>, Unproved> {
    let prove = |ground: &mut Ground<'_, '_, G>, task: &Task| {
        let (method, found) = by(task.method, ground, at, past, task)?;
        Ok((method, found, ()))
    };
    Ok(prove_by(game, task, on_progress, prove)?.0)
}

/// Proves what a position is worth by alpha-beta, and gives the moves that this rests on: all
/// that a check needs that shares nothing with the search. A part of the memory is for them.
pub fn prove_with_strategies<G: Game>(
    game: &G,
    at: &G::Position,
    task: &Task,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<(Proof<G::Position>, Vec<Strategy>), Unproved> {
    let prove = |ground: &mut Ground<'_, '_, G>, task: &Task| {
        // The position, and where its hash and its moves are.
        let met = task.memory / 4 / (2 * ground.position_bytes() + 16);
        let task = Task { memory: task.memory / 4 * 3, ..task.clone() };
        let (found, strategies) = exact::exact(ground, at, &task, Some(met))?;
        Ok((Method::AlphaBeta, found, strategies))
    };
    prove_by(game, task, on_progress, prove)
}

/// Prepares the ground of a proof, and says what was proved on it and what else was found.
fn prove_by<G: Game, T>(
    game: &G,
    task: &Task,
    on_progress: &mut dyn FnMut(Progress),
    prove: impl FnOnce(
        &mut Ground<'_, '_, G>,
        &Task,
    ) -> Result<(Method, Found<G::Position>, T), Unproved>,
) -> Result<(Proof<G::Position>, T), Unproved> {
    check_players(game.facts())?;
    // More threads than anybody has would only fill the memory.
    let threads = task.threads.clamp(1, MOST_THREADS);
    let task = Task { threads, ..task.clone() };
    let watch = Watch::new(&task.limits, task.stopper.clone());
    let mut ground = Ground::new(game, &[], watch, on_progress);
    ground.wins = task.wins.clone();
    let proved = prove(&mut ground, &task);
    ground.report();
    let (method, found, more) = proved?;
    let nodes = ground.nodes;
    let proof = Proof { nodes, threads: ground.work(), ..found.proof(&ground, method) };
    Ok((proof, more))
}
