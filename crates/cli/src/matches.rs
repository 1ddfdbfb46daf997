//! `multigame match`: two ways to play against each other, many times.

mod games;
mod players;
mod program;
mod refereed;
mod result;
mod shared;
mod sides;
mod tally;

use super::answer::{STOPPED, exit_code, give, give_json};
use super::args::MatchArgs;
use super::engine::{Engine, Job};
use super::hidden;
use super::position::{Table, load_game, note_hidden};
use super::ranks::Together;
use super::report::Failure;
use super::terminal::{self, Progress};
use ::ranks::Team;
use game::{Game, crew, write_position};
use games::{Plan, Played, Players};
use result::MatchResult;
use search::Stopper;
use serde::Serialize;
use sides::{Shared, Side};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
pub(super) use tally::Hypotheses;
use tally::Tally;

/// What the sides are called.
const NAMES: [&str; 2] = ["A", "B"];
/// The turns that are drawn before the sides begin, if nobody says otherwise.
const OPENING: u32 = 4;

pub(super) fn run(args: &MatchArgs, team: &mut Team<'_>) -> Result<u8, Failure> {
    if [&args.a, &args.b].into_iter().flatten().any(|side| hidden::is_player(side)) {
        return by_referee(args, team);
    }
    // Between random movers nobody says whether the game is open: its rules do.
    let are_random =
        [(&args.a, &args.a_program), (&args.b, &args.b_program)].iter().all(|(side, program)| {
            program.is_none() && side.as_deref().map(str::trim) == Some("random")
        });
    if are_random && load_game(&args.position.game, &args.position.without)?.game.facts().hidden {
        return by_referee(args, team);
    }
    if args.vary.is_some() {
        return Err(Failure::new("only a refereed match varies a setting")
            .hint("let A be `pimc` or `ismcts`, in a game that hides something"));
    }
    let of_sides = [&args.a, &args.b].into_iter().flatten();
    let of_sides = of_sides.flat_map(|side| sides::evaluations(side));
    let asked: Vec<&str> = args.search.evaluation.as_deref().into_iter().chain(of_sides).collect();
    args.position.search(&asked, &Together::new(args, team))
}

/// A match with a referee, which the first rank plays alone.
fn by_referee(args: &MatchArgs, team: &Team<'_>) -> Result<u8, Failure> {
    if !team.is_first() {
        return Ok(0);
    }
    if team.size() > 1 {
        terminal::note("matches with a referee are played by one rank");
    }
    refereed::run(args)
}

impl Job for Together<'_, '_, MatchArgs> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        self.args.play(game, &mut self.team.borrow_mut())
    }
}

impl MatchArgs {
    fn play<G: Engine>(&self, game: G, team: &mut Team<'_>) -> Result<u8, Failure> {
        let facts = game.facts();
        let shared = Shared {
            search: &self.search,
            limits: self.limits,
            has_clock: self.clock.is_some(),
            patience: self.patience,
        };
        let read = |name: &str, text: &Option<String>, program: &Option<String>| {
            let text = text.as_deref().unwrap_or_default();
            Side::parse(text, program.as_deref(), shared, facts).map_err(|failure| failure.at(name))
        };
        let sides =
            [read("--a", &self.a, &self.a_program)?, read("--b", &self.b, &self.b_program)?];
        // A random mover is not refused by a search, but a puzzle has no two sides.
        search::Settings::new(facts).check(facts)?;
        note_hidden(facts);
        let table = Table::new(game, &self.position)?;
        if table.line.outcome(&table.game)?.is_some() {
            return Err(Failure::new("the game is over in this position"));
        }
        let plan = Plan {
            game: &table.game,
            first: &table.line,
            start: start(&table, self.position.position.is_some()),
            sides,
            seed: seed(self),
            opening: self.opening.unwrap_or(OPENING),
            max_turns: self.max_turns,
            clock: self.clock,
            patience: self.patience,
            margin: self.margin,
        };
        let result = play(self, &plan, team)?;
        if !team.is_first() {
            return exit_code(terminal::interrupted());
        }
        if result.tally.n_games() == 0 {
            return Err(unfinished(self, &plan.game.facts().name)?);
        }
        give(&MatchResult::new(self, &plan.game.facts().name, &result, None), self.json)?;
        exit_code(result.stopped)
    }
}

/// Where the line of a table begins, as protocols write it.
fn start<G: Engine>(table: &Table<G>, is_given: bool) -> String {
    match table.line.positions().first() {
        Some(first) if is_given => {
            format!("fen {}", write_position(table.game.facts(), &table.game.setup(first)))
        }
        _ => "startpos".to_string(),
    }
}

/// What a thread says of a pair of games; nothing if it was stopped in one.
type Pair = (u64, Result<Option<[Played; 2]>, Failure>);

/// A game that a side lost by what it did.
#[derive(Clone, Serialize)]
struct Forfeit {
    /// The number of the game.
    game: u64,
    side: &'static str,
    #[serde(rename = "reason")]
    why: String,
}

/// What came out of a match.
#[derive(Default)]
struct Outcome {
    tally: Tally,
    forfeits: Vec<Forfeit>,
    /// Whether Ctrl-C ended it.
    stopped: bool,
}

/// Plays all pairs.
fn play<G: Engine>(
    args: &MatchArgs,
    plan: &Plan<'_, G>,
    team: &mut Team<'_>,
) -> Result<Outcome, Failure> {
    let searches: Mutex<Vec<Stopper>> = Mutex::default();
    let players = || {
        let mut players = Players::new(plan);
        if let (Ok(players), Ok(mut searches)) = (&players, searches.lock()) {
            searches.extend(players.stoppers());
        }
        move |pair, stopped: &AtomicBool| match &mut players {
            Ok(players) => players.pair(pair, stopped),
            Err(why) => Err(why.clone()),
        }
    };
    // A search without a limit in time would never end by itself.
    let stop = || {
        if let Ok(searches) = searches.lock() {
            searches.iter().for_each(Stopper::stop);
        }
    };
    match team.size() {
        1 => play_pairs(args, players, stop),
        _ => shared::play_pairs(args, players, stop, team),
    }
}

/// Plays all pairs on as many threads as were asked for. `players` makes what plays a pair on
/// one thread, which gives nothing if it was stopped, and `stop` ends what is under way.
fn play_pairs<W>(
    args: &MatchArgs,
    players: impl Fn() -> W + Sync,
    stop: impl FnOnce(),
) -> Result<Outcome, Failure>
where
    W: FnMut(u64, &AtomicBool) -> Result<Option<[Played; 2]>, Failure>,
{
    let n_pairs = u64::from(args.games.div_ceil(2));
    let (next, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, results) = channel::<Pair>();
    terminal::wait_for_interrupt();
    std::thread::scope(|scope| {
        for _ in 0..args.concurrency.max(1) {
            let (sender, next, stopped, players) = (sender.clone(), &next, &stopped, &players);
            let work = move || {
                let mut play = players();
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= n_pairs || stopped.load(Ordering::Relaxed) {
                        return;
                    }
                    if sender.send((pair, play(pair, stopped))).is_err() {
                        return;
                    }
                }
            };
            crew::spawn(scope, work).map_err(|why| Failure::no_thread(&why))?;
        }
        drop(sender);
        let gathered = gather(args, &results);
        stopped.store(true, Ordering::Relaxed);
        stop();
        gathered
    })
}

/// Counts pairs until all are played, the test has decided, or Ctrl-C was pressed.
fn gather(args: &MatchArgs, results: &Receiver<Pair>) -> Result<Outcome, Failure> {
    let mut gathering = Gathering::new(args);
    loop {
        let counted = match results.recv_timeout(Duration::from_millis(50)) {
            Ok((pair, played)) => match played? {
                Some(games) => gathering.hear(pair, games),
                None => ControlFlow::Continue(()),
            },
            Err(RecvTimeoutError::Timeout) => ControlFlow::Continue(()),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if counted.is_break() || gathering.go_on().is_break() {
            break;
        }
    }
    Ok(gathering.end())
}

/// Pairs that were played, counted in their order, so that it does not matter who played
/// them and when.
struct Gathering<'a> {
    args: &'a MatchArgs,
    outcome: Outcome,
    waiting: BTreeMap<u64, [Played; 2]>,
    n_counted: u64,
    progress: Progress,
}

impl<'a> Gathering<'a> {
    fn new(args: &'a MatchArgs) -> Gathering<'a> {
        let (outcome, waiting) = (Outcome::default(), BTreeMap::new());
        Gathering { args, outcome, waiting, n_counted: 0, progress: Progress::new() }
    }

    /// Hears of a pair; a break if the test has decided.
    fn hear(&mut self, pair: u64, games: [Played; 2]) -> ControlFlow<()> {
        self.waiting.insert(pair, games);
        while let Some(games) = self.waiting.remove(&self.n_counted) {
            self.outcome.tally.add([games[0].score, games[1].score]);
            for (i, game) in games.into_iter().enumerate() {
                let Some((side, why)) = game.forfeit else { continue };
                let number = 2 * self.n_counted + i as u64 + 1;
                self.progress.clear();
                terminal::complain(&format!("game {number}: {} loses: {why}", NAMES[side]));
                self.outcome.forfeits.push(Forfeit { game: number, side: NAMES[side], why });
            }
            self.n_counted += 1;
            let llr = self.args.sprt.map(|test| self.outcome.tally.llr(test).abs());
            if llr.is_some_and(|llr| llr >= Hypotheses::bound()) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows how far the match is; a break if Ctrl-C was pressed.
    fn go_on(&mut self) -> ControlFlow<()> {
        let (tally, n_wanted) = (&self.outcome.tally, self.args.games);
        self.progress.show(|_| {
            let Tally { wins, draws, losses, .. } = tally;
            format!("{} of {n_wanted} games: +{wins} ={draws} -{losses}", tally.n_games())
        });
        self.outcome.stopped = terminal::interrupted();
        if self.outcome.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn end(self) -> Outcome {
        self.progress.clear();
        self.outcome
    }
}

/// A match of which no pair of games was finished.
#[derive(Serialize)]
struct Nothing<'a> {
    game: &'a str,
    seed: u64,
    games: u64,
    reason: &'static str,
}

/// Says that Ctrl-C came before there was anything to report.
fn unfinished(args: &MatchArgs, game: &str) -> Result<Failure, Failure> {
    if args.json {
        give_json(&Nothing { game, seed: seed(args), games: 0, reason: STOPPED })?;
    }
    terminal::complain("no pair of games was finished");
    Ok(Failure::interrupted())
}

/// What openings are drawn from.
fn seed(args: &MatchArgs) -> u64 {
    args.search.seed.unwrap_or(1)
}

/// Reads what a test supposes: two numbers of Elo points.
pub(super) fn hypotheses(text: &str) -> Result<Hypotheses, String> {
    let read = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.abs() <= 1000.0);
    let numbers = text.split_once(',').and_then(|(low, high)| Some((read(low)?, read(high)?)));
    match numbers {
        Some((low, high)) if low < high => Ok(Hypotheses { low, high }),
        _ => Err("two numbers of Elo points are needed, such as `0,10`".to_string()),
    }
}
