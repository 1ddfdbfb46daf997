//! Measures what threads gain when sets are found: the same set by one thread and by
//! several, in both ways, and what independent serial runs at once gain on this machine.
//!
//! `cargo run --release -p multigame-infoset --example infoset_speedup -- [GAME [RECORD [PLY [THREADS]]]]`
//!
//! Without a record, or with `-`, it is the sample game of the kriegspiel paper, by the rules of its
//! table 1, as Black perceived it. Runs take turns, and of each the best of five counts.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program is about time and says what it finds"
)]

use game::{Player, Record, Referee};
use infoset::{
    Balance, DeepSearch, Grain, Limits, MergedSet, Observation, Sharing, Wanted, referee,
};
use native::Native;
use std::time::Instant;

const SAMPLE: &str = "d2d4 a7a5 c1g5 b7b6 [g5d8] b1c3 c7c5 [g5d8] d4d5 b8a6 d5d6 f7f6 e2e4 \
    f6g5 f1c4 e7d6 d1d5 d8c7 d5f7 [g7g6 e8f7 e8e7] e8d8 f7f8";
const TIMES: usize = 5;
const LIMITS: Limits = Limits { memory: 8 << 30 };

/// A way to find a set; it gives the number of histories.
type Way<'a> = Box<dyn Fn(usize) -> u128 + Sync + 'a>;

fn ways<'a, G: Referee>(game: &'a G, view: &'a Observation) -> Vec<(String, Way<'a>)> {
    let merged = |threads: usize| {
        let set = MergedSet::before(game, view, LIMITS).expect("a start");
        let mut set = set.with_threads(threads).counts_only();
        set.extend_all(&view.turns, &mut |_| true).expect("a set");
        set.count().expect("a number")
    };
    let mut ways: Vec<(String, Way<'a>)> = vec![("merged".to_string(), Box::new(merged))];
    for (balance, name) in Balance::ALL {
        for grain in [Grain::Adaptive, Grain::Levels(4)] {
            let deep = move |threads: usize| {
                let wanted = Wanted { positions: true, ..Wanted::default() };
                let mut search = DeepSearch::new(game, view, wanted, LIMITS).expect("a start");
                let sharing = Sharing { threads, grain, balance, seed: 0 };
                search.run(sharing, &mut |_| true).expect("a set");
                search.count()
            };
            ways.push((format!("depth first, {name}, {grain:?}"), Box::new(deep)));
        }
    }
    ways
}

/// The seconds that something takes, and what it gives.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let began = Instant::now();
    let result = work();
    (began.elapsed().as_secs_f64(), result)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize| args.get(i).map(String::as_str);
    let game = load(arg(0).unwrap_or("kriegspiel_table1"));
    let record = match arg(1).filter(|file| *file != "-") {
        Some(file) => std::fs::read_to_string(file).expect("a record"),
        None => format!("multigame record 1\ngame: kriegspiel\nmoves: {SAMPLE}"),
    };
    let record = Record::parse(&record).expect("a record");
    let session = referee(&game, &record).expect("a game that can be refereed");
    let ply = arg(2).map_or(17, |ply| ply.parse().expect("a number of turns"));
    let threads: usize = arg(3).map_or(2, |n| n.parse().expect("a number of threads"));
    let view = session.view(Player::Second).clone().without_endings().after(ply);
    for (name, way) in ways(&game, &view) {
        let (mut one, mut several, mut both) = (f64::MAX, f64::MAX, f64::MAX);
        let mut count = 0;
        for _ in 0..TIMES {
            let (seconds, found) = timed(|| way(1));
            (one, count) = (one.min(seconds), found);
            let (seconds, again) = timed(|| way(threads));
            assert_eq!(count, again, "{name}");
            several = several.min(seconds);
            both = both.min(
                timed(|| {
                    std::thread::scope(|scope| {
                        (0..threads).for_each(|_| drop(scope.spawn(|| way(1))));
                    });
                })
                .0,
            );
        }
        let (gain, possible) = (one / several, threads as f64 * one / both);
        println!("{name}: {count} histories");
        println!("    1 thread {one:.3} s, {threads} threads {several:.3} s: gains {gain:.2}");
        println!(
            "    {threads} serial runs at once gain {possible:.2}; share {:.2}",
            gain / possible
        );
    }
}

fn load(name: &str) -> Native {
    testing::load_native(name)
}
