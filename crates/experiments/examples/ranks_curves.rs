//! What scales and what does not: IDA* on 10 to 100,000 simulated ranks, as a table and as
//! a picture. The trees of work are grown from a seed, so that the same
//! figures come out everywhere.
//!
//! `cargo run --release -p multigame-experiments --example ranks_curves -- ranks.svg`
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program writes a picture and says what is in it"
)]

use experiments::{Cluster, Curve, Growth, Point, RanksPlatform, WorkTree, curves, replay};

const RANKS: [u32; 8] = [1, 10, 32, 128, 1024, 4096, 10_000, 100_000];

/// A line of the picture: a tree, and the cluster that it is replayed on.
struct Case {
    name: &'static str,
    /// Nodes of the last round, in millions, and of a piece on average.
    millions: u64,
    grain: u32,
    platform: RanksPlatform,
    latency: f64,
    /// Ranks that wait or ask in vain would take most of the time of a simulation of more.
    most_ranks: u32,
}

const CASES: [Case; 5] = [
    Case {
        name: "TDS, last round of 36 M nodes, 10 µs",
        millions: 36,
        grain: 100,
        platform: RanksPlatform::Tds,
        latency: 10_000.0,
        most_ranks: 10_000,
    },
    Case {
        name: "TDS, last round of 360 M nodes (the mean of Korf's), 10 µs",
        millions: 360,
        grain: 100,
        platform: RanksPlatform::Tds,
        latency: 10_000.0,
        most_ranks: 100_000,
    },
    Case {
        name: "TDS, last round of 1,000 M nodes, pieces of 200, 10 µs",
        millions: 1000,
        grain: 200,
        platform: RanksPlatform::Tds,
        latency: 10_000.0,
        most_ranks: 100_000,
    },
    Case {
        name: "TDS, last round of 360 M nodes, 100 µs",
        millions: 360,
        grain: 100,
        platform: RanksPlatform::Tds,
        latency: 100_000.0,
        most_ranks: 1024,
    },
    Case {
        name: "work stealing, last round of 360 M nodes, 10 µs",
        millions: 360,
        grain: 100,
        platform: RanksPlatform::Stealing,
        latency: 10_000.0,
        most_ranks: 128,
    },
];

fn main() {
    let mut lines = Vec::new();
    println!("| | ranks | times | load | idle | messages |\n|---|---|---|---|---|---|");
    for case in &CASES {
        let (nodes, grain) = (case.millions * 1_000_000, case.grain);
        // Rounds grow as those of the fifteen puzzle do.
        let (rounds, growth, branching) = (8, 6.0, 1.6);
        let tree = WorkTree::grown(&Growth { seed: 1, rounds, nodes, growth, grain, branching });
        let mut points = Vec::new();
        for ranks in RANKS.into_iter().filter(|ranks| *ranks <= case.most_ranks) {
            let cluster = Cluster { ranks, latency: case.latency, ..Cluster::default() };
            let it = replay(&tree, case.platform, &cluster);
            let (load, idle) = (it.load, 100.0 * it.idle);
            let (name, messages) = (case.name, it.messages);
            println!(
                "| {name} | {ranks} | {:.1} | {load:.2} | {idle:.0} % | {messages} |",
                it.speedup
            );
            points.push(Point { x: f64::from(ranks), y: it.speedup });
        }
        lines.push(Curve { name: case.name.to_string(), points });
    }
    if let Some(path) = std::env::args().nth(1) {
        let svg = curves("What simulated ranks gain by IDA*", "ranks", "times faster", &lines);
        std::fs::write(&path, svg).expect("the picture is written");
    }
}
