//! Compares the search for combinations with alpha-beta and df-pn, which look at
//! every move: positions and time until the win is found, or until this many positions
//! were looked at.
//!
//! `cargo run --release -p multigame-combine --example table -- [NODES [GAME…]]`
//!
//! The positions: Pitrat's figures 2 to 4; chess positions with pieces at random around
//! a king, kept if there is a mate by checks that takes at least 7 turns; positions of
//! gomoku on 9 x 9 fields with stones at random, kept if there is a win by threats that
//! takes at least 15. So these are positions that threats do win: the table says what
//! other searches take to see it, and nothing about other positions.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program is about time and says what it finds"
)]

#[path = "../tests/all/support/mod.rs"]
mod support;

use combine::{Settings, find};
use game::Game;
use insight::Reader;
use native::{Native, Position};
use search::{Algorithm, Limits, Method, Search, Stopper, Task, Verdict, prove};
use std::time::Instant;

/// What a search took: positions, seconds, and whether it has found the win.
struct Took {
    nodes: u64,
    seconds: f64,
    found: bool,
}

impl std::fmt::Display for Took {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let more = if self.found { ' ' } else { '>' };
        write!(f, "{more}{:11} {more}{:9.3}", self.nodes, self.seconds)
    }
}

/// Principal variation search with all heuristics, deeper and deeper until it sees the win.
fn by_alpha_beta(game: &Native, at: &Position, nodes: u64) -> Took {
    let settings =
        search::Settings { algorithm: Algorithm::Pvs, ..search::Settings::new(game.facts()) };
    let search = Search::new(game, settings).expect("settings that make sense");
    let limits = Limits { depth: Some(60), nodes: Some(nodes), ..Limits::default() };
    let began = Instant::now();
    let sees_win = |report: &search::Report<Position>| {
        let wins = |value| matches!(Verdict::of(value), Verdict::Wins(_));
        report.best.as_ref().is_some_and(|line| wins(line.value))
    };
    let stopper = search.stopper();
    let report = search.best(at, &[], &limits, &mut |report| {
        if sees_win(report) {
            stopper.stop();
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    Took { nodes: report.nodes, seconds, found: sees_win(&report) }
}

fn by_df_pn(game: &Native, at: &Position, nodes: u64) -> Took {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (method, memory, stopper) = (Method::DfPn, 1 << 30, Stopper::default());
    let task = Task {
        method,
        limits,
        memory,
        threads: 1,
        symmetries: false,
        wins: None,
        local: None,
        stopper,
    };
    let began = Instant::now();
    let proof = prove(game, at, &[], &task, &mut |_| {});
    let seconds = began.elapsed().as_secs_f64();
    match proof {
        Ok(proof) => {
            let found = proof.outcome.for_player(game.player(at)) > 0;
            Took { nodes: proof.nodes, seconds, found }
        }
        Err(_) => Took { nodes, seconds, found: false },
    }
}

/// The positions of a set that are compared.
fn positions(set: &str, game: &Native, reader: &Reader<'_, Native>) -> Vec<Position> {
    let texts = |texts: &[&str]| texts.iter().map(|text| support::position(game, text)).collect();
    let settings = Settings { most_nodes: 20_000, ..Settings::default() };
    match set {
        "three_mens_morris" => texts(&support::FIGURE_2),
        "gomoku9" => {
            support::LONG_WINS.iter().filter_map(|seed| support::strewn(game, *seed)).collect()
        }
        _ => {
            let make = |seed| support::besieged(game, reader, seed);
            let mut all: Vec<Position> = texts(&[support::FIGURE_3, support::FIGURE_4]);
            all.extend(support::with_long_wins(game, reader, make, (7, 10), settings));
            all
        }
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let nodes = args.next().map_or(1_000_000, |nodes| nodes.parse().expect("a number of nodes"));
    let mut sets: Vec<String> = args.collect();
    if sets.is_empty() {
        sets = ["three_mens_morris", "chess", "gomoku9"].map(String::from).to_vec();
    }
    println!(
        "game               plies    threats        s   alpha-beta        s        df-pn        s"
    );
    for set in sets {
        let game = support::load(&set);
        let reader = Reader::native(&game).expect("rules that can be read");
        let settings = Settings { quiet: set == "gomoku9", ..Settings::default() };
        let (mut by_threats, mut by_all) = (0, 0);
        for at in positions(&set, &game, &reader) {
            let began = Instant::now();
            let report =
                find(&game, &reader, &at, &[], settings, &mut |_| true).expect("sound rules");
            let seconds = began.elapsed().as_secs_f64();
            let found = report.combination.is_some();
            let plies = report.combination.map_or(0, |combination| combination.n_plies());
            let threats = Took { nodes: report.nodes + report.checked, seconds, found };
            let all = by_alpha_beta(&game, &at, nodes);
            by_threats += threats.nodes;
            by_all += all.nodes;
            println!("{set:18} {plies:5} {threats} {all} {}", by_df_pn(&game, &at, nodes));
        }
        let times = by_all as f64 / by_threats as f64;
        println!("{set:18} alpha-beta looked at {times:.0} times as many positions, or more");
    }
}
