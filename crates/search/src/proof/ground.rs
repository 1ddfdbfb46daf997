//! What every proof stands on: positions and their moves without a guess in them,
//! nodes that are counted, and limits that end the work from anywhere.

use super::wins::{Seen, Wins};
use super::{Progress, Unproved};
use crate::limits::Watch;
use crate::parallel::{Signal, ThreadWork};
use game::{Game, Outcome, Player, Worker};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

/// After this many nodes somebody hears how far the work is.
const NODES_BETWEEN_REPORTS: u64 = 256;

/// A game as a proof sees it, for one thread.
pub(crate) struct Ground<'g, 'p, G: Game> {
    game: &'g G,
    worker: G::Worker<'g>,
    watch: Watch,
    pub(crate) nodes: u64,
    /// Positions that are in memory now.
    pub(crate) positions: u64,
    /// As this many positions each position is known: itself and its mirror images.
    pub(crate) images: usize,
    on_progress: &'p mut dyn FnMut(Progress),
    /// What each thread did, if there were several; the nodes of this one are counted
    /// above.
    threads: Vec<ThreadWork>,
    /// Lists of moves that are not in use.
    spare: Vec<Vec<G::Position>>,
    /// The turns that would win, if they were read.
    pub(crate) wins: Option<Arc<Wins>>,
    /// What they say of the position that was seen last.
    seen: Seen,
}

/// Work that is counted and that limits end, for those who do not care which game it is.
pub(crate) trait Counting {
    /// Counts a node, and ends the work if a limit is met.
    fn count(&mut self) -> Result<(), Unproved>;
}

impl<G: Game> Counting for Ground<'_, '_, G> {
    fn count(&mut self) -> Result<(), Unproved> {
        Ground::count(self)
    }
}

impl<'g, 'p, G: Game> Ground<'g, 'p, G> {
    /// The ground for play from a position on. Methods that take a position for
    /// the same however it was reached begin with an empty past.
    pub(crate) fn new(
        game: &'g G,
        past: &[G::Position],
        watch: Watch,
        on_progress: &'p mut dyn FnMut(Progress),
    ) -> Ground<'g, 'p, G> {
        let worker = game.worker(past);
        Ground {
            game,
            worker,
            watch,
            nodes: 0,
            positions: 0,
            images: 1,
            on_progress,
            threads: Vec::new(),
            spare: Vec::new(),
            wins: None,
            seen: Seen::default(),
        }
    }

    /// Forgets or learns what came before.
    pub(crate) fn set_past(&mut self, past: &[G::Position]) {
        self.worker = self.game.worker(past);
    }

    pub(crate) fn game(&self) -> &'g G {
        self.game
    }

    pub(crate) fn player(&self, at: &G::Position) -> Player {
        self.game.player(at)
    }

    /// How the game has ended, if the position itself knows that.
    pub(crate) fn outcome(&self, at: &G::Position) -> Option<Outcome> {
        self.worker.outcome(at)
    }

    /// Counts a node, tells about it now and then, and ends the work if a limit is met.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Unproved> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_REPORTS) {
            self.report();
        }
        Ok(self.watch.check(self.nodes)?)
    }

    /// A watch over the same limits.
    pub(crate) fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// Ends when this signal says so.
    pub(crate) fn listen(&mut self, signal: &Arc<Signal>) {
        self.watch.listen(Some(Arc::clone(signal)));
    }

    /// A signal that also says what the one says to which this ground listens.
    pub(crate) fn signal_below(&self) -> Signal {
        self.watch.signal().map_or_else(Signal::default, Signal::below)
    }

    /// Tells of progress that was made elsewhere.
    pub(crate) fn pass_on(&mut self, progress: Progress) {
        (self.on_progress)(progress);
    }

    /// From now on, no more nodes than these in all.
    pub(crate) fn allow_nodes(&mut self, most: Option<u64>) {
        self.watch.set_nodes(most);
    }

    /// Looks at all limits without counting a node, for those who wait for others.
    pub(crate) fn look(&mut self) -> Result<(), Unproved> {
        Ok(self.watch.check_all(self.nodes)?)
    }

    /// Counts nodes together with other threads from now on, and ends when the signal
    /// says so; the watch of one of them.
    pub(crate) fn share(&mut self, signal: Option<&Arc<Signal>>) -> Watch {
        let all = Arc::new(AtomicU64::new(self.nodes));
        let mut others = self.watch.shared_from(&all, 0);
        others.listen(signal.map(Arc::clone));
        self.watch = others.shared_from(&all, self.nodes);
        others
    }

    /// All threads have ended: this one then, and each of the others after this many nodes
    /// and then. Until the last one ends the others have nothing to do.
    pub(crate) fn unshare(&mut self, ended: Instant, others: &[(u64, Instant)]) {
        self.watch = self.watch.alone();
        let n = self.threads.len().max(others.len() + 1);
        self.threads.resize(n, ThreadWork::default());
        let all = || [(0, ended)].into_iter().chain(others.iter().copied());
        let last = all().map(|(_, ended)| ended).max().unwrap_or(ended);
        for (thread, (nodes, ended)) in self.threads.iter_mut().zip(all()) {
            thread.nodes += nodes;
            thread.idle += last - ended;
            self.nodes += nodes;
        }
    }

    /// Works on the same ground, where somebody else hears how far the work is, too, and a
    /// signal may end it.
    pub(super) fn beside<T>(
        &mut self,
        signal: &Arc<Signal>,
        hears: &mut dyn FnMut(Progress),
        work: impl FnOnce(&mut Ground<'g, '_, G>) -> T,
    ) -> T {
        let (game, watch, wins) = (self.game(), self.watch(), self.wins.clone());
        let (nodes, positions) = (self.nodes, self.positions);
        let mut both = |now: Progress| {
            hears(now);
            self.pass_on(now);
        };
        let mut beside = Ground::new(game, &[], watch, &mut both);
        beside.listen(signal);
        (beside.wins, beside.nodes, beside.positions) = (wins, nodes, positions);
        let done = work(&mut beside);
        let (nodes, positions) = (beside.nodes, beside.positions);
        drop(beside);
        (self.nodes, self.positions) = (nodes, positions);
        done
    }

    /// What each thread did, this one first.
    pub(crate) fn work(&self) -> Vec<ThreadWork> {
        let mut threads = self.threads.clone();
        threads.resize(threads.len().max(1), ThreadWork::default());
        let others: u64 = threads.iter().map(|thread| thread.nodes).sum();
        threads[0].nodes = self.nodes - others;
        threads
    }

    /// Tells how far the work is.
    pub(crate) fn report(&mut self) {
        let nodes = self.watch.tell(self.nodes);
        (self.on_progress)(Progress { nodes, positions: self.positions });
    }

    /// The positions that a turn can lead to, or how the game has ended.
    pub(crate) fn expand(
        &mut self,
        at: &G::Position,
    ) -> Result<Result<Vec<G::Position>, Outcome>, Unproved> {
        let mut list = self.spare.pop().unwrap_or_default();
        match self.worker.expand(at, &mut list).map_err(crate::Stop::from)? {
            None => Ok(Ok(list)),
            Some(outcome) => {
                self.spare.push(list);
                Ok(Err(outcome))
            }
        }
    }

    /// Whether the rules say which positions are good.
    pub(crate) fn has_evaluation(&self) -> bool {
        !self.game.facts().evaluations.is_empty()
    }

    /// How good a position is for the player to move, as the rules see it. No proof may
    /// rest on it.
    pub(crate) fn evaluate(&mut self, at: &G::Position) -> Result<i32, Unproved> {
        Ok(self.worker.evaluate(at, 0).map_err(crate::Stop::from)?)
    }

    /// Sees what the opponent threatens in a position whose moves are looked at next.
    #[inline]
    pub(crate) fn see(&mut self, at: &G::Position) {
        if let Some(wins) = &self.wins {
            wins.look(self.game, at, &mut self.seen);
        }
    }

    /// Whether a move of the position that was seen last loses to the next one, as far as
    /// that is known.
    #[inline]
    pub(crate) fn loses(&self, to: &G::Position) -> bool {
        self.wins.as_ref().is_some_and(|wins| wins.loses(self.game, &self.seen, to))
    }

    /// On how many fields a move of the position that was seen last threatens to win.
    #[inline]
    pub(crate) fn n_threats(&self, to: &G::Position) -> u32 {
        self.wins.as_ref().map_or(0, |wins| wins.n_threats(self.game, &self.seen, to))
    }

    /// Whether all ways to win seem to be known, so that they are enough to order moves by.
    #[inline]
    pub(crate) fn knows_all_wins(&self) -> bool {
        self.wins.as_ref().is_some_and(|wins| wins.are_all())
    }

    /// How much a move of the position that was seen last promises, by the ways to win.
    #[inline]
    pub(crate) fn promise(&self, to: &G::Position) -> i32 {
        self.wins.as_ref().map_or(0, |wins| wins.promise(self.game, &self.seen, to))
    }

    /// Gives back a list that is not used any more.
    pub(crate) fn done(&mut self, mut list: Vec<G::Position>) {
        list.clear();
        self.spare.push(list);
    }

    /// The position belongs to the past now.
    pub(crate) fn enter(&mut self, at: &G::Position) {
        self.worker.enter(at);
    }

    /// The position that was entered last does not belong to the past any more.
    pub(crate) fn leave(&mut self) {
        self.worker.leave();
    }

    /// The bytes that a position takes. What lies outside of it is guessed: a byte
    /// for each field.
    pub(crate) fn position_bytes(&self) -> usize {
        std::mem::size_of::<G::Position>() + self.game.facts().board.n_fields()
    }
}

/// A number by which a whole position is found; equal numbers prove nothing.
pub(crate) fn hash<P: Hash>(position: &P) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    // The hasher leaves most of what it knows in the upper bits.
    let hash = hasher.finish();
    hash ^ hash >> 32
}

/// The positions on the way to the one that is looked at.
pub(crate) struct Path<P> {
    positions: Vec<(u64, P)>,
}

impl<P: Clone + Eq + Hash> Path<P> {
    pub(crate) fn new() -> Path<P> {
        Path { positions: Vec::new() }
    }

    pub(crate) fn push(&mut self, position: &P) {
        self.positions.push((hash(position), position.clone()));
    }

    pub(crate) fn pop(&mut self) {
        self.positions.pop();
    }

    /// Where a position is on the way: 0 for the root.
    pub(crate) fn place(&self, position: &P) -> Option<usize> {
        let wanted = hash(position);
        self.positions.iter().rposition(|(hash, at)| *hash == wanted && at == position)
    }
}
