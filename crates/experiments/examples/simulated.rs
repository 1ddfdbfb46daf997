//! Compares the simulator with this machine: the gain of two threads over one as it is
//! simulated and as it is measured, for each strategy and grain.
//!
//! `cargo run --release -p multigame-experiments --example simulated -- [GAME [RECORD [PLY]]]`
//!
//! Without a record, or with `-`, it is the sample game of the kriegspiel paper, by the
//! rules of its table 1, as Black perceived it. What two independent runs at once gain
//! tells what the machine can give; a gain is compared with two times its share of that.
//! Where there are few tasks, much depends on where chance places them: so times are
//! averaged over several seeds, and over more of them where they are only simulated.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program is about time and says what it finds"
)]

use experiments::{Runtime, TreeOfTasks, schedule};
use game::{Player, Record};
use infoset::{Balance, DeepSearch, Grain, Limits, Observation, Sharing, Wanted, referee};
use native::Native;
use std::time::Instant;

const SAMPLE: &str = "d2d4 a7a5 c1g5 b7b6 [g5d8] b1c3 c7c5 [g5d8] d4d5 b8a6 d5d6 f7f6 e2e4 \
    f6g5 f1c4 e7d6 d1d5 d8c7 d5f7 [g7g6 e8f7 e8e7] e8d8 f7f8";
/// Runs of one thread, and of two independent ones at once.
const TIMES: u64 = 2;
/// Runs of two threads, each with another seed, ...
const SEEDS: u64 = 6;
/// ... and schedules.
const SCHEDULES: u64 = 100;
const LIMITS: Limits = Limits { memory: 8 << 30 };

/// The seconds that a search takes.
fn run(game: &Native, view: &Observation, sharing: Sharing) -> f64 {
    let mut search = DeepSearch::new(game, view, Wanted::default(), LIMITS).expect("a start");
    let began = Instant::now();
    search.run(sharing, &mut |_| true).expect("a set");
    began.elapsed().as_secs_f64()
}

/// The seconds that two searches at once take, each by one thread.
fn run_two(game: &Native, view: &Observation, sharing: Sharing) -> f64 {
    let began = Instant::now();
    std::thread::scope(|scope| {
        (0..2).for_each(|_| drop(scope.spawn(|| run(game, view, sharing))));
    });
    began.elapsed().as_secs_f64()
}

/// The average of what something gives for this many seeds.
fn mean(n: u64, work: impl Fn(u64) -> f64) -> f64 {
    (1..=n).map(work).sum::<f64>() / n as f64
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize| args.get(i).map(String::as_str);
    let name = arg(0).unwrap_or("kriegspiel_table1");
    let game = &testing::load_native(name);
    let record = match arg(1).filter(|file| *file != "-") {
        Some(file) => std::fs::read_to_string(file).expect("a record"),
        None => format!("multigame record 1\ngame: kriegspiel\nmoves: {SAMPLE}"),
    };
    let record = Record::parse(&record).expect("a record");
    let session = referee(game, &record).expect("a game that can be refereed");
    let ply = arg(2).map_or(17, |ply| ply.parse().expect("a number of turns"));
    let view = &session.view(Player::Second).clone().without_endings().after(ply);
    let grains = [2, 4, 6, 8].map(Grain::Levels).into_iter();
    let grains: Vec<Grain> = grains.chain([1_000, 10_000, 100_000].map(Grain::Work)).collect();
    let tree = TreeOfTasks::record(game, view, &grains, LIMITS, &mut |_| true).expect("a tree");
    println!("strategy, grain: simulated gain, measured gain of 2 threads, difference");
    let mut most_off = 0.0;
    for (balance, name) in Balance::ALL {
        for &grain in &grains {
            let tasks = tree.tasks(grain);
            let runtime = Runtime { balance, ..Runtime::default() };
            let time = |n, seed| schedule(&tasks, n, &runtime, seed).time as f64;
            // One processor leaves nothing to chance.
            let simulated = time(1, 1) / mean(SCHEDULES, |seed| time(2, seed));
            let sharing = |threads, seed| Sharing { threads, grain, balance, seed };
            let one = mean(TIMES, |seed| run(game, view, sharing(1, seed)));
            let two = mean(SEEDS, |seed| run(game, view, sharing(2, seed)));
            let both = mean(TIMES, |seed| run_two(game, view, sharing(1, seed)));
            let (gain, possible) = (one / two, 2.0 * one / both);
            let measured = 2.0 * gain / possible;
            let off = 100.0 * (simulated / measured - 1.0);
            most_off = f64::max(most_off, off.abs());
            println!("{name}, {grain:?}: {simulated:.2}, {measured:.2}, {off:+.0} %");
            println!("    {gain:.2} as timed, of {possible:.2} by two runs at once");
        }
    }
    println!("at most {most_off:.0} % off");
}
