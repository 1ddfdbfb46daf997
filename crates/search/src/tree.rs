//! A game as an algorithm sees it: positions and their moves, what ends are worth,
//! nodes that are counted, and limits that end the search from anywhere.

mod capturing;
mod growing;
mod judging;

pub(crate) use crate::side::Side;
pub(crate) use capturing::Changing;

use crate::algorithms::Algorithm;
use crate::captures::Captures;
use crate::evaluated::Evaluated;
use crate::exchange::Changes;
use crate::forced::Forced;
use crate::lead::BestMove;
use crate::limits::{Pace, Stop, Watch};
use crate::parallel::Signal;
use crate::principal::Best;
use crate::reductions::Reductions;
use crate::settings::{Evaluation, Settings};
use crate::swing::Swing;
use crate::value::{Level, OutcomeValue, Value};
use crate::way::{Ground, Way};
use crate::worth::Worth;
use game::{Game, Outcome, Player, Worker};
use std::sync::Arc;

/// What the user of the library says of a position, for the player to move.
pub(crate) type Own<G> = Arc<dyn Fn(&G, &<G as Game>::Position) -> Value + Send + Sync>;

/// What tables say of a position: the outcome as if the player to move were the first, and
/// after how many turns; nothing if no table has it.
pub type Oracle<'g, P> = Arc<dyn Fn(&P) -> Option<(Outcome, u32)> + Send + Sync + 'g>;

/// The tree below a position, for one thread.
pub struct Tree<'g, G: Game> {
    game: &'g G,
    worker: G::Worker<'g>,
    settings: Settings,
    /// What the user of the library says of positions.
    own: Option<Own<G>>,
    /// What tables say of positions.
    known: Option<Oracle<'g, G::Position>>,
    watch: Watch,
    nodes: u64,
    /// How fast random games begin.
    pace: Pace,
    /// The way here, if the rules ask what has occurred.
    way: Option<Way>,
    /// The positions of the game before the root.
    n_past: usize,
    /// On what the value rests that was found last.
    ground: Ground,
    captures: Captures,
    /// Which turns do not count as depth.
    forced: Forced,
    /// Whether nobody asks for signatures.
    bare: bool,
    /// What positions were worth that were evaluated not long ago.
    evaluated: Evaluated,
    /// How far evaluations are apart.
    pub(crate) swing: Swing,
    /// What pieces are worth.
    pub(crate) worth: Worth,
    pub(crate) changes: Changes,
    /// How much less deep late moves are tried.
    pub(crate) reductions: Reductions,
    /// The best move of the root at the depth under way, once it is known to be at least as
    /// good as the best one of the last depth.
    pub(crate) unfinished: Option<BestMove>,
    /// The best moves up to now, for algorithms that keep them nowhere else.
    pub(crate) best: Best,
    /// How many positions on the way belong to the past.
    entered: usize,
    /// Lists of moves that are not in use.
    spare: Vec<Vec<G::Position>>,
}

impl<'g, G: Game> Tree<'g, G> {
    pub(crate) fn new(
        game: &'g G,
        settings: Settings,
        past: &[G::Position],
        watch: Watch,
    ) -> Tree<'g, G> {
        let worker = game.worker(past);
        let signatures = || past.iter().map(|at| game.signature(at));
        let h = settings.heuristics;
        let plain = matches!(settings.algorithm, Algorithm::AlphaBeta | Algorithm::Pvs);
        let bare = plain && !(h.table || h.killers || h.history || game.asks_for_past());
        let way = game.asks_for_past().then(|| Way::new(signatures()));
        Tree {
            game,
            worker,
            settings,
            own: None,
            known: None,
            watch,
            nodes: 0,
            pace: Pace::FIRST,
            way,
            n_past: past.len(),
            ground: Ground::NONE,
            captures: Captures::default(),
            forced: Forced::new(false, 0),
            bare,
            // Positions of random games have no signatures to be found by.
            evaluated: Evaluated::new(
                !bare
                    && !settings.algorithm.grows_tree()
                    && settings.evaluation != Evaluation::None,
            ),
            swing: Swing::default(),
            worth: Worth::default(),
            changes: Changes::default(),
            reductions: Reductions::new(h.reductions, &settings.depth_first),
            unfinished: None,
            best: Best::default(),
            entered: 0,
            spare: Vec::new(),
        }
    }

    /// The same tree, evaluated by the user of the library.
    pub(crate) fn with_own(self, own: Option<&Own<G>>) -> Tree<'g, G> {
        let mut tree = Tree { own: own.cloned(), ..self };
        tree.evaluated.clear();
        tree
    }

    /// The same tree, in which tables are asked.
    pub(crate) fn with_known(self, known: Option<&Oracle<'g, G::Position>>) -> Tree<'g, G> {
        Tree { known: known.cloned(), ..self }
    }

    /// Begins again after another past, with a new watch; memory stays.
    pub(crate) fn restart(&mut self, past: &[G::Position], watch: Watch) {
        self.back_to(0);
        for _ in 0..self.n_past {
            self.worker.leave();
            self.way.iter_mut().for_each(Way::leave);
        }
        for at in past {
            self.worker.enter(at);
            if let Some(way) = &mut self.way {
                way.enter(self.game.signature(at));
            }
        }
        (self.n_past, self.nodes, self.watch) = (past.len(), 0, watch);
        self.ground = Ground::NONE;
    }

    /// From now on, no more nodes than these in all.
    pub(crate) fn watch_nodes(&mut self, most: Option<u64>) {
        self.watch.set_nodes(most);
    }

    /// A search to a depth begins.
    pub(crate) fn begin_depth(&mut self, depth: u32) {
        self.forced = Forced::new(self.settings.heuristics.forced, depth);
    }

    /// The depth that is left after a position with this many moves, and where that is.
    #[inline]
    pub(crate) fn below(&self, n_moves: usize, level: Level) -> Level {
        self.forced.below(n_moves, level)
    }

    /// The turns of the longest line to a depth, as far as depth alone tells.
    pub(crate) fn longest(&self, depth: u32) -> usize {
        self.forced.longest().max(depth as usize)
    }

    /// The game.
    pub(crate) fn game(&self) -> &'g G {
        self.game
    }

    /// How the search is done.
    #[inline]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Who is to move.
    #[inline]
    pub fn player(&self, at: &G::Position) -> Player {
        self.game.player(at)
    }

    /// The signature of a position.
    #[inline]
    pub fn signature(&self, at: &G::Position) -> u64 {
        self.game.signature(at)
    }

    /// Under what a position is found in the table, on this way.
    #[inline]
    pub(crate) fn key(&self, at: &G::Position) -> u64 {
        let signature = self.game.signature(at);
        let key = self.way.as_ref().map_or(signature, |way| way.key(signature));
        key ^ self.game.pressing_counters(at)
    }

    /// Whether nothing that has occurred, and no counter, is about to end the game here.
    #[inline]
    pub(crate) fn is_new(&self, at: &G::Position) -> bool {
        let has_occurred = |way: &Way| way.occurrences(self.game.signature(at)) > 0;
        !self.way.as_ref().is_some_and(has_occurred) && self.game.pressing_counters(at) == 0
    }

    /// How many turns from the root wins count that are found here.
    #[inline]
    pub(crate) fn turns_to_win(&self, ply: usize) -> usize {
        match self.settings.outcomes {
            OutcomeValue::Soon => ply,
            OutcomeValue::Flat => 0,
        }
    }

    /// On what the value rests that was found last.
    #[inline]
    pub(crate) fn ground(&self) -> Ground {
        self.ground
    }

    /// A value was found that rests on this.
    #[inline]
    pub(crate) fn rest_on(&mut self, ground: Ground) {
        self.ground = ground;
    }

    /// On what the moves of the position that was entered last rest, or its outcome.
    fn ground_here(&self) -> Ground {
        let ground = self.way.as_ref().and_then(|_| self.worker.ground());
        ground.map_or(Ground::NONE, |oldest| Ground::at(oldest.saturating_sub(self.n_past)))
    }

    /// Counts a node, and ends the search if a limit is met.
    #[inline]
    pub fn count(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        self.watch.check(self.nodes)
    }

    /// Counts a node that takes long, and ends the search if a limit is met.
    pub(crate) fn count_long(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        self.watch.check_all(self.nodes)
    }

    /// Lists the positions that a turn can lead to; gives the value instead if the
    /// game is over. The position belongs to the past until [`Tree::leave`].
    pub fn enter(
        &mut self,
        at: &G::Position,
        ply: usize,
    ) -> Result<Result<Vec<G::Position>, Value>, Stop> {
        // Of the root the moves are wanted.
        if ply > 0
            && let Some(value) = self.known(at, ply)
        {
            self.ground = Ground::NONE;
            return Ok(Err(value));
        }
        let mut list = self.spare.pop().unwrap_or_default();
        // The moves of the root are given to the user, and have to be whole.
        let expanded = match self.bare && ply > 0 {
            true => self.worker.expand_bare(at, &mut list)?,
            false => self.worker.expand(at, &mut list)?,
        };
        self.ground = self.ground_here();
        match expanded {
            None => {
                if self.settings.heuristics.quiescence && !self.captures.optional {
                    self.look_for_captures(at, &list, false);
                }
                self.pass(at);
                Ok(Ok(list))
            }
            Some(outcome) => {
                self.spare.push(list);
                Ok(Err(self.settings.outcomes.of(outcome, self.player(at), ply)))
            }
        }
    }

    /// Gives back the list of a position that was entered.
    #[inline]
    pub fn leave(&mut self, mut list: Vec<G::Position>) {
        list.clear();
        self.spare.push(list);
        self.back_to(self.entered - 1);
    }

    /// Gives back a list without leaving its position.
    pub(crate) fn recycle(&mut self, mut list: Vec<G::Position>) {
        list.clear();
        self.spare.push(list);
    }

    /// The position belongs to the past, though its moves were listed elsewhere.
    #[inline]
    pub(crate) fn pass(&mut self, at: &G::Position) {
        self.worker.enter(at);
        if let Some(way) = &mut self.way {
            way.enter(self.game.signature(at));
        }
        self.entered += 1;
    }

    /// How many positions were entered and not left.
    pub(crate) fn entered(&self) -> usize {
        self.entered
    }

    /// Leaves positions until only this many are entered, however the search came
    /// out of them.
    #[inline]
    pub(crate) fn back_to(&mut self, entered: usize) {
        while self.entered > entered {
            self.worker.leave();
            if let Some(way) = &mut self.way {
                way.leave();
            }
            self.entered -= 1;
        }
    }

    /// Ends when another signal says so; gives the one before.
    pub(crate) fn listen(&mut self, signal: Option<Arc<Signal>>) -> Option<Arc<Signal>> {
        self.watch.listen(signal)
    }

    /// Tells the other threads of the nodes up to now; the nodes of all.
    pub(crate) fn tell(&mut self) -> u64 {
        self.watch.tell(self.nodes)
    }
}
