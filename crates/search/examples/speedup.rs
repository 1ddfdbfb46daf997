//! Measures what threads gain: the same search by one thread and by several on each
//! platform, and what independent serial searches at once gain on this machine.
//!
//! `cargo run --release -p multigame-search --example speedup -- GAME DEPTH [THREADS [PLATFORM|all [plain]]]`
//!
//! `plain` leaves out all heuristics, and with them the platforms that need a table.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program is about time and says what it finds"
)]

use game::Game;
use native::Native;
use search::{Heuristics, Limits, Parallel, Platform, Report, Search, Settings};
use std::time::Instant;

type Found = Report<native::Position>;

/// Searches the start of a game; nothing if the settings make no sense together.
fn run(game: &Native, depth: u32, settings: Settings) -> Option<(f64, Found)> {
    let search = Search::new(game, settings).ok()?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let began = Instant::now();
    let found = search.best(&game.start(), &[], &limits, &mut |_| {});
    Some((began.elapsed().as_secs_f64(), found))
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (name, depth) = match &args[..] {
        [name, depth, ..] => (name, depth.parse::<u32>().expect("a depth")),
        _ => panic!("GAME DEPTH [THREADS [PLATFORM|all [plain]]]"),
    };
    let threads = args.get(2).map_or(2, |threads| threads.parse().expect("a number of threads"));
    let game = &testing::load_native(name);
    let mut serial = Settings::new(game.facts());
    if args.get(4).is_some_and(|plain| plain == "plain") {
        serial.heuristics = Heuristics::NONE;
    }
    // The same value is to be found by all.
    serial.heuristics.quiescence = false;
    // The code of the rules is made when it is first needed, which is not to be timed.
    drop(run(game, depth.min(4), serial));
    let (alone, found) = run(game, depth, serial).expect("settings that make sense");
    let began = Instant::now();
    std::thread::scope(|scope| {
        (0..threads).for_each(|_| drop(scope.spawn(|| run(game, depth, serial))));
    });
    let possible = threads as f64 * alone / began.elapsed().as_secs_f64();
    println!(
        "{name} depth {depth}, serial: {alone:.2} s, {} nodes, {:?}",
        found.nodes,
        value(&found)
    );
    println!("{threads} serial searches at once gain {possible:.2}");
    println!(
        "share: gain by this; expected: the share by nodes and idle time, if others use the machine"
    );
    for (platform, platform_name, _) in Platform::ALL.into_iter().skip(1) {
        if args.get(3).is_some_and(|only| only != "all" && only != platform_name) {
            continue;
        }
        let with = |threads| run(game, depth, Settings { platform, threads, ..serial });
        let (Some((one, single)), Some((several, found))) = (with(1), with(threads)) else {
            continue;
        };
        let parallel = found.parallel.clone().unwrap_or_default();
        let idle: f64 = parallel.threads.iter().map(|thread| thread.idle.as_secs_f64()).sum();
        let overhead = found.nodes as f64 / single.nodes as f64;
        let idle = idle / (several * threads as f64);
        let (gain, expected) = (one / several, (1.0 - idle) / overhead);
        println!("{platform_name}: {one:.2} s, {several:.2} s: gains {gain:.2}");
        println!("    share {:.2}, expected {expected:.2}, {:?}", gain / possible, value(&found));
        println!("    nodes {} {} ({overhead:.2})", single.nodes, found.nodes);
        let Parallel { splits, aborts, .. } = parallel;
        println!("    idle {:.0} %, {splits} splits, {aborts} aborts", 100.0 * idle);
    }
}

fn value(found: &Found) -> Option<i32> {
    found.best.as_ref().map(|line| line.value)
}
