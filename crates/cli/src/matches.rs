//! `multigame match`: two ways to play against each other, many times.

#![allow(clippy::disallowed_methods, reason = "this is the edge: a series may end by time")]

mod crosstable;
mod games;
mod openings;
mod players;
mod program;
mod refereed;
mod result;
mod saving;
mod shared;
mod sides;

use super::answer::{STOPPED, exit_code, give, give_json};
use super::args::MatchArgs;
use super::engine::{Engine, Job};
use super::hidden;
use super::position::{Table, load_game, note_hidden};
use super::ranks::Together;
use super::report::Failure;
use super::settings::usual_threads;
use super::terminal::{self, Progress};
use ::ranks::Team;
use game::{Facts, Game, crew, write_position};
pub(super) use games::Plan;
use games::{Played, Players};
use result::MatchResult;
use saving::Saving;
use search::Stopper;
use serde::Serialize;
use shared::Noted;
use sides::Shared;
pub(super) use sides::{Knowledge, Side};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tune::{Hypotheses, Tally};

/// What the sides are called.
const NAMES: [&str; 2] = ["A", "B"];
/// The turns that are drawn before the sides begin, if nobody says otherwise.
const OPENING: u32 = 4;

pub(super) fn run(args: &MatchArgs, team: &mut Team<'_>) -> Result<u8, Failure> {
    if [&args.a, &args.b].into_iter().flatten().any(|side| hidden::is_player(side)) {
        return refereed::run(args, team);
    }
    // Between random movers nobody says whether the game is open: its rules do.
    let are_random =
        [(&args.a, &args.a_program), (&args.b, &args.b_program)].iter().all(|(side, program)| {
            program.is_none() && side.as_deref().map(str::trim) == Some("random")
        });
    if are_random && load_game(&args.position.game, &args.position.without)?.game.facts().hidden {
        return refereed::run(args, team);
    }
    if args.vary.is_some() {
        return Err(Failure::new("only a refereed match varies a setting")
            .hint("let A be `pimc` or `ismcts`, in a game that hides something"));
    }
    let of_sides = [&args.a, &args.b].into_iter().flatten().chain(&args.players);
    let of_sides = of_sides.flat_map(|side| sides::evaluations(side));
    let asked: Vec<&str> = args.search.asked().into_iter().chain(of_sides).collect();
    args.position.search(&asked, &Together::new(args, team))
}

impl Job for Together<'_, '_, MatchArgs> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        self.args.play(game, &mut self.team.borrow_mut())
    }
}

impl MatchArgs {
    fn play<G: Engine>(&self, game: G, team: &mut Team<'_>) -> Result<u8, Failure> {
        let facts = game.facts();
        let flags = self.search.flags()?;
        let shared = Shared {
            base: tune::derive(&game).settings,
            layers: [&self.search.habits.given, &flags],
            limits: self.limits,
            has_clock: self.clock.is_some(),
            patience: self.patience,
        };
        let read = |name: &str, text: &str, program: &Option<String>| {
            Side::parse(text, program.as_deref(), shared, facts).map_err(|failure| failure.at(name))
        };
        let text = |side: &Option<String>| side.clone().unwrap_or_default();
        let sides = match self.players.is_empty() {
            true => vec![
                read("--a", &text(&self.a), &self.a_program)?,
                read("--b", &text(&self.b), &self.b_program)?,
            ],
            false => {
                let all = self.players.iter().map(|player| read("--players", player, &None));
                all.collect::<Result<Vec<_>, _>>()?
            }
        };
        // A random mover is not refused by a search, but a puzzle has no two sides.
        search::Settings::new(facts).check(facts)?;
        note_hidden(facts);
        let table = Table::new(game, &self.position)?;
        if table.line.outcome(&table.game)?.is_some() {
            return Err(Failure::new("the game is over in this position"));
        }
        let saving = match &self.save {
            Some(path) => Some(self.saving(path, table.game.facts(), team.is_first())?),
            None => None,
        };
        let plan = |sides: [Side; 2]| Plan {
            game: &table.game,
            first: &table.line,
            start: start(&table, self.position.position.is_some()),
            sides,
            seed: seed(self),
            opening: self.opening.unwrap_or(OPENING),
            balanced: !self.any_opening,
            saving: saving.clone(),
            max_turns: self.max_turns,
            clock: self.clock,
            patience: self.patience,
            margin: self.margin,
        };
        let journal = self.position.journal(self.checkpoint.as_deref(), team)?;
        let mut noted = journal.map(Noted::new);
        let noted = noted.as_mut();
        let name = table.game.facts().name.as_str();
        let [a, b] = match <[Side; 2]>::try_from(sides) {
            Ok(two) if self.players.is_empty() => two,
            Ok(two) => return crosstable::run(self, name, &two, plan, (team, noted)),
            Err(all) => return crosstable::run(self, name, &all, plan, (team, noted)),
        };
        let plan = plan([a, b]);
        let result = play(self, &plan, (team, noted))?;
        if !team.is_first() {
            return exit_code(terminal::interrupted());
        }
        if let Some(saving) = &plan.saving {
            saving.write(&result.texts)?;
        }
        if result.tally.n_games() == 0 {
            return Err(unfinished(self, &plan.game.facts().name)?);
        }
        give(&MatchResult::new(self, &plan.game.facts().name, &result, None), self.json)?;
        exit_code(result.stopped)
    }
}

impl MatchArgs {
    /// Where games are saved; the rank that writes them looks whether they have room there.
    fn saving(&self, path: &Path, facts: &Facts, writes: bool) -> Result<Saving, Failure> {
        let names = [
            result::described(&self.a, &self.a_program),
            result::described(&self.b, &self.b_program),
        ];
        let saving = Saving::new(path, facts, names)?;
        if writes {
            saving.check(self.force)?;
        }
        Ok(saving)
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
pub(super) struct Outcome {
    pub(super) tally: Tally,
    forfeits: Vec<Forfeit>,
    /// The games as texts, if they are saved.
    texts: Vec<String>,
    /// Whether Ctrl-C ended it.
    stopped: bool,
}

/// Pairs of games that are played one after the other, or at once.
#[derive(Clone, Debug)]
pub(super) struct Series {
    /// Their numbers, from which openings are drawn.
    pub(super) pairs: Range<u64>,
    /// The test that may end it.
    pub(super) sprt: Option<Hypotheses>,
    /// How many are played at once.
    pub(super) at_once: usize,
    /// When it ends, whatever was played by then.
    pub(super) until: Option<Instant>,
}

impl Series {
    /// The series of a match between sides that use so many threads. As many games are played
    /// at once as keep all processors busy, unless the user says otherwise.
    fn of(args: &MatchArgs, threads: Option<usize>) -> Series {
        let usual = || usual_threads() / threads.unwrap_or(1).max(1);
        let at_once = args.concurrency.map_or_else(usual, usize::from).max(1);
        let pairs = 0..u64::from(args.games.div_ceil(2));
        Series { pairs, sprt: args.sprt, at_once, until: None }
    }

    /// Whether it should have ended.
    fn is_late(&self) -> bool {
        self.until.is_some_and(|end| Instant::now() >= end)
    }
}

/// Plays all pairs of a match.
fn play<G: Engine>(
    args: &MatchArgs,
    plan: &Plan<'_, G>,
    (team, noted): (&mut Team<'_>, Option<&mut Noted>),
) -> Result<Outcome, Failure> {
    let series = Series::of(args, plan.sides.iter().map(Side::threads).max());
    with_players(plan, |players, stop| on_all_ranks(&series, players, stop, (team, noted)))
}

/// Plays a series on all ranks; the first one hears what came of it.
pub(super) fn play_series<G: Engine>(
    series: &Series,
    plan: &Plan<'_, G>,
    team: &mut Team<'_>,
) -> Result<Outcome, Failure> {
    with_players(plan, |players, stop| on_all_ranks(series, players, stop, (team, None)))
}

/// Plays all pairs with all threads of all ranks.
fn on_all_ranks<'a>(
    series: &Series,
    players: &(dyn Fn() -> PlaysPairs<'a> + Sync),
    stop: &dyn Fn(),
    (team, noted): (&mut Team<'_>, Option<&mut Noted>),
) -> Result<Outcome, Failure> {
    match (team.size(), &noted) {
        (1, None) => play_pairs(series, players, stop),
        _ => shared::play_pairs(series, players, stop, (team, noted)),
    }
}

/// What plays a pair of games on one thread.
type PlaysPairs<'a> = Box<dyn FnMut(u64, &AtomicBool) -> Result<Option<[Played; 2]>, Failure> + 'a>;

/// Does something with what makes players for a thread, and with what ends their searches.
fn with_players<'a, G: Engine>(
    plan: &'a Plan<'a, G>,
    run: impl FnOnce(&(dyn Fn() -> PlaysPairs<'a> + Sync), &dyn Fn()) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    let searches: Mutex<Vec<Stopper>> = Mutex::default();
    let players = || {
        let mut players = Players::new(plan);
        if let (Ok(players), Ok(mut searches)) = (&players, searches.lock()) {
            searches.extend(players.stoppers());
        }
        let work = move |pair: u64, stopped: &AtomicBool| match &mut players {
            Ok(players) => players.pair(pair, stopped),
            Err(why) => Err(why.clone()),
        };
        Box::new(work) as PlaysPairs<'a>
    };
    // A search without a limit in time would never end by itself.
    let stop = || {
        if let Ok(searches) = searches.lock() {
            searches.iter().for_each(Stopper::stop);
        }
    };
    run(&players, &stop)
}

/// Plays all pairs on as many threads as were asked for. `players` makes what plays a pair on
/// one thread, which gives nothing if it was stopped, and `stop` ends what is under way.
fn play_pairs<'a>(
    series: &Series,
    players: &(dyn Fn() -> PlaysPairs<'a> + Sync),
    stop: &dyn Fn(),
) -> Result<Outcome, Failure> {
    let n_pairs = series.pairs.end;
    let (next, stopped) = (AtomicU64::new(series.pairs.start), AtomicBool::new(false));
    let (sender, results) = channel::<Pair>();
    terminal::wait_for_interrupt();
    std::thread::scope(|scope| {
        for _ in 0..series.at_once {
            let (sender, next, stopped) = (sender.clone(), &next, &stopped);
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
        let gathered = gather(series, &results);
        stopped.store(true, Ordering::Relaxed);
        stop();
        gathered
    })
}

/// Counts pairs until all are played, the test has decided, or Ctrl-C was pressed.
fn gather(series: &Series, results: &Receiver<Pair>) -> Result<Outcome, Failure> {
    let mut gathering = Gathering::new(series);
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
    series: &'a Series,
    outcome: Outcome,
    waiting: BTreeMap<u64, [Played; 2]>,
    n_counted: u64,
    progress: Progress,
}

impl<'a> Gathering<'a> {
    fn new(series: &'a Series) -> Gathering<'a> {
        let (outcome, waiting) = (Outcome::default(), BTreeMap::new());
        let n_counted = series.pairs.start;
        Gathering { series, outcome, waiting, n_counted, progress: Progress::new() }
    }

    /// Hears of a pair; a break if the test has decided.
    fn hear(&mut self, pair: u64, games: [Played; 2]) -> ControlFlow<()> {
        self.waiting.insert(pair, games);
        while let Some(games) = self.waiting.remove(&self.n_counted) {
            self.outcome.tally.add([games[0].score, games[1].score]);
            for (i, game) in games.into_iter().enumerate() {
                self.outcome.texts.extend(game.text);
                let Some((side, why)) = game.forfeit else { continue };
                let number = 2 * self.n_counted + i as u64 + 1;
                self.progress.clear();
                terminal::complain(&format!("game {number}: {} loses: {why}", NAMES[side]));
                self.outcome.forfeits.push(Forfeit { game: number, side: NAMES[side], why });
            }
            self.n_counted += 1;
            let llr = self.series.sprt.map(|test| self.outcome.tally.llr(test).abs());
            if llr.is_some_and(|llr| llr >= Hypotheses::bound()) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows how far the match is; a break if Ctrl-C was pressed.
    fn go_on(&mut self) -> ControlFlow<()> {
        let (tally, series) = (&self.outcome.tally, self.series);
        let n_wanted = 2 * (series.pairs.end - series.pairs.start);
        self.progress.show(|_| {
            let Tally { wins, draws, losses, .. } = tally;
            format!("{} of {n_wanted} games: +{wins} ={draws} -{losses}", tally.n_games())
        });
        self.outcome.stopped = terminal::interrupted();
        if self.outcome.stopped || series.is_late() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
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
