//! A search from a position: which algorithm does it, with what earlier searches have learned.

mod deepening;
mod pacing;

use crate::algorithms::{Algorithm, Context};
use crate::best_first;
use crate::distributed::FarTable;
use crate::lead::Lead;
use crate::limits::{Limits, Stop, Stopper, Watch};
use crate::mcts;
use crate::ordering::Ordering;
use crate::parallel::{Platform, with_threads};
use crate::report::{Report, Wanted};
use crate::settings::{Evaluation, SMALLER_TABLE, Settings, SettingsError};
use crate::table::Table;
use crate::tables::one_turn;
use crate::tree::{Oracle, Own, Tree};
use crate::tree_job::Job;
use crate::value::Value;
pub(crate) use deepening::DEEPEST;
use game::Game;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How far a search goes that had no time to find anything, as where the code of the game was
/// made meanwhile: one turn, counted in nodes so that a slow machine finds the same move.
const AT_LEAST: Limits =
    Limits { depth: Some(1), nodes: Some(5_000), time: None, cheap: 0, usual: None };
/// How many random games, or positions in a tree that grows, that is.
const AT_LEAST_GROWN: Limits =
    Limits { depth: None, nodes: Some(200), time: None, cheap: 0, usual: None };

/// Searches positions of a game; remembers from one to the next.
pub struct Search<'g, G: Game> {
    pub(crate) game: &'g G,
    settings: Settings,
    /// What its user says of positions.
    own: Option<Own<G>>,
    /// What tables say of positions.
    pub(crate) known: Option<Oracle<'g, G::Position>>,
    table: Option<Table>,
    /// The tree of the last search, if the algorithm has one.
    kept: Mutex<Option<mcts::Kept<G::Position>>>,
    /// The same for best-first minimax.
    grown: Mutex<Option<best_first::Grown<G::Position>>>,
    stopper: Stopper,
}

impl<'g, G: Game> Search<'g, G> {
    /// A search with these settings, or why they make no sense.
    pub fn new(game: &'g G, settings: Settings) -> Result<Search<'g, G>, SettingsError> {
        settings.check(game.facts())?;
        let bytes = settings.table_bytes;
        let table = match settings.heuristics.table {
            true => Some(Table::new(bytes).ok_or_else(|| SettingsError {
                message: format!("there is no room for a table of {} MB", bytes >> 20),
                hint: SMALLER_TABLE.to_string(),
            })?),
            false => None,
        };
        let (kept, grown, stopper) = (Mutex::new(None), Mutex::new(None), Stopper::default());
        Ok(Search { game, settings, own: None, known: None, table, kept, grown, stopper })
    }

    /// The same search with an evaluation of your own: what a position is worth for the
    /// player to move, whatever the rules say. Ends of games are told by the rules and
    /// not asked for. Every thread asks, so that it has to give the same number for the
    /// same position.
    ///
    /// ```
    /// use game::Game;
    /// // In a program of yours: `let game = multigame::parts::load("tictactoe")?.game;`
    /// let game = testing::load("tictactoe");
    /// let corners = |game: &interp::Interp, at: &interp::Position| {
    ///     let (setup, own) = (game.setup(at), game.player(at).into());
    ///     let mine = |i: &usize| setup.board[*i].last().map(|piece| piece.owner() == own);
    ///     let count = |wanted| [0, 2, 6, 8].iter().filter(|i| mine(i) == Some(wanted)).count();
    ///     count(true) as i32 - count(false) as i32
    /// };
    /// let search = search::Search::new(&game, search::Settings::new(game.facts())).unwrap();
    /// let search = search.with_evaluation(corners);
    /// let limits = search::Limits { depth: Some(1), ..search::Limits::default() };
    /// let best = search.best(&game.start(), &[], &limits, &mut |_| {}).best.unwrap();
    /// assert_eq!(best.value, 1);
    /// ```
    pub fn with_evaluation(
        mut self,
        own: impl Fn(&G, &G::Position) -> Value + Send + Sync + 'static,
    ) -> Search<'g, G> {
        self.settings.evaluation = Evaluation::Own;
        self.own = Some(Arc::new(own));
        // Nothing that was found with another evaluation is of use.
        self.forget();
        self
    }

    /// The same search, stopped by a handle that may stop others, too.
    #[must_use]
    pub fn with_stopper(mut self, stopper: Stopper) -> Search<'g, G> {
        self.stopper = stopper;
        self
    }

    /// What stops the search from another thread.
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Forgets what earlier searches have learned.
    pub fn forget(&self) {
        if let Some(table) = &self.table {
            table.clear();
        }
        *self.kept() = None;
        *self.grown() = None;
    }

    /// Shows each position of the tree of the last search by best-first minimax whose moves
    /// were listed, with its value for the player to move: what descent learns from. The
    /// signatures of positions below the root may be wrong. Other algorithms show nothing.
    pub fn explored(&self, see: &mut dyn FnMut(&G::Position, Value)) {
        if let Some(grown) = &*self.grown() {
            grown.explored(see);
        }
    }

    /// The best move of a position. `past` holds the earlier positions, the oldest
    /// first; `on_depth` sees what was found at each depth.
    pub fn best(
        &self,
        at: &G::Position,
        past: &[G::Position],
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Report<G::Position> {
        self.lines(1, at, past, limits, on_depth)
    }

    /// The best moves of a position, at most this many, each with its own line.
    pub fn lines(
        &self,
        n_lines: usize,
        at: &G::Position,
        past: &[G::Position],
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Report<G::Position> {
        self.lines_among(Wanted::best(n_lines), at, past, limits, on_depth)
    }

    /// The same among some of its moves only. If those are no moves, none is found. However
    /// little time there is, each move is looked at once, unless somebody stops the search.
    pub fn lines_among(
        &self,
        wanted: Wanted<'_, G::Position>,
        at: &G::Position,
        past: &[G::Position],
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Report<G::Position> {
        let report = self.lines_within(wanted, at, past, limits, on_depth);
        if report.best.is_some() || report.stop != Some(Stop::Time) {
            return report;
        }
        let grows = self.settings.algorithm.grows_tree();
        let least = if grows { AT_LEAST_GROWN } else { AT_LEAST };
        let report = self.lines_within(wanted, at, past, &least, on_depth);
        match report.stop {
            Some(Stop::Rules(_) | Stop::Told) => report,
            _ => Report { stop: Some(Stop::Time), ..report },
        }
    }

    /// The same and no further than limits say.
    fn lines_within(
        &self,
        wanted: Wanted<'_, G::Position>,
        at: &G::Position,
        past: &[G::Position],
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Report<G::Position> {
        let watch = self.begin(limits);
        if self.is_known(at) {
            let (mut context, limits) = (self.context(past, watch), one_turn(limits));
            return self.deepen(&mut context, at, wanted, &limits, on_depth);
        }
        if self.settings.algorithm == Algorithm::Mcts {
            let job = self.job(watch, limits, wanted);
            return mcts::search(&job, &mut self.kept(), at, past, on_depth);
        }
        if self.settings.algorithm.is_best_first() {
            let job = self.job(watch, limits, wanted);
            return best_first::search(&job, &mut self.grown(), at, past, on_depth);
        }
        let (platform, threads) = (self.settings.platform, self.settings.threads);
        if platform == Platform::Serial {
            let mut context = self.context(past, watch);
            return self.deepen(&mut context, at, wanted, limits, on_depth);
        }
        let all = Arc::default();
        let new = || self.context(past, watch.shared(&all));
        let lead = |lead: &mut dyn Lead<'g, G>| self.deepen(lead, at, wanted, limits, on_depth);
        let (report, parallel) = with_threads(platform, threads, &new, lead);
        Report { nodes: parallel.nodes(), parallel: Some(parallel), ..report }
    }

    /// How it is done.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Begins a search with these limits.
    pub(crate) fn begin(&self, limits: &Limits) -> Watch {
        if let Some(table) = &self.table {
            table.begin();
        }
        // What grows a tree, or searches to one depth, has no depths between which it could end.
        let has_depths =
            !self.settings.algorithm.grows_tree() && self.settings.heuristics.deepening;
        let limits = if has_depths { *limits } else { limits.at_usual() };
        Watch::new(&limits, self.stopper.clone())
    }

    /// What an algorithm that grows a tree is to do.
    pub(crate) fn job<'j>(
        &'j self,
        watch: Watch,
        limits: &'j Limits,
        wanted: Wanted<'j, G::Position>,
    ) -> Job<'j, 'g, G> {
        let (game, settings, own) = (self.game, self.settings, self.own.as_ref());
        Job { game, settings, own, watch, limits, wanted, first_thread: 0 }
    }

    /// The tree of the last search, if the algorithm has one.
    pub(crate) fn kept(&self) -> MutexGuard<'_, Option<mcts::Kept<G::Position>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tree of the last search by best-first minimax.
    fn grown(&self) -> MutexGuard<'_, Option<best_first::Grown<G::Position>>> {
        self.grown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a search without limits, which ends when somebody else says so.
    pub(crate) fn begin_told_by(&self, stopper: &Stopper) -> Watch {
        self.begin(&Limits::default()).told_by(stopper)
    }

    /// What is remembered of positions.
    pub(crate) fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// What one thread works with at one of several ranks.
    pub(crate) fn far_context<'s>(
        &'s self,
        past: &[G::Position],
        watch: Watch,
        far: &'s FarTable,
    ) -> Context<'s, 'g, G> {
        Context { far: self.table.as_ref().map(|_| far), ..self.context(past, watch) }
    }

    /// What one thread works with.
    pub(crate) fn context(&self, past: &[G::Position], watch: Watch) -> Context<'_, 'g, G> {
        Context {
            tree: Tree::new(self.game, self.settings, past, watch)
                .with_own(self.own.as_ref())
                .with_known(self.known.as_ref()),
            ordering: Ordering::new(),
            table: self.table.as_ref(),
            far: None,
            seens: Default::default(),
            passes_from: 1,
        }
    }
}
