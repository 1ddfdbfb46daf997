//! A search from a position: the root, deeper and deeper, with what earlier
//! searches have learned.

use crate::algorithms::{Algorithm, Context, mtd_f};
use crate::best_first;
use crate::distributed::FarTable;
use crate::lead::Lead;
use crate::limits::{Limits, Stop, Stopper, Watch};
use crate::mcts;
use crate::ordering::{self, Ordering};
use crate::parallel::{Platform, with_threads};
use crate::principal;
use crate::report::{Line, Report};
use crate::settings::{Evaluation, SMALLER_TABLE, Settings, SettingsError};
use crate::table::Table;
use crate::tables::one_turn;
use crate::tree::{Oracle, Own, Tree};
use crate::tree_job::Job;
use crate::value::{DECIDED, INFINITE, Value, WIN, Window, is_decided};
use game::Game;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The deepest search without a limit.
pub(crate) const DEEPEST: u32 = 200;
/// By how much the first window around the last value is widened where it is too narrow.
const WIDER: [Value; 2] = [4, 16];
/// Half the width of that window, as long as nobody knows by how much turns change values.
const ASPIRATION: Value = 50;
/// How far a search goes that had no time to find anything, as where the code of the game was
/// made meanwhile: one turn, counted in nodes so that a slow machine finds the same move.
const AT_LEAST: Limits = Limits { depth: Some(1), nodes: Some(5_000), time: None };
/// How many random games, or positions in a tree that grows, that is.
const AT_LEAST_GROWN: Limits = Limits { depth: None, nodes: Some(200), time: None };

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
        self.lines_among((n_lines, &[]), at, past, limits, on_depth)
    }

    /// The same among some of its moves only, given by the positions they lead to. If
    /// none are given, all moves are searched; if those are no moves, none is found. However
    /// little time there is, each move is looked at once, unless somebody stops the search.
    pub fn lines_among(
        &self,
        wanted: (usize, &[G::Position]),
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
        (n_lines, among): (usize, &[G::Position]),
        at: &G::Position,
        past: &[G::Position],
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Report<G::Position> {
        let watch = self.begin(limits);
        if self.is_known(at) {
            let (mut context, limits) = (self.context(past, watch), one_turn(limits));
            return self.deepen(&mut context, at, (n_lines, among), &limits, on_depth);
        }
        if self.settings.algorithm == Algorithm::Mcts {
            let job = self.job(watch, limits, (n_lines, among));
            return mcts::search(&job, &mut self.kept(), at, past, on_depth);
        }
        if self.settings.algorithm.is_best_first() {
            let job = self.job(watch, limits, (n_lines, among));
            return best_first::search(&job, &mut self.grown(), at, past, on_depth);
        }
        let (platform, threads) = (self.settings.platform, self.settings.threads);
        if platform == Platform::Serial {
            let mut context = self.context(past, watch);
            return self.deepen(&mut context, at, (n_lines, among), limits, on_depth);
        }
        let all = Arc::default();
        let new = || self.context(past, watch.shared(&all));
        let wanted = (n_lines, among);
        let lead = |lead: &mut dyn Lead<'g, G>| self.deepen(lead, at, wanted, limits, on_depth);
        let (report, parallel) = with_threads((platform, threads), &new, lead);
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
        Watch::new(limits, self.stopper.clone())
    }

    /// What an algorithm that grows a tree is to do.
    pub(crate) fn job<'j>(
        &'j self,
        watch: Watch,
        limits: &'j Limits,
        (n_lines, among): (usize, &'j [G::Position]),
    ) -> Job<'j, 'g, G> {
        let (game, settings, own) = (self.game, self.settings, self.own.as_ref());
        Job { game, settings, own, watch, limits, n_lines, among, first_thread: 0 }
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

    /// Searches a position deeper and deeper, with so many lines among these moves.
    pub(crate) fn deepen(
        &self,
        lead: &mut dyn Lead<'g, G>,
        at: &G::Position,
        (n_lines, among): (usize, &[G::Position]),
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Report<G::Position> {
        let mut report = Report::default();
        // The values of the lines of the last depth, and of the one before.
        let (mut last, mut earlier) = (Vec::new(), Vec::new());
        let mut moves = match self.root_moves(lead, at, among) {
            Ok(moves) if moves.is_empty() => return report,
            Ok(moves) => moves,
            Err(stop) => return Report { stop: Some(stop), ..report },
        };
        let deepest = limits.depth.unwrap_or(DEEPEST).max(1);
        let first = if self.settings.heuristics.deepening { 1 } else { deepest };
        for depth in first..=deepest {
            let earlier_values = depth > first && self.settings.heuristics.earlier_values;
            if let Some(table) = self.table.as_ref().filter(|_| earlier_values) {
                ordering::by_earlier_values(lead.tree(), table, at, &mut moves);
            }
            lead.tree().unfinished = None;
            // Who makes the last move is often better off, so that values of every
            // other depth are alike.
            let guesses = if earlier.is_empty() { &last } else { &earlier };
            let searched = self.ranked(lead, at, &mut moves, (depth, n_lines), guesses);
            report.nodes = lead.nodes();
            match searched {
                Ok(mut lines) => {
                    let values = lines.iter().map(|line| line.value).collect();
                    earlier = std::mem::replace(&mut last, values);
                    let best = lines.remove(0);
                    let value = best.value;
                    (report.best, report.others, report.depth) = (Some(best), lines, depth);
                    on_depth(&report);
                    if is_decided(value) && self.settings.heuristics.deepening {
                        break;
                    }
                }
                Err(stop) => {
                    // What the unfinished depth has found counts, if one line is wanted.
                    if let Some(found) = lead.tree().unfinished.take().filter(|_| n_lines == 1) {
                        prefer(&mut report, &moves, found);
                    }
                    report.stop = Some(stop);
                    break;
                }
            }
        }
        report
    }

    /// The moves of the root among these, in the order in which they are tried first.
    fn root_moves(
        &self,
        lead: &mut dyn Lead<'g, G>,
        at: &G::Position,
        among: &[G::Position],
    ) -> Result<Vec<G::Position>, Stop> {
        let mut moves = lead.tree().enter(at, 0)?.unwrap_or_default();
        moves.retain(|to| among.is_empty() || among.contains(to));
        let h = self.settings.heuristics;
        // Where late moves are tried less deep, their order should mean something.
        if h.reductions && h.by_evaluation {
            ordering::by_evaluations(lead.tree(), at, &mut moves)?;
        }
        Ok(moves)
    }

    /// The best lines of a depth, at least one: each is the best among the moves
    /// that no line before it begins with. Their moves are the first afterwards.
    fn ranked(
        &self,
        lead: &mut dyn Lead<'g, G>,
        at: &G::Position,
        moves: &mut [G::Position],
        (depth, n_lines): (u32, usize),
        guesses: &[Value],
    ) -> Result<Vec<Line<G::Position>>, Stop> {
        let mut lines = Vec::new();
        for rank in 0..n_lines.clamp(1, moves.len()) {
            let guess = guesses.get(rank).copied();
            let value = self.root(lead, at, &mut moves[rank..], depth, guess)?;
            let (tree, table) = (lead.tree(), self.table.as_ref());
            let seen = (tree.player(at), value);
            let positions = principal::variation(tree, table, &moves[rank], depth, seen)?;
            lines.push(Line { positions, value });
        }
        Ok(lines)
    }

    /// Searches all moves to a depth; the best one is the first afterwards.
    pub(crate) fn root(
        &self,
        lead: &mut dyn Lead<'g, G>,
        at: &G::Position,
        moves: &mut [G::Position],
        depth: u32,
        guess: Option<Value>,
    ) -> Result<Value, Stop> {
        let h = self.settings.heuristics;
        if self.settings.algorithm == Algorithm::MtdF {
            let ask = |window| self.window(lead, at, moves, depth, window);
            return mtd_f(guess.unwrap_or(0), ask);
        }
        if let Some(guess) = guess.filter(|guess| h.aspiration && !is_decided(*guess)) {
            let width = lead.tree().swing.usual().unwrap_or(ASPIRATION).clamp(1, DECIDED / 16);
            let (mut alpha, mut beta) = (guess - width, guess + width);
            for wider in WIDER {
                let value = self.window(lead, at, moves, depth, Window { alpha, beta })?;
                match value {
                    // Only the side on which the value lies is widened.
                    _ if is_decided(value) => break,
                    _ if value <= alpha => alpha = guess - wider * width,
                    _ if value >= beta => beta = guess + wider * width,
                    _ => return Ok(value),
                }
            }
        }
        let (algorithm, platform) = (self.settings.algorithm, self.settings.platform);
        let beta = match algorithm == Algorithm::AlphaBeta && platform != Platform::RootParallel {
            // Alpha-beta is content with a win on the spot.
            true => WIN,
            false => INFINITE,
        };
        self.window(lead, at, moves, depth, Window { alpha: -INFINITE, beta })
    }

    /// Searches all moves with a window.
    fn window(
        &self,
        lead: &mut dyn Lead<'g, G>,
        at: &G::Position,
        moves: &mut [G::Position],
        depth: u32,
        window: Window,
    ) -> Result<Value, Stop> {
        let (value, i) = lead.moves(at, moves, depth, window)?;
        // Below the window nothing is known but that no move is better. Otherwise the
        // best comes first, and the others keep their order.
        if value > window.alpha {
            moves[..=i].rotate_right(1);
            lead.tree().unfinished = Some((value, 0));
        }
        Ok(value)
    }
}

/// Makes a move the best one, by its number and its value, unless it is.
fn prefer<P: Clone + PartialEq>(report: &mut Report<P>, moves: &[P], (value, i): (Value, usize)) {
    let known = report.best.as_ref().and_then(|line| line.positions.first());
    if known != Some(&moves[i]) {
        report.best = Some(Line { positions: vec![moves[i].clone()], value });
    }
}
