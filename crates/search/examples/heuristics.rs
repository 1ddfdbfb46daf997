//! Counts what the heuristics save: the nodes of plain alpha-beta at the greatest
//! depth that it finishes in a time, and those of a search with all heuristics to the
//! same depth, which has to find the same value.
//!
//! `cargo run --release -p multigame-search --example heuristics -- [SECONDS [GAME…]]`
//!
//! Quiescence, and what leaves something out, is off on both sides, because it changes values. Where values differ
//! the table has known a position deeper than the search asked for.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program is about nodes in a time and says what it finds"
)]

use game::Game;
use native::Native;
use search::{Algorithm, Heuristics, Limits, Report, Search, Settings};
use std::time::{Duration, Instant};

/// The games of the table if none is named.
const GAMES: [&str; 5] = ["othello", "chess", "checkers", "connect4", "amazons"];

fn run(game: &Native, settings: Settings, depth: u32, time: Duration) -> Report<native::Position> {
    let search = Search::new(game, settings).expect("settings that make sense");
    let limits = Limits { depth: Some(depth), time: Some(time), ..Limits::default() };
    search.best(&game.start(), &[], &limits, &mut |_| {})
}

fn main() {
    let mut args = std::env::args().skip(1);
    let seconds = args.next().map_or(60, |seconds| seconds.parse().expect("a number of seconds"));
    let named: Vec<String> = args.collect();
    let time = Duration::from_secs(seconds);
    println!("game        depth     alpha-beta            all   a part of    s    s  value");
    for name in GAMES {
        if !named.is_empty() && !named.iter().any(|game| game == name) {
            continue;
        }
        let game = &testing::load_native(name);
        let mut all = Settings::new(game.facts());
        all.heuristics = Heuristics { quiescence: false, ..all.heuristics.exact() };
        let plain = Heuristics::NONE;
        let plain = Settings { algorithm: Algorithm::AlphaBeta, heuristics: plain, ..all };
        let mut found = None;
        for depth in 1.. {
            let began = Instant::now();
            let report = run(game, plain, depth, time);
            if report.stop.is_some() {
                break;
            }
            found = Some((depth, report, began.elapsed()));
        }
        let Some((depth, expected, plain_time)) = found else { continue };
        let began = Instant::now();
        let report = run(game, all, depth, time);
        let value = |report: &Report<_>| report.best.as_ref().map(|line| line.value);
        let same = if value(&expected) == value(&report) { "same" } else { "differs" };
        println!(
            "{name:10} {depth:6} {:14} {:14} {:11.1} {:4.1} {:4.1}  {same} {:?} {:?}",
            expected.nodes,
            report.nodes,
            expected.nodes as f64 / report.nodes as f64,
            plain_time.as_secs_f64(),
            began.elapsed().as_secs_f64(),
            value(&expected).unwrap_or_default(),
            value(&report).unwrap_or_default(),
        );
    }
}
