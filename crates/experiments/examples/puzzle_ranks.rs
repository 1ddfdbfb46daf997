//! What ranks gain in a puzzle: IDA* by one rank is recorded and replayed on clusters of any
//! size; and what two real ranks take, threads of this program, is put beside what the
//! simulator predicts for them.
//!
//! `cargo run --release -p multigame-experiments --example puzzle_ranks -- GAME [GRAIN [LATENCY_NS [POSITION]]]`
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program is about time and says what it finds"
)]

use experiments::{Cluster, RanksPlatform, WorkTree, calibrate, calibrated, replay};
use game::Game;
use ranks::{Network, run};
use search::{Limits, PuzzleMethod, PuzzlePlatform, PuzzleTask, Stopper};
use search::{record_puzzle, solve_puzzle_with_team};
use std::time::Instant;

/// The time that this thread has had a processor, where the system tells, so that others
/// on the same machine do no harm.
struct Work {
    began: f64,
}

impl Work {
    fn read() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok()
    }

    fn now() -> Work {
        Work { began: Work::read().expect("a system that tells of the time of threads") }
    }

    /// Nanoseconds.
    fn elapsed(&self) -> f64 {
        Work::now().began - self.began
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let game = &testing::load_native(args.first().expect("GAME [GRAIN [LATENCY_NS [POSITION]]]"));
    let grain = args.get(1).map_or(100, |grain| grain.parse().expect("nodes of a piece"));
    let latency = args.get(2).map_or(10_000.0, |time| time.parse().expect("nanoseconds"));
    let at = &match args.get(3) {
        Some(text) => {
            let setup = game::parse_position(game.facts(), text).expect("a position");
            game.position(&setup).expect("a position that is possible")
        }
        None => game.start(),
    };
    let (limits, stopper) = (Limits::default(), Stopper::default());
    let (method, platform) = (PuzzleMethod::IdaStar, PuzzlePlatform::Tds);
    let task = PuzzleTask { method, limits, memory: 1 << 30, threads: 1, platform, stopper };
    // The code of the puzzle is made when it is first needed, which is work of nobody.
    let few = Limits { nodes: Some(1000), ..Limits::default() };
    let _ = record_puzzle(game, at, &[], &PuzzleTask { limits: few, ..task.clone() }, grain);
    let began = Work::now();
    let (puzzle, recorded) = record_puzzle(game, at, &[], &task, grain).expect("it is solved");
    let alone = began.elapsed();
    let tree = WorkTree::recorded(&recorded);
    println!(
        "{} nodes in {} pieces and {} rounds, {:.2} s of a processor: {:.1} ns a node",
        puzzle.nodes,
        tree.len(),
        tree.n_rounds(),
        alone / 1e9,
        alone / puzzle.nodes as f64
    );
    let measured = run(2, Network::PERFECT, |team| calibrate(team).expect("ranks that speak"));
    let cluster = calibrated(&tree, &measured[0], alone, 2);
    println!("two ranks of this machine: {cluster:?}");
    let began = Instant::now();
    let solved = run(2, Network::PERFECT, |team| {
        solve_puzzle_with_team(team, game, at, &[], &task, &mut |_| {}).expect("it is solved")
    });
    println!("{}", solved[0].ranks.as_ref().expect("it tells of ranks"));
    let (time, nodes) = (began.elapsed().as_secs_f64(), solved[0].nodes);
    let predicted = replay(&tree, RanksPlatform::Tds, &cluster);
    // Ranks may be lucky in the last round; what is predicted is the time for a node.
    let per_node = (time / nodes as f64) / (predicted.time / 1e9 / puzzle.nodes as f64);
    println!("they took {time:.3} s for {nodes} nodes; {:.3} s predicted", predicted.time / 1e9);
    println!("that is {per_node:.2} of what was predicted for a node");
    println!("   ranks platform  speedup     load  idle  messages");
    for ranks in [10, 128, 1024, 10_000, 100_000] {
        for (platform, name) in RanksPlatform::ALL {
            if platform == RanksPlatform::Stealing && ranks > 1024 {
                // Ranks that ask in vain would take most of the time.
                continue;
            }
            let cluster = Cluster { ranks, latency, node: cluster.node, ..Cluster::default() };
            let it = replay(&tree, platform, &cluster);
            println!(
                "{ranks:>8} {name:>8} {:>8.1} {:>8.2} {:>4.0}% {:>9}",
                it.speedup,
                it.load,
                100.0 * it.idle,
                it.messages
            );
        }
    }
}
