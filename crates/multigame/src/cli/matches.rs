//! `multigame match`: two ways to play against each other, many times.

mod games;
mod sides;
mod tally;

use super::STACK_BYTES;
use super::args::MatchArgs;
use super::engine::{Engine, Job};
use super::json;
use super::position::Table;
use super::report::Failure;
use super::terminal::{self, Progress};
use games::{Plan, Players};
use serde_json::json;
use sides::Side;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;
pub(super) use tally::Hypotheses;
use tally::{Score, Tally};

/// What the result is compared with if nobody says otherwise.
const HYPOTHESES: Hypotheses = Hypotheses { low: 0.0, high: 10.0 };

pub(super) fn run(args: &MatchArgs) -> Result<u8, Failure> {
    args.position.search(sides::ask_for_automatic(&[&args.a, &args.b]), args)
}

impl Job for MatchArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let facts = game.facts();
        let read = |name: &str, text: &str| {
            Side::parse(text, self.limits, facts).map_err(|failure| failure.at(name))
        };
        let sides = [read("--a", &self.a)?, read("--b", &self.b)?];
        // A random mover is not refused by a search, but a puzzle has no two sides.
        search::Settings::new(facts).check(facts)?;
        let table = Table::new(game, &self.position)?;
        if table.line.outcome(&table.game)?.is_some() {
            return Err(Failure::new("the game is over in this position"));
        }
        let plan = Plan {
            game: &table.game,
            first: &table.line,
            sides,
            seed: self.seed,
            opening: self.opening,
            max_turns: self.max_turns,
        };
        let (tally, stopped) = play(self, &plan)?;
        report(self, &plan, &tally)?;
        if stopped { Err(Failure::interrupted()) } else { Ok(0) }
    }
}

/// What a thread says of a pair of games; nothing if it was stopped in one.
type Played = (u64, Result<Option<[Score; 2]>, Failure>);

/// Plays all pairs; also whether Ctrl-C ended it.
fn play<G: Engine>(args: &MatchArgs, plan: &Plan<'_, G>) -> Result<(Tally, bool), Failure> {
    let n_pairs = u64::from(args.games.div_ceil(2));
    let (next, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, results) = channel::<Played>();
    terminal::wait_for_interrupt();
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            let (sender, next, stopped) = (sender.clone(), &next, &stopped);
            let work = move || {
                let players = Players::new(plan);
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= n_pairs || stopped.load(Ordering::Relaxed) {
                        return;
                    }
                    let played = match &players {
                        Ok(players) => players.pair(pair, stopped),
                        Err(why) => Err(Failure::new(why.plain())),
                    };
                    if sender.send((pair, played)).is_err() {
                        return;
                    }
                }
            };
            let thread = Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
            thread.map_err(|why| Failure::new(format!("no thread could be started: {why}")))?;
        }
        drop(sender);
        let gathered = gather(args, &results);
        stopped.store(true, Ordering::Relaxed);
        gathered
    })
}

/// Counts pairs in their order, so that the number of threads changes nothing, until
/// all are played, the test has decided, or Ctrl-C was pressed.
fn gather(args: &MatchArgs, results: &Receiver<Played>) -> Result<(Tally, bool), Failure> {
    let mut tally = Tally::default();
    let mut waiting: BTreeMap<u64, [Score; 2]> = BTreeMap::new();
    let mut progress = Progress::new();
    let mut n_counted = 0;
    loop {
        match results.recv_timeout(Duration::from_millis(50)) {
            Ok((pair, played)) => waiting.extend(played?.map(|scores| (pair, scores))),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(scores) = waiting.remove(&n_counted) {
            tally.add(scores);
            n_counted += 1;
            let decided =
                args.sprt.is_some_and(|test| tally.llr(test).abs() >= Hypotheses::bound());
            if decided {
                progress.clear();
                return Ok((tally, false));
            }
        }
        progress.show(|_| {
            let Tally { wins, draws, losses, .. } = tally;
            format!("{} of {} games: +{wins} ={draws} -{losses}", tally.n_games(), args.games)
        });
        if terminal::interrupted() {
            progress.clear();
            return Ok((tally, true));
        }
    }
    progress.clear();
    Ok((tally, false))
}

fn report<G: Engine>(args: &MatchArgs, plan: &Plan<'_, G>, tally: &Tally) -> Result<(), Failure> {
    let test = args.sprt.unwrap_or(HYPOTHESES);
    let (llr, bound, elo) = (tally.llr(test), Hypotheses::bound(), tally.elo());
    let verdict = match llr {
        _ if llr >= bound => "A is stronger",
        _ if llr <= -bound => "A is not stronger",
        _ => "undecided",
    };
    let Tally { wins, draws, losses, .. } = *tally;
    let round = |number: f64, digits: i32| {
        let factor = 10f64.powi(digits);
        (number * factor).round() / factor
    };
    if args.json {
        return json::print(&json!({
            "game": plan.game.facts().name,
            "a": args.a, "b": args.b, "seed": args.seed,
            "games": tally.n_games(), "wins": wins, "draws": draws, "losses": losses,
            "score": round(tally.score(), 4),
            "elo": elo.map(|(elo, _)| round(elo, 1)),
            "elo_error": elo.map(|(_, error)| round(error, 1)),
            "sprt": {
                "elo0": test.low, "elo1": test.high,
                "llr": round(llr, 3), "bound": round(bound, 3), "verdict": verdict,
            },
        }));
    }
    let elo = match elo {
        Some((elo, error)) => format!("{elo:+.0} ± {error:.0}"),
        None => "cannot be told, because one side has all the points".to_string(),
    };
    terminal::print(&format!(
        "{} games: A won {wins}, drew {draws}, lost {losses}; {:.1} % of the points\n\
         Elo of A above B: {elo}\n\
         LLR for {} against {} Elo: {llr:+.2} of ±{bound:.2}, {verdict}\n",
        tally.n_games(),
        100.0 * tally.score(),
        test.high,
        test.low,
    ))
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
