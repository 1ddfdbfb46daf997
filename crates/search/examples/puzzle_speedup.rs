//! Measures what threads gain in a puzzle: IDA* by one thread and by several, and what
//! independent searches by one thread each gain at once on this machine.
//!
//! `cargo run --release -p multigame-search --example puzzle_speedup -- GAME [THREADS [POSITION]]`
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program is about time and says what it finds"
)]

use game::Game;
use native::Native;
use search::{Limits, Puzzle, PuzzleMethod, PuzzlePlatform, PuzzleTask, Stopper, solve_puzzle};
use std::time::Instant;

type Found = Puzzle<native::Position>;

/// Solves a puzzle with this many threads.
fn run(game: &Native, at: &native::Position, threads: usize) -> (f64, Found) {
    let method = PuzzleMethod::IdaStar;
    let (limits, stopper) = (Limits::default(), Stopper::default());
    let platform = PuzzlePlatform::Auto;
    let task = PuzzleTask { method, limits, memory: 0, threads, platform, stopper };
    let began = Instant::now();
    let found = solve_puzzle(game, at, &[], &task, &mut |_| {}).expect("it can be solved");
    (began.elapsed().as_secs_f64(), found)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let name = args.first().expect("GAME [THREADS [POSITION]]");
    let threads = args.get(1).map_or(2, |threads| threads.parse().expect("a number of threads"));
    let game = &testing::load_native(name);
    let at = &match args.get(2) {
        Some(text) => {
            let setup = game::parse_position(game.facts(), text).expect("a position");
            game.position(&setup).expect("a position that is possible")
        }
        None => game.start(),
    };
    let (alone, single) = run(game, at, 1);
    let began = Instant::now();
    std::thread::scope(|scope| {
        (0..threads).for_each(|_| drop(scope.spawn(|| run(game, at, 1))));
    });
    let possible = threads as f64 * alone / began.elapsed().as_secs_f64();
    let cost = |found: &Found| found.solution.as_ref().map(|solution| solution.cost);
    println!("{name}, one thread: {alone:.2} s, {} nodes, cost {:?}", single.nodes, cost(&single));
    println!("{:.2} million nodes a second", single.nodes as f64 / alone / 1e6);
    println!("{threads} such searches at once gain {possible:.2}");
    let (several, found) = run(game, at, threads);
    let idle: f64 = found.threads.iter().map(|thread| thread.idle.as_secs_f64()).sum();
    let overhead = found.nodes as f64 / single.nodes as f64;
    let (idle, gain) = (idle / (several * threads as f64), alone / several);
    println!("{threads} threads: {several:.2} s, cost {:?}: gain {gain:.2}", cost(&found));
    println!("    share {:.2}, nodes {} ({overhead:.2})", gain / possible, found.nodes);
    // What the share would be if nobody else used the machine.
    println!("    idle {:.1} %, so {:.2} is expected", 100.0 * idle, (1.0 - idle) / overhead);
}
