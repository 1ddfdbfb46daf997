//! `multigame tune`: looks for settings that play a game better, by matches between candidates
//! and the best so far, and writes them as the file that every command reads.

#![allow(clippy::disallowed_methods, reason = "this is the edge: the time of tuning is limited")]

use super::answer::give;
use super::args::TuneArgs;
use super::engine::{Engine, Job};
use super::habits::usual_file;
use super::matches::{Knowledge, Plan, Series, Side, play_series};
use super::position::Table;
use super::ranks::Together;
use super::ranks::journal::{JournalFile, unwritten};
use super::report::Failure;
use super::settings::usual_threads;
use super::words::{count, round, signed};
use super::{files, terminal};
use ::ranks::{Noted, Team};
use ::tune::{Arena, Event, Habits, Level, Tally, Tuned, difference};
use game::Game;
use game::bytes::{Reader, put};
use search::{Limits, Settings};
use serde::Serialize;
use std::fmt::{self, Display};
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A move takes so long if nobody says otherwise.
const MOVE_TIME: Duration = Duration::from_millis(50);
/// Every search has a table of its own, so it is small.
const TABLE_BYTES: usize = 16 << 20;
/// What was taken meets what it began with in this many pairs of games, which have numbers of
/// their own.
const FINAL: Range<u64> = 1_000_000..1_000_020;

pub(super) fn run(args: &TuneArgs, team: &mut Team<'_>) -> Result<u8, Failure> {
    args.position.search(&args.search.asked(), &Together::new(args, team))
}

impl Job for Together<'_, '_, TuneArgs> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        self.args.tune(game, &mut self.team.borrow_mut())
    }
}

impl TuneArgs {
    /// Tunes on all ranks: each of them makes the same choices, because all hear the same
    /// results. The first one speaks and writes.
    fn tune<G: Engine>(&self, game: G, team: &mut Team<'_>) -> Result<u8, Failure> {
        let is_first = team.is_first();
        let base = ::tune::derive(&game).settings;
        let start = self.search.settings_over(base, game.facts(), 1)?;
        let table = Table::new(game, &self.position)?;
        let facts = table.game.facts();
        if table.line.outcome(&table.game)?.is_some() {
            return Err(Failure::new("the game is over in this position"));
        }
        let usual = || usual_file(&self.position.game, &facts.name);
        let file = self.output.clone().unwrap_or_else(usual);
        if is_first {
            files::check_new(&file, self.force)?;
        }
        let journal = self.position.journal(self.checkpoint.as_deref(), team)?.flatten();
        let mut ring = Ring::new(self, &table, team, Noted::new(journal));
        let mut log = |event: Event<'_>| self.tell(event);
        // A table as large as the one in the file would be made for every candidate.
        let small = Settings { table_bytes: TABLE_BYTES, ..start };
        let tuned = ::tune::tune(small, facts, self.seed(), &mut ring, &mut log)?;
        let last = match tuned.taken.len() {
            0 | 1 => None,
            _ => ring.meet(&tuned.settings, &small, FINAL)?,
        };
        let settings = Settings { table_bytes: start.table_bytes, ..tuned.settings };
        let given = difference(&settings, &base, facts);
        let record = self.record(&facts.name, &tuned, last.as_ref(), &ring);
        let habits = Habits { given, record };
        let stopped = terminal::interrupted();
        if !is_first {
            return super::answer::exit_code(stopped);
        }
        files::replace(&file, &habits.to_string())?;
        give(&Answer::new(&facts.name, self.seed(), tuned, file, &habits), self.json)?;
        super::answer::exit_code(stopped)
    }

    /// Reports what happens, unless a program waits for the answer.
    fn tell(&self, event: Event<'_>) {
        if self.json {
            return;
        }
        let text = match event {
            Event::Round(n, candidates) => {
                format!("round {n}: {}", count(candidates, "candidate"))
            }
            Event::Tried { change, tally, goes_on } => {
                let so = if goes_on { "goes on" } else { "is out" };
                format!("  {change}: {}, {so}", score(tally))
            }
            Event::Taken(change, tally) => format!("  {change}: {}, is taken", score(tally)),
            Event::Refused(change, tally) => {
                format!("  {change}: {}, has not passed the test", score(tally))
            }
        };
        // Output that cannot be written is noticed by the answer.
        let _ = terminal::print(&(text + "\n"));
    }

    /// What openings and candidates are drawn from.
    fn seed(&self) -> u64 {
        self.search.seed.unwrap_or(1)
    }

    /// How the settings were found, as comments of the file.
    fn record<G: Engine>(
        &self,
        game: &str,
        tuned: &Tuned,
        last: Option<&Tally>,
        ring: &Ring<'_, '_, G>,
    ) -> Vec<String> {
        let version = env!("CARGO_PKG_VERSION");
        let mut lines = vec![
            format!(
                "{game}, tuned by `multigame tune` {version}: seed {}, {}",
                self.seed(),
                ring.limits_in_words()
            ),
            format!("{} in all", count(2 * tuned.pairs, "game")),
        ];
        let tried = |(change, tally): &(String, Tally)| format!("  {change}: {}", score(tally));
        if tuned.taken.is_empty() {
            lines.push("nothing was better than the settings at the start".to_string());
        } else {
            lines.push("taken, each against the settings before it:".to_string());
            lines.extend(tuned.taken.iter().map(tried));
        }
        if let Some(tally) = last {
            lines.push(format!("all of it against the start: {}", score(tally)));
        }
        if !tuned.refused.is_empty() {
            lines.push("tried after that and not taken:".to_string());
            lines.extend(tuned.refused.iter().map(tried));
        }
        lines
    }
}

/// Games won, drawn and lost, and what they say.
fn score(tally: &Tally) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    let points = round(100.0 * tally.score(), 1);
    let elo = match tally.elo() {
        Some((elo, error)) => format!(", Elo {} ± {error:.0}", signed(elo, 0)),
        None => String::new(),
    };
    format!("+{wins} ={draws} -{losses} ({points} %{elo})")
}

/// What the first rank says of a meeting.
enum Said {
    Over,
    Known(Tally),
    Play,
}

const OVER: u8 = 0;
const KNOWN: u8 = 1;

fn read_tally(bytes: &[u8]) -> Result<Tally, Failure> {
    let mut reader = Reader(bytes);
    let mut numbers = Tally::default().numbers();
    for number in &mut numbers {
        let wrong = || Failure::bug("what was counted cannot be read");
        *number = reader.small().ok_or_else(wrong)?;
    }
    Ok(Tally::of(numbers))
}

/// Where candidates meet: all threads of all ranks play, until the time or the games are used
/// up.
struct Ring<'a, 'l, G: Game> {
    args: &'a TuneArgs,
    table: &'a Table<G>,
    team: &'a mut Team<'l>,
    /// What was played before, by the number of the meeting, and where more is noted: at the
    /// first rank.
    noted: Noted<JournalFile>,
    n_meetings: u64,
    limits: Limits,
    end: Option<Instant>,
    games_left: u64,
}

impl<'a, 'l, G: Engine> Ring<'a, 'l, G> {
    fn new(
        args: &'a TuneArgs,
        table: &'a Table<G>,
        team: &'a mut Team<'l>,
        noted: Noted<JournalFile>,
    ) -> Ring<'a, 'l, G> {
        let limits = match (args.nodes, args.move_time) {
            (None, None) => Limits { time: Some(MOVE_TIME), ..Limits::default() },
            (nodes, time) => Limits { nodes, time, ..Limits::default() },
        };
        // Without any limit a time is agreed on; games alone limit it as well.
        let usual = args.games.is_none().then_some(Duration::from_secs(600));
        let end = args.time.or(usual).and_then(|time| Instant::now().checked_add(time));
        let games_left = args.games.unwrap_or(u64::MAX);
        Ring { args, table, team, noted, n_meetings: 0, limits, end, games_left }
    }

    /// What the first rank says of the next meeting, at all ranks: that it is over, what came
    /// of it before, or nothing.
    fn said(&mut self, n_games: u64) -> Result<Said, Failure> {
        let known = self.noted.known(self.n_meetings);
        self.n_meetings += 1;
        let is_late = self.end.is_some_and(|end| Instant::now() >= end) || terminal::interrupted();
        let mine = match known {
            _ if n_games > self.games_left => vec![OVER],
            Some(tally) => [&[KNOWN], tally].concat(),
            None if is_late => vec![OVER],
            None => Vec::new(),
        };
        let said = self.team.broadcast(mine)?;
        match said.split_first() {
            None => Ok(Said::Play),
            Some((&KNOWN, tally)) => Ok(Said::Known(read_tally(tally)?)),
            Some(_) => Ok(Said::Over),
        }
    }

    /// What the first rank has counted, at all ranks; it is noted if it is whole.
    fn heard_by_all(&mut self, tally: &Tally, n_games: u64) -> Result<Tally, Failure> {
        let mut bytes = Vec::new();
        tally.numbers().iter().for_each(|number| put(u128::from(*number), &mut bytes));
        if tally.n_games() == n_games {
            self.noted.note(self.n_meetings - 1, &bytes).map_err(|why| unwritten(&why))?;
        }
        read_tally(&self.team.broadcast(bytes)?)
    }

    fn limits_in_words(&self) -> String {
        let nodes = self.limits.nodes.map(|nodes| count(nodes, "node"));
        let time = self.limits.time.map(|time| format!("{} ms", time.as_millis()));
        let both: Vec<String> = nodes.into_iter().chain(time).collect();
        format!("{} a move", both.join(" and "))
    }
}

impl<G: Engine> Arena for Ring<'_, '_, G> {
    type Error = Failure;

    fn meet(
        &mut self,
        candidate: &Settings,
        incumbent: &Settings,
        pairs: Range<u64>,
    ) -> Result<Option<Tally>, Failure> {
        let n_games = 2 * (pairs.end - pairs.start);
        match self.said(n_games)? {
            Said::Over => return Ok(None),
            Said::Known(tally) => {
                self.games_left -= n_games;
                return Ok(Some(tally));
            }
            Said::Play => {}
        }
        let level = Level { limits: self.limits, mood: None };
        let sides =
            [candidate, incumbent].map(|it| Side::Search(*it, level, None, Knowledge::default()));
        let args = self.args;
        let plan = Plan {
            seed: args.seed(),
            opening: args.opening,
            max_turns: args.max_turns,
            ..Plan::new(self.table, sides)
        };
        let at_once = args.concurrency.map_or_else(usual_threads, usize::from).max(1);
        let series = Series { pairs, sprt: None, at_once, until: self.end };
        let tally = play_series(&series, &plan, self.team)?.tally;
        let tally = self.heard_by_all(&tally, n_games)?;
        if tally.n_games() < n_games {
            return Ok(None);
        }
        self.games_left -= n_games;
        Ok(Some(tally))
    }
}

/// What tuning came to.
#[derive(Serialize)]
struct Answer {
    game: String,
    seed: u64,
    games: u64,
    taken: Vec<Change>,
    refused: Vec<Change>,
    /// Whether there was nothing left to try.
    complete: bool,
    file: PathBuf,
    settings: Vec<String>,
}

#[derive(Serialize)]
struct Change {
    change: String,
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Answer {
    fn new(game: &str, seed: u64, tuned: Tuned, file: PathBuf, habits: &Habits) -> Answer {
        let change = |(change, Tally { wins, draws, losses, .. }): (String, Tally)| Change {
            change,
            wins,
            draws,
            losses,
        };
        let settings = habits.given.iter().map(|(name, value)| format!("{name} = {value}"));
        Answer {
            game: game.to_string(),
            seed,
            games: 2 * tuned.pairs,
            taken: tuned.taken.into_iter().map(change).collect(),
            refused: tuned.refused.into_iter().map(change).collect(),
            complete: tuned.is_done,
            file,
            settings: settings.collect(),
        }
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changes = count(self.taken.len(), "change");
        let games = count(self.games, "game");
        writeln!(f, "{games}, {changes} taken; written to {}", self.file.display())?;
        if !self.complete {
            writeln!(f, "it ended before everything was tried")?;
        }
        self.settings.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}
