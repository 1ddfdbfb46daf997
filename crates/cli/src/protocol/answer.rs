//! What the client hears: the depths of a search, its best move, and remarks.

#![allow(clippy::disallowed_methods, reason = "this is the edge: searches are timed here")]

use super::super::combine::Probe;
use super::super::engine::Engine;
use super::super::report::Failure;
use super::super::terminal;
use super::beyond::Standing;
use super::go::Go;
use super::lines::Lines;
use super::ranks::Shared;
use super::threats::by_threats;
use ::ranks::Lost;
use search::{Limits, Report, Search, Stop, Stopper, Value, Verdict, Wanted};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// Nobody reads more characters of a remark.
const LONGEST_REMARK: usize = 200;

/// How far a search goes for which a client leaves no time: one turn, counted in nodes so
/// that a slow machine finds the same move.
const SHORTEST: Limits =
    Limits { depth: Some(1), nodes: Some(5_000), time: None, cheap: 0, usual: None };

/// Says a line to the client.
pub(super) fn say(text: &str) -> Result<(), Failure> {
    terminal::print(&format!("{text}\n"))
}

/// Says something that clients show to people or pass over.
pub(super) fn remark(text: &str) -> Result<(), Failure> {
    let flat = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let flat: String = flat.take(LONGEST_REMARK).collect();
    say(&format!("info string {flat}"))
}

/// What a search was asked for.
#[derive(Clone)]
pub(super) struct Asked {
    pub(super) go: Go,
    pub(super) n_lines: usize,
    /// Whether the answer says what is expected next, too.
    pub(super) tells_next: bool,
    /// Whether the answer has to wait.
    pub(super) waits: Arc<AtomicBool>,
}

/// Searches some moves, or all if there are none, and says what was found; a win by
/// threats needs no search.
pub(super) fn answer<G: Engine>(
    search: &Search<'_, G>,
    others: &Shared<'_, G>,
    probe: Option<&Probe<'_, G>>,
    game: &G,
    found: &Standing<G::Position>,
    among: &[G::Position],
    asked: &Asked,
) -> Result<(), Failure> {
    let (go, n_lines) = (&asked.go, asked.n_lines);
    let (line, began) = (&found.line, Instant::now());
    let stopper = search.stopper();
    let looked = match by_threats(probe, game, found, among, asked, &stopper) {
        Ok(looked) => looked,
        // A client still waits for a move.
        Err(why) => {
            remark(&why.one_line())?;
            None
        }
    };
    if let Some((probed, Some(won))) = &looked
        && !probed.leaves_points_open()
    {
        wait(asked, &stopper);
        return say_best(&won.first.text, won.next.clone().filter(|_| asked.tells_next));
    }
    let wanted = Wanted { lines: n_lines, among };
    let limits = looked.as_ref().map_or(go.limits, |(probed, _)| probed.left(go.limits));
    let mut lines = Lines::new(game, found, stopper.clone());
    let mut on_depth = |report: &Report<G::Position>| {
        let _ = inform(&mut lines, report, n_lines > 1, began.elapsed());
    };
    let report = (!found.moves.is_empty()).then(|| {
        searched(&stopper, limits, |limits| {
            let mut others = others.lock().unwrap_or_else(PoisonError::into_inner);
            others.search(search, wanted, line.into(), limits, &mut on_depth)
        })
    });
    let report = report.transpose()?;
    if let Some(Stop::Rules(error)) = report.as_ref().and_then(|report| report.stop.as_ref()) {
        remark(&error.to_string())?;
    }
    wait(asked, &stopper);
    let best = report.as_ref().and_then(|report| report.best.as_ref());
    if let Some((probed, Some(won))) = looked
        && probed.is_better_than(best)
    {
        return say_best(&won.first.text, won.next.filter(|_| asked.tells_next));
    }
    let best = best.map_or(&[][..], |best| &best.positions);
    let chosen = found.moves.iter().find(|played| best.first() == Some(&played.to));
    // Without the time to find anything, any move that was asked for will do.
    let any = found.moves.iter().find(|played| wanted.allows(&played.to));
    let text = chosen.or(any).map_or("(none)", |played| &played.text);
    // What is expected next is worth thinking about meanwhile.
    let next = match chosen {
        Some(_) if asked.tells_next => {
            let two = best.get(..2).unwrap_or_default();
            lines.texts(two, false)?.into_iter().nth(1)
        }
        _ => None,
    };
    say_best(text, next)
}

/// Searches within some limits. If the client stopped us before anything was searched, as while
/// we looked for threats, a short search is better than whichever move comes first.
fn searched<P>(
    stopper: &Stopper,
    limits: Limits,
    mut search: impl FnMut(&Limits) -> Result<Report<P>, Lost>,
) -> Result<Report<P>, Lost> {
    let report = search(&limits)?;
    if report.best.is_some() || report.stop != Some(Stop::Told) {
        return Ok(report);
    }
    stopper.reset();
    let report = search(&SHORTEST);
    stopper.stop();
    report
}

/// Waits until the client wants the answer.
fn wait(asked: &Asked, stopper: &Stopper) {
    while asked.waits.load(Ordering::Relaxed) && !stopper.is_stopped() {
        std::thread::park_timeout(Duration::from_millis(100));
    }
}

/// Says the answer, and which move is expected after it.
pub(super) fn say_best(text: &str, next: Option<String>) -> Result<(), Failure> {
    say(&format!("bestmove {text}{}", next.map_or(String::new(), |next| format!(" ponder {next}"))))
}

/// Says what was found at a depth.
fn inform<G: Engine>(
    lines: &mut Lines<'_, G>,
    report: &Report<G::Position>,
    ranked: bool,
    time: Duration,
) -> Result<(), Failure> {
    let in_a_hurry = matches!(report.stop, Some(Stop::Time | Stop::Told));
    lines.begin();
    for (i, found) in report.best.iter().chain(&report.others).enumerate() {
        let rank = if ranked { format!(" multipv {}", i + 1) } else { String::new() };
        let moves = lines.texts(&found.positions, in_a_hurry)?.join(" ");
        say_depth(&format!("{}{rank}", report.depth), found.value, report.nodes, time, &moves)?;
    }
    Ok(())
}

/// Says what a depth came to: the value of the best line, what that took, and its moves.
pub(super) fn say_depth(
    depth: &str,
    value: Value,
    nodes: u64,
    time: Duration,
    moves: &str,
) -> Result<(), Failure> {
    let speed = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let (score, time) = (score(value), time.as_millis());
    say(&format!(
        "info depth {depth} score {score} nodes {nodes} nps {speed} time {time} pv {moves}"
    ))
}

/// A value as the protocols write it: wins are counted in moves of the winner.
fn score(value: Value) -> String {
    match Verdict::of(value) {
        Verdict::Open(value) => format!("cp {value}"),
        Verdict::Wins(turns) => format!("mate {}", turns.div_ceil(2)),
        Verdict::Loses(turns) => format!("mate -{}", turns.div_ceil(2)),
        Verdict::Points(_) => format!("cp {value}"),
    }
}
