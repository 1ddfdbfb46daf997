//! The computer as a player: asks a search for a move and always has one, and says
//! in words what the search found.

use super::args::{PlayArgs, Side};
use super::book::Opening;
use super::combine::Probed;
use super::engine::Engine;
use super::report::Failure;
use super::tables::attach;
use super::words::count;
use super::{settings, terminal};
use ::tune::{Level, Mood, level};
use game::{Facts, Game, Line, Move, Player, Rng, RulesError, Turn, crew};
use search::{Algorithm, Clock, Limits, Report, Search, Settings, Stop, Value, Verdict, win_share};
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// A move with what the search found; nothing if it begins a win by threats.
pub(super) struct Thought<P> {
    pub(super) chosen: Move<P>,
    report: Option<Report<P>>,
    /// Whether it is a move of the opening book.
    by_book: bool,
}

impl<P> Thought<P> {
    /// What the search found, in parentheses; nothing if it was not asked.
    pub(super) fn words(&self, facts: &Facts, player: Player) -> Option<String> {
        if self.by_book {
            return Some("  (book)".to_string());
        }
        let report = self.report.as_ref()?;
        let Some(best) = &report.best else { return Some("  (at once)".to_string()) };
        let value = Verdict::of(best.value).describe(facts, player);
        let value = value.unwrap_or_else(|| number(report, best.value));
        let nodes = count(report.nodes, "node");
        Some(format!("  ({value}, depth {}, {nodes})", report.depth))
    }
}

/// A player that searches the way a user asked for. What it learned stays from one
/// move to the next.
pub(super) struct Computer<'g, G: Game> {
    /// Nothing if the game cannot be searched, with the reason.
    search: Result<Search<'g, G>, (String, String)>,
    /// What it plays by as long as that has the position.
    opening: Option<Opening>,
    limits: Limits,
    /// How it chooses, if it does not always make the best move.
    mood: Option<Mood>,
    random: RefCell<Rng>,
    /// Whether the code of the game is made, if it is in a hurry.
    is_warm: Cell<bool>,
    /// Whether a clock decides how long to think.
    by_clock: bool,
    /// Whether it thinks while others do.
    ponders: bool,
}

impl<'g, G: Engine> Computer<'g, G> {
    /// The computer of a game in the terminal. Puzzles have none, which is said if it
    /// should move.
    pub(super) fn new(game: &'g G, args: &PlayArgs, seed: u64) -> Result<Computer<'g, G>, Failure> {
        let facts = game.facts();
        let search = match facts.n_players() {
            1 => Settings::new(facts).check(facts).map_err(|why| (why.message, why.hint)),
            _ => Ok(()),
        };
        let search = match search {
            Err((message, hint)) if args.first == Side::Computer => {
                return Err(Failure::new(message).hint(hint));
            }
            Ok(()) => {
                let threads = settings::usual_threads();
                let search = Search::new(game, args.search.settings_of(game, threads)?)?;
                Ok(attach(search, game, args.search.tables.as_deref())?)
            }
            Err(why) => Err(why),
        };
        let algorithm = search.as_ref().map(|search| search.settings().algorithm);
        let Level { limits, mood } = match args.limits.is_given() {
            true => Level { limits: args.limits.limits(), mood: None },
            false => level(args.level, algorithm.unwrap_or(Algorithm::Pvs)),
        };
        let by_clock = args.clock.is_some() && !args.limits.is_given() && mood.is_none();
        // A player that looks to a depth should not be stronger against slow people.
        let by_time = by_clock || (limits.depth.is_none() && limits.nodes.is_none());
        let is_there = [args.first, args.second].contains(&Side::Computer);
        let ponders = match (args.ponder, args.no_ponder) {
            (true, _) => true,
            (_, true) => false,
            _ => by_time && terminal::is_person_there(),
        };
        let book = args.opening.book.as_deref();
        let opening = Opening::of(game, book, args.opening.book_choice)?;
        let (ponders, random) = (ponders && is_there, RefCell::new(Rng::new(seed)));
        let is_warm = Cell::new(false);
        Ok(Computer { search, opening, limits, mood, random, is_warm, by_clock, ponders })
    }

    /// Whether it draws something when it moves.
    pub(super) fn draws(&self) -> bool {
        self.mood.is_some() || self.opening.as_ref().is_some_and(Opening::draws)
    }

    /// Thinks about a position while something else is waited for: what is learned
    /// stays in the table or the tree, and is found there in the next turn.
    pub(super) fn meanwhile<T>(
        &self,
        game: &G,
        line: &Line<G::Position>,
        wait: impl FnOnce() -> T,
    ) -> T {
        let goes_on = || matches!(line.turn(game), Ok(Turn::Moves(_)));
        let search = match &self.search {
            Ok(search) if self.ponders && goes_on() => search,
            _ => return wait(),
        };
        let stopper = search.stopper();
        let waited = std::thread::scope(|scope| {
            let ponder = || {
                search.best(line.position(), line.past(), &Limits::default(), &mut |_| {});
            };
            // Without a thread it only knows less.
            let thread = crew::spawn(scope, ponder);
            let waited = wait();
            stopper.stop();
            // If it broke down, so will the search of the next turn, which is heard.
            let _ = thread.map(|thread| thread.join());
            waited
        });
        stopper.reset();
        waited
    }

    /// Makes the code of the game before the clock runs.
    pub(super) fn get_ready(&self, line: &Line<G::Position>) {
        if let Ok(search) = &self.search
            && !self.is_warm.replace(true)
        {
            warm_up(search, line);
        }
    }

    /// Thinks about the move to make, after a win by threats was looked for or not; nothing
    /// if the game is over.
    pub(super) fn think(
        &self,
        game: &G,
        line: &Line<G::Position>,
        clock: Option<Clock>,
        probed: Option<&Probed<G::Position>>,
    ) -> Result<Option<Thought<G::Position>>, Failure> {
        let search = match &self.search {
            Ok(search) => search,
            Err((message, hint)) => return Err(Failure::new(message).hint(hint)),
        };
        let limits = self.limits_by(clock);
        let random = &mut self.random.borrow_mut();
        if let Some(opening) = &self.opening
            && let Some(chosen) = opening.chosen(game, line, random)?
        {
            return Ok(Some(Thought { chosen, report: None, by_book: true }));
        }
        think(search, probed, game, line, limits, self.mood, random)
    }

    /// What the next move usually takes, if time limits it.
    pub(super) fn time(&self, clock: Option<Clock>) -> Option<Duration> {
        self.limits_by(clock).at_usual().time
    }

    /// The limits of the next move.
    fn limits_by(&self, clock: Option<Clock>) -> Limits {
        match clock {
            None => self.limits,
            Some(clock) if self.by_clock => Limits { time: None, ..self.limits }.by_clock(&clock),
            Some(clock) => self.limits.by_clock(&clock),
        }
    }
}

/// Thinks about the move to make; nothing if the game is over. A win by threats that was found
/// before needs no search, unless points count: then one may find a win by more of them.
pub(super) fn think<G: Game>(
    search: &Search<'_, G>,
    probed: Option<&Probed<G::Position>>,
    game: &G,
    line: &Line<G::Position>,
    limits: Limits,
    mood: Option<Mood>,
    random: &mut Rng,
) -> Result<Option<Thought<G::Position>>, Failure> {
    let Some(probed) = probed else {
        return search_move(search, game, line, limits, mood, random);
    };
    let won =
        probed.first(game, line)?.map(|chosen| Thought { chosen, report: None, by_book: false });
    if won.is_some() && !probed.leaves_points_open() {
        return Ok(won);
    }
    let thought = search_move(search, game, line, probed.left(limits), mood, random)?;
    let report = thought.as_ref().and_then(|thought| thought.report.as_ref());
    let found = report.and_then(|report| report.best.as_ref());
    Ok(if won.is_some() && probed.is_better_than(found) { won } else { thought })
}

/// Searches for the move to make; nothing if the game is over.
fn search_move<G: Game>(
    search: &Search<'_, G>,
    game: &G,
    line: &Line<G::Position>,
    limits: Limits,
    mood: Option<Mood>,
    random: &mut Rng,
) -> Result<Option<Thought<G::Position>>, Failure> {
    let Turn::Moves(moves) = line.turn(game)? else { return Ok(None) };
    let n_lines = mood.map_or(1, |mood| mood.lines);
    // There is nothing to think about if there is no choice.
    let report = match moves.len() {
        1 => Report::default(),
        _ => search.lines(n_lines, line.position(), line.past(), &limits, &mut |_| {}),
    };
    if let Some(Stop::Rules(error)) = &report.stop {
        return Err(Failure::from((**error).clone()));
    }
    let lines: Vec<_> = report.best.iter().chain(&report.others).collect();
    let values: Vec<i32> = lines.iter().map(|line| line.value).collect();
    let best = mood.map_or(Some(0), |mood| mood.choose(&values, random));
    let best = best.and_then(|best| lines.get(best)).and_then(|best| best.positions.first());
    let found = best.and_then(|to| moves.iter().position(|played| played.to == *to));
    // Without the time to find anything, any move is better than none.
    let chosen = moves.into_iter().nth(found.unwrap_or(0));
    Ok(chosen.map(|chosen| Thought { chosen, report: Some(report), by_book: false }))
}

/// Searches a little, so that the code of the game is made, and forgets it.
pub(super) fn warm_up<G: Game>(search: &Search<'_, G>, line: &Line<G::Position>) {
    // Where there are thousands of moves, two turns would take long, and a node that is a whole
    // random game takes as long as a thousand others.
    let nodes = Some(if search.settings().algorithm.grows_tree() { 20 } else { 2_000 });
    let limits = Limits { depth: Some(2), nodes, ..Limits::default() };
    search.best(line.position(), line.past(), &limits, &mut |_| {});
    search.forget();
}

/// The texts of the moves that lead from one position to the next.
pub(super) fn texts<G: Game>(
    game: &G,
    line: &Line<G::Position>,
    positions: &[G::Position],
) -> Result<Vec<String>, RulesError> {
    let mut line = line.clone();
    let n_before = line.len();
    for to in positions {
        let Turn::Moves(moves) = line.turn(game)? else { break };
        let Some(played) = moves.into_iter().find(|played| played.to == *to) else { break };
        line.push(played);
    }
    Ok(line.texts().skip(n_before).map(str::to_string).collect())
}

/// A value that decides nothing, as a number; of random games, the share of the points.
pub(super) fn number<P>(report: &Report<P>, value: Value) -> String {
    match report.seed {
        Some(_) => format!("{:.1}%", 100.0 * win_share(value)),
        None => format!("{value:+}"),
    }
}
