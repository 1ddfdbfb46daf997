//! `multigame analyze`: the best moves of a position, deeper and deeper.

#![allow(clippy::disallowed_methods, reason = "this is the edge: the speed is measured here")]

mod serial;
mod watch;

use super::answer::{Over, Place, give, give_json};
use super::args::AnalyzeArgs;
use super::combine::{Probe, Probed, Threats};
use super::computer;
use super::engine::{Engine, Job};
use super::position::{Table, note_hidden};
use super::ranks::{Shares, Together, note_shares};
use super::report::Failure;
use super::settings::{suggested, usual_threads};
use super::tables::attach;
use super::terminal;
use super::threads::{Sharing, Work};
use super::watch::stoppable;
use super::words::{as_seconds, count};
use ::ranks::{Lost, Team};
use game::{Line, RulesError, Turn};
use search::{Limits, Report, Search, Stop, Verdict};
use serde::Serialize;
use serial::Depths;
use std::fmt::{self, Display};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use watch::Shown;

/// What was found out about a position.
#[derive(Serialize)]
struct Analysis {
    #[serde(flatten)]
    place: Place,
    lines: Vec<Found>,
    depth: Option<u32>,
    nodes: u64,
    #[serde(rename = "seconds", serialize_with = "as_seconds")]
    time: Duration,
    nodes_per_second: f64,
    stopped_by: Option<&'static str>,
    parallel: Option<Work>,
    /// What looking for a win by threats came to, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    combination: Option<Threats>,
    /// What random games were drawn from.
    #[serde(skip)]
    seed: Option<u64>,
}

/// A line of play.
#[derive(Serialize)]
struct Found {
    value: search::Value,
    decided: Option<String>,
    /// Nothing where any move loses in the same way.
    moves: Vec<Option<String>>,
}

/// What is added if the game is over.
#[derive(Serialize)]
struct NoLines {
    lines: [(); 0],
}

/// How fast it was and why it ended; the lines have been printed.
impl Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = count(self.nodes, counted(self.seed));
        let (seconds, speed) = (self.time.as_secs_f64(), self.nodes_per_second);
        write!(f, "{nodes} in {seconds:.2} s, {speed:.0} a second")?;
        if let Some(seed) = self.seed {
            write!(f, "; seed {seed}")?;
        }
        if let Some(why) = self.stopped_by {
            write!(f, "; stopped by {why}")?;
        }
        writeln!(f)?;
        self.parallel.as_ref().map_or(Ok(()), |work| work.fmt(f))
    }
}

pub(super) fn run(args: &AnalyzeArgs, team: &mut Team<'_>) -> Result<u8, Failure> {
    terminal::wait_at_most(args.limits.time, team.size());
    let asked = args.search.asked();
    args.position.search(&asked, &Together::new(args, team))
}

impl Job for Together<'_, '_, AnalyzeArgs> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let mut team = self.team.borrow_mut();
        let table = Table::new(game, &self.args.position)?;
        // Rules that go wrong here are said to do so before anything else is tried with them.
        let is_over = table.line.outcome(&table.game)?.is_some();
        let (base, n_ranks) = (suggested(&table.game), team.size());
        let facts = table.game.facts();
        let settings = self.args.search.settings_for(base, facts, n_ranks, usual_threads())?;
        let search = Search::new(&table.game, settings)?;
        let search = attach(search, &table.game, self.args.search.tables.as_deref())?;
        // Whoever does not speak does what the first one says, until it says that it is over.
        if !team.is_first() {
            return if is_over { Ok(0) } else { Ok(search.serve(&mut team).map(|()| 0)?) };
        }
        let code = self.args.speak(&table, &search, &mut team)?;
        if !is_over {
            search.dismiss(&mut team)?;
        }
        Ok(code)
    }
}

impl AnalyzeArgs {
    /// Analyzes, and prints what comes out.
    fn speak<G: Engine>(
        &self,
        table: &Table<G>,
        search: &Search<'_, G>,
        team: &mut Team<'_>,
    ) -> Result<u8, Failure> {
        note_hidden(table.game.facts());
        if let Turn::Over(outcome) = table.line.turn(&table.game)? {
            let place = Place::new(table, Some(outcome));
            give(&Over { place, more: NoLines { lines: [] } }, self.json)?;
            return Ok(0);
        }
        let probed = by_threats(self, table)?;
        if let Some(probed) = &probed {
            if !self.json {
                terminal::print(&probed.text())?;
            }
            // One line was asked for, and this is it.
            if let (Some(known), 1) = (probed.known(), self.lines) {
                if self.json {
                    give_json(&Analysis::won(table, probed, known.value))?;
                }
                return Ok(0);
            }
        }
        give(&analyze(self, table, search, probed, team)?, self.json)
    }
}

/// How far a search goes. The time is for the whole answer, so what was done before the
/// search is taken off it.
fn limits(args: &AnalyzeArgs) -> Limits {
    Limits { time: args.limits.time.map(terminal::rest_of), ..args.limits.limits() }
}

/// Looks for a win by threats first, if that was asked for. A win is the whole answer, unless
/// more lines than one are wanted or points count.
fn by_threats<G: Engine>(
    args: &AnalyzeArgs,
    table: &Table<G>,
) -> Result<Option<Probed<G::Position>>, Failure> {
    let Some(probe) = Probe::new(&table.game, args.probe)? else { return Ok(None) };
    // What is read of the rules is of no use if no time is left for the search.
    let is_left = || args.limits.time.is_none_or(|time| terminal::left_of(time) > time / 2);
    probe.get_ready_while(&table.game, &table.line, &is_left);
    probe.find(&table.game, &table.line, limits(args).time).map(Some)
}

/// What is searched for.
struct Wanted<'k, P> {
    /// How many of the best moves.
    n_lines: usize,
    /// A line that is known already.
    known: Option<&'k search::Line<P>>,
}

impl<P: Clone + Eq> Wanted<'_, P> {
    fn search<G: Engine<Position = P>>(
        &self,
        search: &Search<'_, G>,
        line: &Line<P>,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        match self.known {
            Some(known) => search.lines_knowing(known, self.n_lines, line.into(), limits, on_depth),
            None => search.lines(self.n_lines, line.position(), line.past(), limits, on_depth),
        }
    }

    /// The same by all ranks, unless a line is known already: what is left then is not
    /// worth it.
    fn search_by_ranks<G: Engine<Position = P>>(
        &self,
        search: &Search<'_, G>,
        line: &Line<P>,
        limits: &Limits,
        team: &mut Team<'_>,
        on_depth: &mut dyn FnMut(&Report<P>),
    ) -> Result<Report<P>, Lost> {
        if self.known.is_some() {
            return Ok(self.search(search, line, limits, on_depth));
        }
        let (at, past) = (line.position(), line.past());
        search.lines_by_ranks(team, search::Wanted::best(self.n_lines), at, past, limits, on_depth)
    }
}

/// A search that is over.
struct Searched<P> {
    report: Report<P>,
    time: Duration,
    depths: Depths,
}

fn analyze<G: Engine>(
    args: &AnalyzeArgs,
    table: &Table<G>,
    search: &Search<'_, G>,
    probed: Option<Probed<G::Position>>,
    team: &mut Team<'_>,
) -> Result<Analysis, Failure> {
    let known = probed.as_ref().and_then(Probed::known);
    let wanted = Wanted { n_lines: args.lines.into(), known: known.as_ref() };
    if args.compare {
        // The first search makes the code of the game, which the second finds ready.
        computer::warm_up(search, &table.line);
    }
    let limits = limits(args);
    let limits = probed.as_ref().map_or(limits, |probed| probed.left(limits));
    let shown = Shown::new();
    let done = deeper(args, table, search, &wanted, &limits, &shown, team)?;
    let compared = match (args.compare, &done.report.parallel) {
        (true, Some(_)) => {
            serial::compare(table, *search.settings(), &wanted, &done, |search, again| {
                stoppable(&search.stopper(), || shown.tick(), again)
            })?
        }
        _ => None,
    };
    shown.clear();
    if args.compare && compared.is_none() {
        terminal::note(match done.report.parallel {
            Some(_) => "nothing is compared: no depth was finished by all threads and by one",
            None => "nothing is compared: this was searched by one thread",
        });
    }
    let Searched { report, time, .. } = done;
    let parallel = report.parallel.as_ref().map(|work| {
        let sharing = Sharing { splits: work.splits, aborts: work.aborts };
        let sharing = report.seed.is_none().then_some(sharing);
        Work::new(&work.threads, time, counted(report.seed)).sharing(sharing).compared(compared)
    });
    let shares = report.parallel.iter().flat_map(|work| &work.ranks);
    note_shares(Shares::new(shares.map(|it| (it.nodes, it.messages, it.bytes))).as_ref());
    let combination = probed.map(|probed| probed.answer());
    Ok(Analysis { parallel, combination, ..Analysis::new(table, &report, time)? })
}

/// Searches deeper and deeper, and prints a row for each depth that is done.
fn deeper<G: Engine>(
    args: &AnalyzeArgs,
    table: &Table<G>,
    search: &Search<'_, G>,
    wanted: &Wanted<'_, G::Position>,
    limits: &Limits,
    shown: &Shown,
    team: &mut Team<'_>,
) -> Result<Searched<G::Position>, Failure> {
    let (mut depths, began) = (Depths::default(), Instant::now());
    if !args.json {
        terminal::print("depth  value         nodes  line\n")?;
    }
    let mut on_depth = |report: &Report<G::Position>| {
        shown.clear();
        shown.depth.store(report.depth, Ordering::Relaxed);
        depths.note(report, began.elapsed());
        let speed = per_second(report.nodes, began.elapsed()) as u64;
        shown.speed.store(speed, Ordering::Relaxed);
        let row = if args.json { Ok(String::new()) } else { rows(table, report) };
        let printed = row.map_err(Failure::from).and_then(|row| terminal::print(&row));
        if let Err(failure) = printed {
            search.stopper().stop();
            if let Ok(mut place) = shown.failure.lock() {
                *place = Some(failure);
            }
        }
    };
    let report = stoppable(
        &search.stopper(),
        || shown.tick(),
        || wanted.search_by_ranks(search, &table.line, limits, team, &mut on_depth),
    )?;
    let time = began.elapsed();
    shown.clear();
    if let Some(failure) = shown.failure.lock().ok().and_then(|mut place| place.take()) {
        return Err(failure);
    }
    if let Some(Stop::Rules(error)) = report.stop {
        return Err((*error).into());
    }
    depths.end(&report, time);
    Ok(Searched { report, time, depths })
}

/// All lines of a report, the best first.
fn lines<P>(report: &Report<P>) -> impl Iterator<Item = &search::Line<P>> {
    report.best.iter().chain(&report.others)
}

/// The lines of a depth as rows of the table.
fn rows<G: Engine>(table: &Table<G>, report: &Report<G::Position>) -> Result<String, RulesError> {
    let (game, line) = (&table.game, &table.line);
    let player = line.player(game);
    let mut text = String::new();
    for (i, found) in lines(report).enumerate() {
        let moves = computer::texts(game, line, &found.positions)?.join(" ");
        let (depth, nodes) = match i {
            0 => (report.depth.to_string(), report.nodes.to_string()),
            _ => (String::new(), String::new()),
        };
        let words = Verdict::of(found.value).describe(game.facts(), player);
        let value =
            if words.is_some() { String::new() } else { computer::number(report, found.value) };
        let words = words.map_or(String::new(), |words| format!("  ({words})"));
        text += &format!("{depth:>5}  {value:>5}  {nodes:>12}  {moves}{words}\n");
    }
    Ok(text)
}

/// What a search counts; one that draws something has a seed.
fn counted(seed: Option<u64>) -> &'static str {
    if seed.is_some() { "random game" } else { "node" }
}

fn per_second(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-6)
}

fn stop_name<P>(report: &Report<P>) -> Option<&'static str> {
    Some(match report.stop.as_ref()? {
        Stop::Nodes => "nodes",
        Stop::Time => "time",
        Stop::Told => "Ctrl-C",
        Stop::Rules(_) => "rules",
    })
}

impl Analysis {
    /// What a search has found.
    fn new<G: Engine>(
        table: &Table<G>,
        report: &Report<G::Position>,
        time: Duration,
    ) -> Result<Analysis, RulesError> {
        let (game, line) = (&table.game, &table.line);
        let (facts, player) = (game.facts(), line.player(game));
        let mut found = Vec::new();
        for line_of_play in lines(report) {
            let moves = computer::texts(game, line, &line_of_play.positions)?;
            found.push(Found {
                value: line_of_play.value,
                decided: Verdict::of(line_of_play.value).describe(facts, player),
                moves: moves.into_iter().map(Some).collect(),
            });
        }
        Ok(Analysis {
            place: Place::new(table, None),
            lines: found,
            depth: Some(report.depth),
            nodes: report.nodes,
            time,
            nodes_per_second: per_second(report.nodes, time).round(),
            stopped_by: stop_name(report),
            parallel: None,
            combination: None,
            seed: report.seed,
        })
    }

    /// A win by threats, which is worth this much.
    fn won<G: Engine>(
        table: &Table<G>,
        probed: &Probed<G::Position>,
        value: search::Value,
    ) -> Analysis {
        let player = table.line.player(&table.game);
        Analysis {
            place: Place::new(table, None),
            lines: vec![Found {
                value,
                decided: Verdict::of(value).describe(table.game.facts(), player),
                moves: probed.line(),
            }],
            depth: probed.n_plies(),
            nodes: probed.nodes,
            time: probed.time,
            nodes_per_second: per_second(probed.nodes, probed.time).round(),
            stopped_by: None,
            parallel: None,
            combination: Some(probed.answer()),
            seed: None,
        }
    }
}
