//! `multigame match`: two ways to play against each other, many times.

mod crosstable;
mod games;
mod openings;
mod players;
mod program;
mod refereed;
mod result;
mod saving;
mod series;
mod shared;
mod sides;

use super::answer::{STOPPED, exit_code, give, give_json};
use super::args::MatchArgs;
use super::engine::{Engine, Job};
use super::hidden;
use super::position::{Table, load_game, note_hidden};
use super::ranks::Together;
use super::report::Failure;
use super::settings::evaluations;
use super::terminal;
use ::ranks::Team;
use game::{Facts, Game, write_position};
pub(super) use games::Plan;
use games::Players;
use result::MatchResult;
use saving::Saving;
use search::Stopper;
use serde::Serialize;
pub(super) use series::{Outcome, Series};
use series::{PlaysPairs, Ranks, on_all_ranks};
use shared::Noted;
use sides::Shared;
pub(super) use sides::{Knowledge, Side};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use tune::Hypotheses;

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
    let of_sides = of_sides.flat_map(|side| evaluations(side));
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
            Ok(two) => return crosstable::run(self, name, &two, plan, Ranks { team, noted }),
            Err(all) => return crosstable::run(self, name, &all, plan, Ranks { team, noted }),
        };
        let plan = plan([a, b]);
        let result = play(self, &plan, Ranks { team, noted })?;
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

/// Plays all pairs of a match.
fn play<G: Engine>(
    args: &MatchArgs,
    plan: &Plan<'_, G>,
    ranks: Ranks<'_, '_>,
) -> Result<Outcome, Failure> {
    let series = Series::of(args, plan.sides.iter().map(Side::threads).max());
    with_players(plan, |players, stop| on_all_ranks(&series, players, stop, ranks))
}

/// Plays a series on all ranks; the first one hears what came of it.
pub(super) fn play_series<G: Engine>(
    series: &Series,
    plan: &Plan<'_, G>,
    team: &mut Team<'_>,
) -> Result<Outcome, Failure> {
    with_players(plan, |players, stop| {
        on_all_ranks(series, players, stop, Ranks { team, noted: None })
    })
}

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
