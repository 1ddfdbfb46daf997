//! Looking ahead in a position: how far, how, and what was found.

use crate::backing::{Backing, Either};
use crate::state::State;
use crate::{Error, Game, Move, Position};
use interp::Interp;
use native::Native;
use search::{Algorithm, Evaluation, Heuristics, Limits, Platform, Settings, SettingsError};
use search::{Report, Stop, Verdict, win_share};
use std::sync::OnceLock;
use std::time::Duration;

/// Searches positions of a game for the best move, and remembers from one to the next.
///
/// Without a limit it searches until something is decided, which may take forever. The
/// evaluation is the first one of the rules; [`Game::with_evaluation`] helps where they
/// have none.
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
    native: OnceLock<search::Search<'g, Native>>,
    interp: OnceLock<search::Search<'g, Interp>>,
}

/// What a search has found.
///
/// ```
/// use multigame::{Game, Search};
///
/// let game = Game::load("tictactoe")?;
/// let found = Search::new(&game).depth(9).best(&game.start())?;
/// assert_eq!((found.depth(), found.score()), (9, 0));
/// assert_eq!(found.line()[0], *found.best().unwrap());
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Found {
    line: Vec<Move>,
    score: i32,
    depth: u32,
    nodes: u64,
    complete: bool,
    share: Option<f64>,
}

impl Found {
    /// The best move; nothing if the game is over, or if a limit left no time for one.
    pub fn best(&self) -> Option<&Move> {
        self.line.first()
    }

    /// The best play for both sides, as far as it is remembered; it begins with the best
    /// move.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// The value of the position for the player to move, as the search counts.
    pub fn score(&self) -> i32 {
        self.score
    }

    /// What the value says: a number, or who wins and when.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.score)
    }

    /// The share of the points that random games promise the player to move, from 0 to 1, if
    /// they were what the search went by.
    pub fn win_share(&self) -> Option<f64> {
        self.share
    }

    /// How many turns deep everything was searched.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many positions were looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the search came to its end, and no limit of nodes or time ended it.
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}

impl<'g> Search<'g> {
    /// A search with settings that play well, and without limits.
    pub fn new(game: &'g Game) -> Search<'g> {
        let (settings, limits) = (Settings::new(game.facts()), Limits::default());
        Search { game, settings, limits, native: OnceLock::new(), interp: OnceLock::new() }
    }

    /// At most so many turns deep.
    pub fn depth(mut self, turns: u32) -> Search<'g> {
        self.limits.depth = Some(turns);
        self
    }

    /// At most so many positions.
    pub fn nodes(mut self, nodes: u64) -> Search<'g> {
        self.limits.nodes = Some(nodes);
        self
    }

    /// No longer than that.
    pub fn time(mut self, time: Duration) -> Search<'g> {
        self.limits.time = Some(time);
        self
    }

    /// By another algorithm, with all that makes sense with it.
    pub fn algorithm(self, algorithm: Algorithm) -> Search<'g> {
        let mut heuristics = Heuristics::of(algorithm);
        heuristics.quiescence &= self.settings.evaluation != Evaluation::None;
        let settings = Settings { algorithm, heuristics, ..self.settings };
        let threads = settings.threads;
        self.with_settings(settings).threads(threads)
    }

    /// On so many threads.
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
        let platform = match self.settings.algorithm {
            _ if threads == 1 => Platform::Serial,
            Algorithm::Mcts => Platform::SharedTree,
            _ => Platform::SharedTable,
        };
        let settings = Settings { threads, platform, ..self.settings };
        self.with_settings(settings)
    }

    /// With so many bytes to remember positions.
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

    /// The settings, to be changed and handed to [`Search::with_settings`].
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The best move of a position.
    pub fn best(&self, position: &Position) -> Result<Found, Error> {
        self.best_while(position, &mut |_| {})
    }

    /// The same, telling what was found at each depth on the way.
    ///
    /// ```
    /// use multigame::{Game, Search};
    ///
    /// let game = Game::load("othello")?;
    /// let mut depths = Vec::new();
    /// let search = Search::new(&game).depth(3);
    /// search.best_while(&game.start(), &mut |found| depths.push(found.depth()))?;
    /// assert_eq!(depths, [1, 2, 3]);
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn best_while(
        &self,
        position: &Position,
        on_depth: &mut dyn FnMut(&Found),
    ) -> Result<Found, Error> {
        if !position.game().is_same(self.game) {
            return Err(Error::refused("the position belongs to another game", ""));
        }
        match &position.state {
            Either::Native(state) => {
                let Some(native) = self.game.native() else { return Err(lost_code()) };
                self.run(made(&self.native, native, self.settings)?, state, on_depth)
            }
            Either::Interp(state) => {
                let interp = self.game.interp();
                self.run(made(&self.interp, interp, self.settings)?, state, on_depth)
            }
        }
    }

    fn run<G: Backing>(
        &self,
        search: &search::Search<'g, G>,
        state: &State<G>,
        on_depth: &mut dyn FnMut(&Found),
    ) -> Result<Found, Error> {
        let mut tell = |report: &Report<G::Position>| {
            if let Ok(found) = found(report, state) {
                on_depth(&found);
            }
        };
        let report = search.best(&state.at, &state.past, &self.limits, &mut tell);
        found(&report, state)
    }
}

fn lost_code() -> Error {
    Error::Bug("a position of native code in a game that has none".into())
}

/// What searches with a back end, made once.
fn made<'s, 'g, G: Backing>(
    search: &'s OnceLock<search::Search<'g, G>>,
    game: &'g G,
    settings: Settings,
) -> Result<&'s search::Search<'g, G>, Error> {
    if search.get().is_none() {
        let new = search::Search::new(game, settings)
            .map_err(|SettingsError { message, hint }| Error::refused(message, hint))?;
        // If another thread was faster, its search is as good.
        let _ = search.set(new);
    }
    search.get().ok_or_else(|| Error::Bug("a search that was just made is gone".into()))
}

fn found<G: Backing>(report: &Report<G::Position>, state: &State<G>) -> Result<Found, Error> {
    if let Some(Stop::Rules(error)) = &report.stop {
        return Err(Error::Play(error.clone()));
    }
    let (line, score) = match &report.best {
        Some(best) => (state.moves_through(&best.positions)?, best.value),
        None => (Vec::new(), 0),
    };
    let (depth, nodes, complete) = (report.depth, report.nodes, report.stop.is_none());
    // Only random games have a seed.
    let share = report.seed.map(|_| win_share(score));
    Ok(Found { line, score, depth, nodes, complete, share })
}
