//! Looking ahead in a position: how far, how, and until when.

use crate::backing::{Backing, Either};
use crate::state::State;
use crate::{Error, Found, Game, Line, Move, Position};
use game::Rng;
use interp::Interp;
use native::Native;
use search::{Algorithm, Clock, Evaluation, Heuristics, Limits, Settings, SettingsError};
use search::{Report, Stopper};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tune::{Given, Habits, HabitsError, Level, Mood, level, suitable};

/// Searches positions of a game for the best move, and remembers from one to the next.
///
/// Without a limit it searches until something is decided, which may take forever, or until
/// another thread stops it ([`Search::stopper`]). The evaluation is the first one of the rules;
/// [`Game::with_evaluation`] helps where they have none.
///
/// It knows the whole position. In a game in which players do not see everything it finds what
/// somebody who does would play, as one may ask after such a game; what a player can know is in
/// [`Histories`](crate::Histories).
///
/// ```
/// use multigame::{Game, Search, Verdict};
///
/// let game = Game::load("chess")?;
/// let position = game.position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
/// let found = Search::new(&game).depth(3).best(&position)?;
/// assert_eq!(found.best().unwrap().text(), "a1a8");
/// assert!(matches!(found.verdict(), Verdict::Wins(_)));
/// # Ok::<(), multigame::Error>(())
/// ```
#[must_use]
pub struct Search<'g> {
    game: &'g Game,
    settings: Settings,
    limits: Limits,
    n_lines: usize,
    /// How a move is chosen, if it is not always the best one.
    mood: Option<Mood>,
    stopper: Stopper,
    native: OnceLock<search::Search<'g, Native>>,
    interp: OnceLock<search::Search<'g, Interp>>,
    /// Whether the code that a search needs was made.
    is_warm: AtomicBool,
}

/// How many positions are searched before the clock runs for the first time.
const WARM_NODES: u64 = 64;

impl<'g> Search<'g> {
    /// A search with the settings of the game, which its file of settings or its rules say,
    /// and without limits.
    pub fn new(game: &'g Game) -> Search<'g> {
        Search {
            game,
            settings: game.usual_settings(),
            limits: Limits::default(),
            n_lines: 1,
            mood: None,
            stopper: Stopper::default(),
            native: OnceLock::new(),
            interp: OnceLock::new(),
            is_warm: AtomicBool::new(false),
        }
    }

    /// At most this many turns deep, and at least one. Without any limit a search ends when a win or
    /// a loss is found, and never where neither is.
    pub fn depth(mut self, turns: u32) -> Search<'g> {
        self.limits.depth = Some(turns);
        self
    }

    /// At most this many positions; with 0, or too few to look at each move, no move is found.
    pub fn nodes(mut self, nodes: u64) -> Search<'g> {
        self.limits.nodes = Some(nodes);
        self
    }

    /// No longer than that, once the code is made that a search needs. However short it is, each
    /// move is looked at once.
    pub fn time(mut self, time: Duration) -> Search<'g> {
        self.limits.time = Some(time);
        self
    }

    /// With a clock that runs for the whole game: about its share for this move, less where
    /// the best move is clear, and up to three times as long where it is not, whatever else
    /// limits the search.
    ///
    /// ```
    /// use multigame::{Clock, Game, Search};
    /// use std::time::Duration;
    ///
    /// let game = Game::load("chess")?;
    /// let (left, increment) = (Duration::from_secs(2), Duration::ZERO);
    /// let clock = Clock { left, increment, moves_to_go: None };
    /// // Level 10 would take longer.
    /// let found = Search::new(&game).level(10).clock(clock).best(&game.start())?;
    /// assert!(found.best().is_some());
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn clock(mut self, clock: Clock) -> Search<'g> {
        self.limits = self.limits.by_clock(&clock);
        self
    }

    /// The best moves, at most this many and at least one, each with its own line: see
    /// [`Found::lines`].
    pub fn lines(self, n_lines: usize) -> Search<'g> {
        Search { n_lines, ..self }
    }

    /// As strong as the computer is at this level, from 1 to 10: how far it looks, and, at the
    /// low ones, that [`Search::chosen`] does not always choose the best move.
    ///
    /// ```
    /// use multigame::{Game, Search};
    ///
    /// let game = Game::load("tictactoe")?;
    /// let search = Search::new(&game).level(1);
    /// let found = search.best(&game.start())?;
    /// assert!(search.chosen(&found, 7).is_some());
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn level(self, n: u8) -> Search<'g> {
        let Level { limits, mood } = level(n, self.settings.algorithm);
        Search { limits, mood, n_lines: mood.map_or(1, |mood| mood.lines), ..self }
    }

    /// The move that is made after a search: at a low level one of those that seem about as
    /// good, and otherwise the best. A seed gives the same choice every time.
    pub fn chosen<'f>(&self, found: &'f Found, seed: u64) -> Option<&'f Move> {
        let scores: Vec<i32> = found.lines().iter().map(Line::score).collect();
        let n = self.mood.map_or(Some(0), |mood| mood.choose(&scores, &mut Rng::new(seed)))?;
        found.lines().get(n)?.moves().first()
    }

    /// By another algorithm, with all that makes sense with it.
    pub fn algorithm(self, algorithm: Algorithm) -> Search<'g> {
        let mut heuristics = Heuristics::of(algorithm);
        heuristics.quiescence &= self.settings.evaluation != Evaluation::None;
        let settings = Settings { algorithm, heuristics, ..self.settings };
        let threads = settings.threads;
        self.with_settings(settings).threads(threads)
    }

    /// On this many threads, from 1 to 256.
    ///
    /// ```
    /// use multigame::{Algorithm, Game, Search};
    ///
    /// let game = Game::load("connect4")?;
    /// let search = Search::new(&game).algorithm(Algorithm::Mcts).threads(2).nodes(200);
    /// let found = search.best(&game.start())?;
    /// assert!(found.best().is_some() && found.win_share().is_some());
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn threads(self, threads: usize) -> Search<'g> {
        let settings = Settings { threads, ..self.settings };
        let platform = suitable(settings, self.game.facts());
        self.with_settings(Settings { platform, ..settings })
    }

    /// With this many bytes to remember positions.
    pub fn memory(self, bytes: usize) -> Search<'g> {
        let settings = Settings { table_bytes: bytes, ..self.settings };
        self.with_settings(settings)
    }

    /// By the evaluation of this name.
    pub fn evaluation(self, name: &str) -> Result<Search<'g>, Error> {
        let names = self.game.evaluations();
        let Some(n) = names.iter().position(|known| known == name) else {
            let message = format!("no evaluation is called `{name}`");
            return Err(Error::refused(message, format!("there are: {}", names.join(", "))));
        };
        let settings = Settings { evaluation: Evaluation::Rules(n), ..self.settings };
        Ok(self.with_settings(settings))
    }

    /// With settings down to the last heuristic.
    pub fn with_settings(self, settings: Settings) -> Search<'g> {
        Search { settings, native: OnceLock::new(), interp: OnceLock::new(), ..self }
    }

    /// With what a file of settings says, over the settings up to here.
    ///
    /// ```
    /// use multigame::{Algorithm, Game, Search};
    ///
    /// let game = Game::load("connect4")?;
    /// let search = Search::new(&game).with_file("algorithm = mcts\nseed = 7\n")?;
    /// assert_eq!(search.settings().algorithm, Algorithm::Mcts);
    /// assert!(Search::new(&game).with_file("algorithm = best\n").is_err());
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn with_file(self, text: &str) -> Result<Search<'g>, Error> {
        let refused = |SettingsError { message, hint }| Error::refused(message, hint);
        let habits = Habits::parse(text).map_err(|HabitsError { line, message, hint }| {
            Error::refused(format!("line {line}: {message}"), hint)
        })?;
        let threads = self.settings.threads;
        let layers = [&habits.given];
        let settings = Given::layered(self.settings, self.game.facts(), &layers, threads);
        Ok(self.with_settings(settings.map_err(refused)?))
    }

    /// The settings, to be changed and handed to [`Search::with_settings`].
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The best move of a position.
    pub fn best(&self, position: &Position) -> Result<Found, Error> {
        self.best_with_progress(position, |_| {})
    }

    /// The same, and shows what was found at each depth on the way.
    ///
    /// ```
    /// use multigame::{Game, Search};
    ///
    /// let game = Game::load("othello")?;
    /// let mut depths = Vec::new();
    /// let search = Search::new(&game).depth(3);
    /// search.best_with_progress(&game.start(), |found| depths.push(found.depth()))?;
    /// assert_eq!(depths, [1, 2, 3]);
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn best_with_progress(
        &self,
        position: &Position,
        mut on_depth: impl FnMut(&Found),
    ) -> Result<Found, Error> {
        position.must_be_of(self.game)?;
        match &position.state {
            Either::Native(state) => {
                let Some(native) = self.game.native() else { return Err(lost_code()) };
                self.run(self.made(&self.native, native)?, state, &mut on_depth)
            }
            Either::Interp(state) => {
                let interp = self.game.interp();
                self.run(self.made(&self.interp, interp)?, state, &mut on_depth)
            }
        }
    }

    /// A handle that stops the search from another thread, or from the function that sees its
    /// progress. What was found by then is the answer. The search stays stopped, so that a
    /// stop that comes too early is not lost, until [`Stopper::reset`].
    ///
    /// ```
    /// use multigame::{Game, Search};
    /// use std::thread;
    ///
    /// let game = Game::load("chess")?;
    /// let search = Search::new(&game);
    /// let stopper = search.stopper();
    /// let found = thread::scope(|scope| {
    ///     // Without a limit, this would not end soon.
    ///     let thread = scope.spawn(|| search.best(&game.start()));
    ///     stopper.stop();
    ///     thread.join().unwrap()
    /// })?;
    /// assert!(!found.is_complete());
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// What searches with a back end, made once.
    fn made<'s, G: Backing>(
        &self,
        search: &'s OnceLock<search::Search<'g, G>>,
        game: &'g G,
    ) -> Result<&'s search::Search<'g, G>, Error> {
        if search.get().is_none() {
            let new = search::Search::new(game, self.settings)
                .map_err(|SettingsError { message, hint }| Error::refused(message, hint))?;
            // If another thread was faster, its search is as good.
            let _ = search.set(new.with_stopper(self.stopper()));
        }
        search.get().ok_or_else(|| Error::Bug("a search that was just made is gone".into()))
    }

    /// Looks a little ahead before the first search by time: native code is made where it is first
    /// called, and in a short search that could take all of the time.
    fn warm_up<G: Backing>(&self, search: &search::Search<'g, G>, state: &State<G>) {
        if self.limits.time.is_none() || self.is_warm.swap(true, Ordering::Relaxed) {
            return;
        }
        let limits = Limits { depth: Some(2), nodes: Some(WARM_NODES), ..Limits::default() };
        search.lines(1, &state.at, &state.past, &limits, &mut |_| {});
    }

    fn run<G: Backing>(
        &self,
        search: &search::Search<'g, G>,
        state: &State<G>,
        on_depth: &mut dyn FnMut(&Found),
    ) -> Result<Found, Error> {
        let mut tell = |report: &Report<G::Position>| {
            if let Ok(found) = Found::of(report, state) {
                on_depth(&found);
            }
        };
        self.warm_up(search, state);
        let report = search.lines(self.n_lines, &state.at, &state.past, &self.limits, &mut tell);
        Found::of(&report, state)
    }
}

fn lost_code() -> Error {
    Error::Bug("a position of native code in a game that has none".into())
}
