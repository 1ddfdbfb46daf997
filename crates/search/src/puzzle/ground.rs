//! What every method for puzzles stands on: the moves of a position with their costs,
//! bounds, nodes that are counted, and limits that end the work from anywhere.

use super::{NEGATIVE, PuzzleProgress, Unsolved};
use crate::limits::{Stop, Watch};
use game::{Dive, Dived, Game, Outcome, Worker};

/// After this many nodes limits are looked at, and somebody hears how far the work is.
const NODES_BETWEEN_LOOKS: u64 = 64;

/// Who hears how far the work is.
pub(crate) struct Report<'p>(&'p mut dyn FnMut(PuzzleProgress));

impl<'p> Report<'p> {
    pub(crate) fn new(on_progress: &'p mut dyn FnMut(PuzzleProgress)) -> Report<'p> {
        Report(on_progress)
    }
}

/// Positions that a turn can lead to, each with what that costs.
pub(crate) type Moves<P> = Vec<(P, i32)>;

/// A puzzle as a method sees it, for one thread.
pub(crate) struct Ground<'g, 'p, G: Game> {
    game: &'g G,
    worker: G::Worker<'g>,
    watch: Watch,
    /// The watch as it was before anything was counted.
    fresh: Watch,
    nodes: u64,
    next_look: u64,
    report: Option<Report<'p>>,
    /// No solution costs less than that.
    pub(crate) bound: i64,
    /// Positions that are in memory now.
    pub(crate) positions: u64,
    /// Lists of moves that are not in use, and costs of moves.
    spare: Vec<Moves<G::Position>>,
    list: Vec<G::Position>,
    costs: Vec<i32>,
}

impl<'g, 'p, G: Game> Ground<'g, 'p, G> {
    pub(crate) fn new(
        game: &'g G,
        past: &[G::Position],
        watch: Watch,
        report: Option<Report<'p>>,
    ) -> Ground<'g, 'p, G> {
        Ground {
            game,
            worker: game.worker(past),
            fresh: watch.clone(),
            watch,
            nodes: 0,
            next_look: NODES_BETWEEN_LOOKS,
            report,
            bound: 0,
            positions: 0,
            spare: Vec::new(),
            list: Vec::new(),
            costs: Vec::new(),
        }
    }

    pub(crate) fn game(&self) -> &'g G {
        self.game
    }

    /// Makes the ground of another thread, which counts its nodes with this one.
    pub(crate) fn helper<'a>(
        &self,
        past: &'a [G::Position],
    ) -> impl Fn() -> Ground<'g, 'static, G> + Sync + use<'a, 'g, 'p, G> {
        let (game, watch) = (self.game, self.fresh.clone());
        move || Ground::new(game, past, watch.clone(), None)
    }

    /// Lets turns see other earlier positions.
    pub(crate) fn set_past(&mut self, past: &[G::Position]) {
        self.worker = self.game.worker(past);
    }

    /// The nodes of this thread.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The nodes of all threads.
    pub(crate) fn all_nodes(&mut self) -> u64 {
        self.watch.tell(self.nodes)
    }

    /// Counts nodes, tells about them now and then, and ends the work if a limit is met.
    #[inline]
    pub(crate) fn count(&mut self, nodes: u64) -> Result<(), Stop> {
        self.nodes += nodes;
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + NODES_BETWEEN_LOOKS;
            self.report();
            self.watch.check_all(self.nodes)?;
        }
        Ok(())
    }

    /// Ends the work if a limit is met, while there is nothing to count.
    pub(crate) fn look(&mut self) -> Result<(), Stop> {
        self.report();
        self.watch.check_all(self.nodes)
    }

    /// Tells how far the work is.
    pub(crate) fn report(&mut self) {
        let nodes = self.watch.tell(self.nodes);
        let (bound, positions) = (self.bound, self.positions);
        if let Some(Report(report)) = &mut self.report {
            report(PuzzleProgress { bound, nodes, positions });
        }
    }

    /// The positions that a turn can lead to with what they cost, or how the puzzle
    /// has ended.
    pub(crate) fn expand(
        &mut self,
        at: &G::Position,
    ) -> Result<Result<Moves<G::Position>, Outcome>, Unsolved> {
        self.list.clear();
        self.costs.clear();
        let over = self.worker.expand_with_costs(at, &mut self.list, &mut self.costs);
        if let Some(outcome) = over.map_err(Stop::from)? {
            return Ok(Err(outcome));
        }
        if self.costs.iter().any(|cost| *cost < 0) {
            return Err(NEGATIVE);
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.extend(self.list.drain(..).zip(self.costs.drain(..)));
        Ok(Ok(moves))
    }

    /// Gives back a list that is not used any more.
    pub(crate) fn done(&mut self, mut moves: Moves<G::Position>) {
        moves.clear();
        self.spare.push(moves);
    }

    /// How the puzzle has ended, if the position itself knows that.
    pub(crate) fn outcome(&self, at: &G::Position) -> Option<Outcome> {
        self.worker.outcome(at)
    }

    /// What is at least to be paid from a position on.
    pub(crate) fn bound_of(&mut self, at: &G::Position) -> Result<i32, Stop> {
        Ok(self.worker.bound(at)?)
    }

    /// Visits all that lies below a position at once, if the back end can do that.
    pub(crate) fn dive(&mut self, dive: &Dive<'_, G::Position>) -> Result<Option<Dived>, Stop> {
        Ok(self.worker.dive(dive)?)
    }

    /// The bytes that a position takes. What lies outside of it is guessed: a byte
    /// for each field.
    pub(crate) fn position_bytes(&self) -> usize {
        std::mem::size_of::<G::Position>() + self.game.facts().board.n_fields()
    }
}
