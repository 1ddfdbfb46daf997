//! What several threads did, and with `--compare` what they gained: the same search
//! is done again by one thread, to the depth that was reached.

#![allow(clippy::disallowed_methods, reason = "this is the edge: the speed is measured here")]

use super::super::engine::Engine;
use super::super::position::Table;
use super::super::report::Failure;
use super::super::words::{self, count, signed};
use search::{Limits, Parallel, Platform, Report, Search, Settings};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A search by one thread, for comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Serial {
    nodes: u64,
    time: Duration,
}

/// Searches again with one thread, from nothing; nothing if it was stopped.
pub(super) fn serial<G: Engine>(
    table: &Table<G>,
    settings: Settings,
    (n_lines, depth): (usize, u32),
    watched: impl FnOnce(&Search<'_, G>, &mut dyn FnMut() -> Report<G::Position>) -> Report<G::Position>,
) -> Result<Option<Serial>, Failure> {
    let settings = Settings { platform: Platform::Serial, threads: 1, ..settings };
    let search = Search::new(&table.game, settings)?;
    let (line, began) = (&table.line, Instant::now());
    let limits = Limits { depth: Some(depth.max(1)), ..Limits::default() };
    let report = watched(&search, &mut || {
        search.lines(n_lines, line.position(), line.past(), &limits, &mut |_| {})
    });
    let found = Serial { nodes: report.nodes, time: began.elapsed() };
    Ok(report.stop.is_none().then_some(found))
}

/// How much of its time a thread had nothing to do, in percent.
fn idle(idle: Duration, time: Duration) -> f64 {
    100.0 * idle.as_secs_f64() / time.as_secs_f64().max(1e-6)
}

/// What the threads did, as lines of text.
pub(super) fn text(work: &Parallel, time: Duration, serial: Option<Serial>) -> String {
    let mut text = String::new();
    for (i, thread) in work.threads.iter().enumerate() {
        let percent = idle(thread.idle, time);
        let nodes = count(thread.nodes, "node");
        text += &format!("thread {}: {nodes}, idle {percent:.1} %\n", i + 1);
    }
    text += &format!("positions shared: {}, moves given up: {}\n", work.splits, work.aborts);
    if let Some(serial) = serial {
        text += &format!(
            "one thread: {} in {:.2} s; overhead {} % nodes, speed-up {:.2}\n",
            count(serial.nodes, "node"),
            serial.time.as_secs_f64(),
            signed(100.0 * overhead(work, serial), 1),
            speed_up(time, serial),
        );
    }
    text
}

/// The same for programs.
pub(super) fn answer(work: &Parallel, time: Duration, serial: Option<Serial>) -> Value {
    let round = |number: f64| words::round(number, 3);
    let threads = work.threads.iter().map(
        |thread| json!({ "nodes": thread.nodes, "idle_seconds": round(thread.idle.as_secs_f64()) }),
    );
    json!({
        "threads": threads.collect::<Vec<_>>(),
        "splits": work.splits,
        "aborts": work.aborts,
        "serial": serial.map(|serial| json!({
            "nodes": serial.nodes,
            "seconds": round(serial.time.as_secs_f64()),
            "overhead": round(overhead(work, serial)),
            "speed_up": round(speed_up(time, serial)),
        })),
    })
}

/// How many nodes more than one thread the threads visited, as a share.
fn overhead(work: &Parallel, serial: Serial) -> f64 {
    work.nodes() as f64 / serial.nodes.max(1) as f64 - 1.0
}

fn speed_up(time: Duration, serial: Serial) -> f64 {
    serial.time.as_secs_f64() / time.as_secs_f64().max(1e-6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::ThreadWork;

    #[test]
    fn work_is_compared_with_one_thread() {
        let thread = |nodes, millis| ThreadWork { nodes, idle: Duration::from_millis(millis) };
        let work =
            Parallel { threads: vec![thread(700, 0), thread(500, 250)], ..Parallel::default() };
        let serial = Serial { nodes: 1000, time: Duration::from_secs(3) };
        let shown = text(&work, Duration::from_secs(2), Some(serial));
        assert_eq!(
            shown,
            "thread 1: 700 nodes, idle 0.0 %\nthread 2: 500 nodes, idle 12.5 %\n\
             positions shared: 0, moves given up: 0\n\
             one thread: 1000 nodes in 3.00 s; overhead +20.0 % nodes, speed-up 1.50\n"
        );
        assert_eq!(answer(&work, Duration::from_secs(2), None)["serial"], Value::Null);
    }
}
