//! `multigame analyze`: the best moves of a position, deeper and deeper.

#![allow(clippy::disallowed_methods, reason = "this is the edge: the speed is measured here")]

mod serial;

use super::args::AnalyzeArgs;
use super::combine::Probe;
use super::engine::{Engine, Job};
use super::position::{Table, is_automatic, note_hidden};
use super::report::Failure;
use super::terminal::{self, Progress};
use super::threads::Work;
use super::{computer, json};
use game::{RulesError, Turn};
use search::{Limits, Report, Search, Settings, Stop, Stopper};
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub(super) fn run(args: &AnalyzeArgs) -> Result<u8, Failure> {
    args.position.search(is_automatic(args.search.evaluation.as_deref()), args)
}

impl Job for AnalyzeArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let settings = self.search.settings(game.facts())?;
        let table = Table::new(game, &self.position)?;
        note_hidden(table.game.facts());
        if let Turn::Over(outcome) = table.line.turn(&table.game)? {
            json::over(&table, outcome, self.json, json!({ "lines": [] }))?;
            return Ok(0);
        }
        let probed = by_threats(self, &table)?;
        match &probed {
            // One line was asked for, and this is it.
            Some(Threats { known: Some(_), .. }) if self.lines == 1 => Ok(0),
            _ => analyze(self, &table, settings, probed),
        }
    }
}

/// A search gets this much time at least.
const SHORTEST: Duration = Duration::from_millis(1);

/// How far a search goes. The time is for the whole answer, so what was done before the
/// search is taken off it.
fn limits(args: &AnalyzeArgs) -> Limits {
    let left = |time| terminal::left_of(time).max(SHORTEST);
    Limits { time: args.limits.time.map(left), ..args.limits.limits() }
}

/// What looking for a win by threats came to.
struct Threats<P> {
    /// The line that wins, for the search.
    known: Option<search::Line<P>>,
    /// The same for programs.
    answer: Value,
    /// What it left of the limits.
    limits: Limits,
}

/// Looks for a win by threats first, if that was asked for, and says what was found. A
/// win is the whole answer, unless more lines than one are wanted or points count.
fn by_threats<G: Engine>(
    args: &AnalyzeArgs,
    table: &Table<G>,
) -> Result<Option<Threats<G::Position>>, Failure> {
    let Some(probe) = Probe::new(&table.game, args.probe)? else { return Ok(None) };
    let is_left = || args.limits.time.is_none_or(|time| !terminal::left_of(time).is_zero());
    probe.get_ready_while(&table.game, &table.line, &is_left);
    let limits = limits(args);
    let probed = probe.find(&table.game, &table.line, limits.time)?;
    let first = probed.first(&table.game, &table.line)?;
    let answer = probed.answer();
    let known = first.and_then(|_| probed.known());
    if !args.json {
        terminal::print(&probed.text())?;
    } else if let Some(known) = known.as_ref().filter(|_| args.lines == 1) {
        let moves = computer::texts(&table.game, &table.line, &probed.positions())?;
        let player = table.line.player(&table.game);
        let decided = computer::decided(table.game.facts(), player, known.value);
        let line = json!({ "value": known.value, "decided": decided, "moves": moves });
        let mut value = head(table, &[line], probed.n_plies(), (probed.nodes, probed.time));
        value["parallel"] = Value::Null;
        value["combination"] = answer.clone();
        json::print(&value)?;
    }
    Ok(Some(Threats { known, answer, limits: probed.left(limits) }))
}

fn analyze<G: Engine>(
    args: &AnalyzeArgs,
    table: &Table<G>,
    settings: Settings,
    probed: Option<Threats<G::Position>>,
) -> Result<u8, Failure> {
    let known = probed.as_ref().and_then(|probed| probed.known.as_ref());
    let search = Search::new(&table.game, settings)?;
    if args.compare {
        // The first search makes the code of the game, which the second finds ready.
        let limits = Limits { depth: Some(2), ..Limits::default() };
        search.best(table.line.position(), table.line.past(), &limits, &mut |_| {});
        search.forget();
    }
    let (line, began) = (&table.line, Instant::now());
    let (shown, mut depths) = (Shown::new(), serial::Depths::default());
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
    let n_lines = usize::from(args.lines);
    let report = watched(&search.stopper(), &shown, || {
        let limits = probed.as_ref().map_or_else(|| limits(args), |it| it.limits);
        let (at, past) = (line.position(), line.past());
        match known {
            Some(known) => search.lines_knowing((n_lines, known), at, past, &limits, &mut on_depth),
            None => search.lines(n_lines, at, past, &limits, &mut on_depth),
        }
    });
    let time = began.elapsed();
    shown.clear();
    if let Some(failure) = shown.failure.lock().ok().and_then(|mut place| place.take()) {
        return Err(failure);
    }
    if let Some(Stop::Rules(error)) = report.stop {
        return Err((*error).into());
    }
    depths.end(&report, time);
    let compared = match (args.compare, &report.parallel) {
        (true, Some(_)) => {
            let wanted = (known, n_lines);
            serial::compare(table, settings, wanted, (&report, time, &depths), |search, again| {
                watched(&search.stopper(), &shown, again)
            })?
        }
        _ => None,
    };
    shown.clear();
    let work = report.parallel.as_ref().map(|work| {
        let shared = report.seed.is_none().then_some((work.splits, work.aborts));
        Work { threads: &work.threads, time, shared, compared }
    });
    match args.json {
        true => {
            let mut answer = answer(table, &report, time)?;
            answer["parallel"] = json!(work.map(|work| work.answer()));
            if let Some(probed) = probed {
                answer["combination"] = probed.answer;
            }
            json::print(&answer)?;
        }
        false => {
            let work = work.map_or(String::new(), |work| work.text(counted(&report)));
            terminal::print(&(summary(&report, time) + &work))?;
        }
    }
    Ok(0)
}

/// What is on the terminal while the search runs.
struct Shown {
    progress: Mutex<Progress>,
    /// What was found last: the depth, and the nodes per second up to it.
    depth: AtomicU32,
    speed: AtomicU64,
    /// Why the answer could not be shown.
    failure: Mutex<Option<Failure>>,
}

impl Shown {
    fn new() -> Shown {
        let (depth, speed) = (AtomicU32::new(0), AtomicU64::new(0));
        Shown { progress: Mutex::new(Progress::new()), depth, speed, failure: Mutex::new(None) }
    }

    fn clear(&self) {
        if let Ok(progress) = self.progress.lock() {
            progress.clear();
        }
    }

    fn tick(&self) {
        if let Ok(mut progress) = self.progress.lock() {
            let depth = self.depth.load(Ordering::Relaxed) + 1;
            let speed = self.speed.load(Ordering::Relaxed);
            progress.show(|time| {
                let seconds = time.as_secs_f64();
                format!("depth {depth}, {seconds:.1} s, {speed} nodes a second; Ctrl-C stops")
            });
        }
    }
}

/// Runs a search that Ctrl-C stops, and shows how long it takes.
fn watched<T>(stopper: &Stopper, shown: &Shown, search: impl FnOnce() -> T) -> T {
    terminal::wait_for_interrupt();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if terminal::interrupted() {
                    stopper.stop();
                }
                shown.tick();
                std::thread::park_timeout(Duration::from_millis(5));
            }
        });
        let found = search();
        done.store(true, Ordering::Relaxed);
        found
    })
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
        let words = computer::decided(game.facts(), player, found.value);
        let value =
            if words.is_some() { String::new() } else { computer::number(report, found.value) };
        let words = words.map_or(String::new(), |words| format!("  ({words})"));
        text += &format!("{depth:>5}  {value:>5}  {nodes:>12}  {moves}{words}\n");
    }
    Ok(text)
}

/// How fast it was and why it ended.
fn summary<P>(report: &Report<P>, time: Duration) -> String {
    let stop = match stop_name(report) {
        Some(why) => format!("; stopped by {why}"),
        None => String::new(),
    };
    let (nodes, seconds) = (report.nodes, time.as_secs_f64());
    let seed = report.seed.map_or(String::new(), |seed| format!("; seed {seed}"));
    let speed = per_second(nodes, time);
    let nodes = terminal::count(nodes, counted(report));
    format!("{nodes} in {seconds:.2} s, {speed:.0} a second{seed}{stop}\n")
}

/// What a search counts.
fn counted<P>(report: &Report<P>) -> &'static str {
    if report.seed.is_some() { "random game" } else { "node" }
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

fn answer<G: Engine>(
    table: &Table<G>,
    report: &Report<G::Position>,
    time: Duration,
) -> Result<Value, RulesError> {
    let (game, line) = (&table.game, &table.line);
    let (facts, player) = (game.facts(), line.player(game));
    let mut list = Vec::new();
    for found in lines(report) {
        list.push(json!({
            "value": found.value,
            "decided": computer::decided(facts, player, found.value),
            "moves": computer::texts(game, line, &found.positions)?,
        }));
    }
    let mut answer = head(table, &list, Some(report.depth), (report.nodes, time));
    answer["stopped_by"] = json!(stop_name(report));
    Ok(answer)
}

/// What every answer tells: the position, the lines, and what it took.
fn head<G: Engine>(
    table: &Table<G>,
    lines: &[Value],
    depth: Option<u32>,
    (nodes, time): (u64, Duration),
) -> Value {
    let facts = table.game.facts();
    json!({
        "game": facts.name,
        "position": table.position_text(),
        "to_move": facts.player_name(table.line.player(&table.game)),
        "outcome": null,
        "lines": lines,
        "depth": depth,
        "nodes": nodes,
        "seconds": (time.as_secs_f64() * 1000.0).round() / 1000.0,
        "nodes_per_second": per_second(nodes, time).round(),
        "stopped_by": null,
    })
}
