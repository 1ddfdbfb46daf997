//! `multigame match`: two ways to play against each other, many times.

mod games;
mod players;
mod program;
mod refereed;
mod sides;
mod tally;

use super::args::MatchArgs;
use super::engine::{Engine, Job};
use super::position::{Table, is_automatic, load_game, note_hidden};
use super::report::Failure;
use super::terminal::{self, Progress};
use super::words::{count, round, signed};
use super::{hidden, json};
use game::{Game, crew, write_position};
use games::{Plan, Played, Players};
use search::Stopper;
use serde_json::json;
use sides::{Shared, Side};
use std::collections::BTreeMap;
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
/// What the result is compared with if nobody says otherwise.
const HYPOTHESES: Hypotheses = Hypotheses { low: 0.0, high: 10.0 };

pub(super) fn run(args: &MatchArgs) -> Result<u8, Failure> {
    if [&args.a, &args.b].into_iter().flatten().any(|side| hidden::is_player(side)) {
        return refereed::run(args);
    }
    // Between random movers nobody says whether the game is open: its rules do.
    let are_random =
        [(&args.a, &args.a_program), (&args.b, &args.b_program)].iter().all(|(side, program)| {
            program.is_none() && side.as_deref().map(str::trim) == Some("random")
        });
    if are_random && load_game(&args.position.game, &args.position.without)?.game.facts().hidden {
        return refereed::run(args);
    }
    if args.vary.is_some() {
        return Err(Failure::new("only a refereed match varies a setting")
            .hint("let A be `pimc` or `ismcts`, in a game that hides something"));
    }
    let asked = is_automatic(args.search.evaluation.as_deref())
        || [&args.a, &args.b].into_iter().flatten().any(|side| sides::ask_for_automatic(side));
    args.position.search(asked, args)
}

impl Job for MatchArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
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
        let result = play(self, &plan)?;
        if result.tally.n_games() == 0 {
            return Err(unfinished(self, &plan.game.facts().name)?);
        }
        report(self, &plan.game.facts().name, &result, None)?;
        if result.stopped { Err(Failure::interrupted()) } else { Ok(0) }
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

/// What came out of a match.
#[derive(Default)]
struct Outcome {
    tally: Tally,
    /// Games that a side lost by what it did: the number, the side, the reason.
    forfeits: Vec<(u64, usize, String)>,
    /// Whether Ctrl-C ended it.
    stopped: bool,
}

/// Plays all pairs.
fn play<G: Engine>(args: &MatchArgs, plan: &Plan<'_, G>) -> Result<Outcome, Failure> {
    let n_pairs = u64::from(args.games.div_ceil(2));
    let (next, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, results) = channel::<Pair>();
    let searches: Mutex<Vec<Stopper>> = Mutex::default();
    terminal::wait_for_interrupt();
    std::thread::scope(|scope| {
        for _ in 0..args.concurrency.max(1) {
            let (sender, next, stopped) = (sender.clone(), &next, &stopped);
            let searches = &searches;
            let work = move || {
                let mut players = Players::new(plan);
                if let (Ok(players), Ok(mut searches)) = (&players, searches.lock()) {
                    searches.extend(players.stoppers());
                }
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= n_pairs || stopped.load(Ordering::Relaxed) {
                        return;
                    }
                    let played = match &mut players {
                        Ok(players) => players.pair(pair, stopped),
                        Err(why) => Err(std::mem::replace(why, Failure::new("stopped"))),
                    };
                    if sender.send((pair, played)).is_err() {
                        return;
                    }
                }
            };
            crew::spawn(scope, work).map_err(|why| Failure::no_thread(&why))?;
        }
        drop(sender);
        let gathered = gather(args, &results);
        stopped.store(true, Ordering::Relaxed);
        // A search without a limit in time would never end by itself.
        if let Ok(searches) = searches.lock() {
            searches.iter().for_each(Stopper::stop);
        }
        gathered
    })
}

/// Counts pairs in their order, so that the number of threads changes nothing, until
/// all are played, the test has decided, or Ctrl-C was pressed.
fn gather(args: &MatchArgs, results: &Receiver<Pair>) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    let mut waiting: BTreeMap<u64, [Played; 2]> = BTreeMap::new();
    let mut progress = Progress::new();
    let mut n_counted = 0;
    loop {
        match results.recv_timeout(Duration::from_millis(50)) {
            Ok((pair, played)) => waiting.extend(played?.map(|games| (pair, games))),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(games) = waiting.remove(&n_counted) {
            outcome.tally.add([games[0].score, games[1].score]);
            for (i, game) in games.into_iter().enumerate() {
                let Some((side, why)) = game.forfeit else { continue };
                let number = 2 * n_counted + i as u64 + 1;
                progress.clear();
                terminal::complain(&format!("game {number}: {} loses: {why}", NAMES[side]));
                outcome.forfeits.push((number, side, why));
            }
            n_counted += 1;
            let llr = args.sprt.map(|test| outcome.tally.llr(test).abs());
            if llr.is_some_and(|llr| llr >= Hypotheses::bound()) {
                progress.clear();
                return Ok(outcome);
            }
        }
        progress.show(|_| {
            let Tally { wins, draws, losses, .. } = outcome.tally;
            let n_games = outcome.tally.n_games();
            format!("{n_games} of {} games: +{wins} ={draws} -{losses}", args.games)
        });
        if terminal::interrupted() {
            outcome.stopped = true;
            break;
        }
    }
    progress.clear();
    Ok(outcome)
}

/// Says that Ctrl-C came before anything could be told.
fn unfinished(args: &MatchArgs, game: &str) -> Result<Failure, Failure> {
    if args.json {
        let answer = json!({ "game": game, "seed": seed(args), "games": 0 });
        json::print(&json::whole_unless(true, answer))?;
    }
    terminal::complain("no pair of games was finished");
    Ok(Failure::interrupted())
}

/// Tells what came out; `more` is added to what programs read.
fn report(
    args: &MatchArgs,
    game: &str,
    outcome: &Outcome,
    more: Option<serde_json::Value>,
) -> Result<(), Failure> {
    let tally = &outcome.tally;
    let test = args.sprt.unwrap_or(HYPOTHESES);
    let (llr, bound, elo) = (tally.llr(test), Hypotheses::bound(), tally.elo());
    let verdict = match llr {
        _ if llr >= bound => "A is stronger",
        _ if llr <= -bound => "A is not stronger",
        _ => "undecided",
    };
    let Tally { wins, draws, losses, .. } = *tally;
    if args.json {
        let mut value = json!({
            "game": game,
            "a": described(&args.a, &args.a_program),
            "b": described(&args.b, &args.b_program),
            "seed": seed(args),
            "games": tally.n_games(), "wins": wins, "draws": draws, "losses": losses,
            "score": round(tally.score(), 4),
            "elo": elo.map(|(elo, _)| round(elo, 1)),
            "elo_error": elo.map(|(_, error)| round(error, 1)),
            "forfeits": outcome.forfeits.iter().map(|(game, side, why)| json!({
                "game": game, "side": NAMES[*side], "reason": why,
            })).collect::<Vec<_>>(),
            "sprt": {
                "elo0": test.low, "elo1": test.high,
                "llr": round(llr, 3), "bound": round(bound, 3), "verdict": verdict,
            },
        });
        if let (Some(serde_json::Value::Object(more)), Some(value)) = (more, value.as_object_mut())
        {
            value.extend(more);
        }
        return json::print(&json::whole_unless(outcome.stopped, value));
    }
    let elo = match elo {
        Some((elo, error)) => format!("{} ± {error:.0}", signed(elo, 0)),
        None => "cannot be told, because one side has all the points".to_string(),
    };
    terminal::print(&format!(
        "{}: A won {wins}, drew {draws}, lost {losses}; {:.1} % of the points\n\
         Elo of A above B: {elo}\n\
         LLR for {} against {} Elo: {} of ±{bound:.2}, {verdict}\n",
        count(tally.n_games(), "game"),
        100.0 * tally.score(),
        test.high,
        test.low,
        signed(llr, 2),
    ))
}

/// What openings are drawn from.
fn seed(args: &MatchArgs) -> u64 {
    args.search.seed.unwrap_or(1)
}

/// How a side plays, in one text.
fn described(settings: &Option<String>, program: &Option<String>) -> String {
    let parts = [program.as_deref(), settings.as_deref()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
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
