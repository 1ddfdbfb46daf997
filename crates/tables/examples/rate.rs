//! How many positions a second are solved by one thread, and in awari by a program that is written
//! for awari alone: `cargo run --release -p multigame-tables --example rate -- awari 12 chess KRK`.
//!
//! Games are followed by a class, or by a number of men for all classes up to this many. Times are
//! those of the processor, where the system tells them, so that other programs count less.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "this is a program")]

use game::Game;
use references::AwariTables;
use std::time::Instant;
use tables::{Means, Progress, Rules, Work, parse_material};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let began = Instant::now();
    for pair in words.chunks(2) {
        let [name, class] = pair else {
            println!("after a game there is a class or a number of men");
            return;
        };
        ours(name, class, began);
        if let (true, Ok(seeds)) = (name == "awari", class.parse()) {
            by_hand(seeds, began);
        }
    }
}

/// The seconds that this thread has worked; all seconds if the system does not tell.
fn seconds(began: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(|| began.elapsed().as_secs_f64(), |nanos| nanos / 1e9)
}

fn show(what: &str, positions: u64, seconds: f64) {
    let rate = positions as f64 / seconds / 1e6;
    println!("{what}: {positions} positions in {seconds:.2} s, {rate:.2} million a second");
}

fn ours(name: &str, class: &str, began: Instant) {
    let game = testing::load_native(name);
    let program = game.interp().program();
    let rules = Rules {
        fingerprint: ir::fingerprint(program),
        symmetries: ir::analyses::folded(program, game::Fold::Players),
        clocks: ir::analyses::clocks(program),
        scores: program.scores(),
        points: ir::analyses::points(program),
        turning: {
            let program = program.clone();
            tables::Turning::new(move |kinds, counters| {
                ir::analyses::symmetries_within(&program, kinds, counters)
            })
        },
    };
    let Ok(mut work) = Work::new(&game, rules) else { return println!("{name} has no tables") };
    let classes = match class.parse() {
        Ok(men) => work.with_men(men).ok(),
        Err(_) => parse_material(game.facts(), class).ok().map(|class| vec![class]),
    };
    let wanted = classes.and_then(|classes| work.want(classes).ok());
    if wanted.is_none() {
        return println!("{name} has no class {class}");
    }
    let means = Means { threads: 1, memory: 8 << 30 };
    let start = seconds(began);
    let mut positions = 0;
    while let Ok(Some(progress)) = work.build_next(means, &mut |_| true) {
        if let Progress::Built(built) = progress {
            positions += built.job.positions;
            let longest = built.statistics.longest_win().unwrap_or(0);
            let (zugzwangs, bytes) = (built.statistics.zugzwangs, built.file.len());
            let class = built.job.name;
            println!("{name} {class}: longest {longest}, {zugzwangs} zugzwangs, {bytes} bytes");
        }
    }
    show(&format!("{name} {class}"), positions, seconds(began) - start);
}

fn by_hand(seeds: usize, began: Instant) {
    let start = seconds(began);
    let mut tables = AwariTables::new(seeds);
    let positions: u64 = (0..seeds).map(|_| tables.build_next() as u64).sum();
    show(&format!("awari {seeds} by hand"), positions, seconds(began) - start);
}
