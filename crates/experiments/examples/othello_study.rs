//! Measures the speed of the Othello study: nodes a second of its alpha-beta and its
//! principal variation search, and cozy-chess in the same run, whose speed says how
//! fast the machine is at the moment.
//!
//! `cargo run --release -p multigame-experiments --example othello_study -- [DEPTH [ROUNDS]]`
//!
//! The study's program makes 4.1 and 1.6 million nodes a second where cozy-chess
//! makes 33 million leaves from the initial position at depth 6; the last column is
//! how many times as many these are, scaled to that.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program is about time and says what it finds"
)]

use experiments::othello::{against_first_moves, settings};
use game::{Game, Player};
use native::{Native, Position};
use references::{Answer, Clock, answer};
use search::{Algorithm, Platform, Report};
use std::time::Instant;

struct Time(Instant);

impl Clock for Time {
    fn nanos(&self) -> u64 {
        self.0.elapsed().as_nanos() as u64
    }
}

/// Millions of leaves a second of cozy-chess.
fn cozy_chess() -> f64 {
    let Answer::Line(line) = answer("perft chess made 6", &Time(Instant::now())) else {
        panic!("the reference does not count");
    };
    let numbers: Vec<f64> = line.split(' ').skip(1).filter_map(|word| word.parse().ok()).collect();
    numbers[0] / numbers[1] * 1e3
}

/// Plays a game of the study against the first move: nodes, and seconds in searches.
fn study(game: &Native, algorithm: Algorithm, depth: u32) -> (u64, f64) {
    let mut seconds = 0.0;
    let mut timed = |search: &mut dyn FnMut() -> Report<Position>| {
        let began = Instant::now();
        let report = search();
        seconds += began.elapsed().as_secs_f64();
        report
    };
    let settings = settings(game.facts(), algorithm, Platform::Serial);
    let played = against_first_moves(game, settings, depth, Player::Second, &mut timed);
    (played.expect("sound rules").nodes, seconds)
}

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse().expect("a number"));
    let (depth, rounds) = (args.next().unwrap_or(10), args.next().unwrap_or(3));
    let game = &testing::load_native("othello");
    study(game, Algorithm::Pvs, 3);
    for _ in 0..rounds {
        let chess = cozy_chess();
        println!("cozy-chess  {chess:6.1} million leaves a second");
        for (algorithm, theirs) in [(Algorithm::AlphaBeta, 4.1), (Algorithm::Pvs, 1.6)] {
            let (nodes, seconds) = study(game, algorithm, depth);
            let rate = nodes as f64 / seconds / 1e6;
            let times = rate / theirs * 33.0 / chess;
            let name = algorithm.name();
            println!("{name:10}  {rate:6.2} million of {nodes} nodes a second, {times:.2} times");
        }
    }
}
