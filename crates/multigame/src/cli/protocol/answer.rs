//! What the client hears: the depths of a search, its best move, and remarks.

#![allow(clippy::disallowed_methods, reason = "this is the edge: searches are timed here")]

use super::super::engine::Engine;
use super::super::report::Failure;
use super::super::{computer, terminal};
use super::beyond::Standing;
use super::go::Go;
use game::Line;
use search::{Report, Search, Stop, Value, Verdict};
use std::time::{Duration, Instant};

/// Nobody reads more characters of a remark.
const LONGEST_REMARK: usize = 200;

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

/// Searches and says what was found.
pub(super) fn answer<G: Engine>(
    search: &Search<'_, G>,
    game: &G,
    found: &Standing<G::Position>,
    n_lines: usize,
    go: Go,
) -> Result<(), Failure> {
    let (line, began) = (&found.line, Instant::now());
    let mut on_depth = |report: &Report<G::Position>| {
        let _ = inform(game, line, report, n_lines > 1, began.elapsed());
    };
    let report = match found.moves.is_empty() {
        true => None,
        false => {
            Some(search.lines(n_lines, line.position(), line.past(), &go.limits, &mut on_depth))
        }
    };
    if let Some(Stop::Rules(error)) = report.as_ref().and_then(|report| report.stop.as_ref()) {
        remark(&error.to_string())?;
    }
    while go.waits && !search.stopper().is_stopped() {
        std::thread::park_timeout(Duration::from_millis(100));
    }
    let best = report.as_ref().and_then(|report| report.best.as_ref()?.positions.first());
    let chosen = best
        .and_then(|to| found.moves.iter().find(|played| played.to == *to))
        .or(found.moves.first());
    say(&format!("bestmove {}", chosen.map_or("(none)", |played| played.text.as_str())))
}

/// Tells what was found at a depth.
fn inform<G: Engine>(
    game: &G,
    line: &Line<G::Position>,
    report: &Report<G::Position>,
    ranked: bool,
    time: Duration,
) -> Result<(), Failure> {
    let nodes = report.nodes;
    let speed = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    for (i, found) in report.best.iter().chain(&report.others).enumerate() {
        let rank = if ranked { format!(" multipv {}", i + 1) } else { String::new() };
        let moves = computer::texts(game, line, &found.positions)?.join(" ");
        say(&format!(
            "info depth {}{rank} score {} nodes {nodes} nps {speed} time {} pv {moves}",
            report.depth,
            score(found.value),
            time.as_millis()
        ))?;
    }
    Ok(())
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
