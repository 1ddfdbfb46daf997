//! What ranks gain in a proof: nodes and processor time of the busiest rank beside those of one
//! rank. The ranks are threads of this process, which is told to make its code before. Each has one
//! thread, or as many as `threads=N` says; the processor time is that of the first thread alone.
//!
//! `cargo run --release -p multigame-search --example proof_ranks -- GAME|FILE df-pn|alpha-beta|sweep [threads=N] [RANKS…]`
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program is about time and says what it finds"
)]

use game::Game;
use native::Native;
use ranks::Network;
use search::{Limits, Method, Stopper, Task, TeamProof, Wins, prove, prove_with_team};
use std::sync::Arc;
use std::time::Duration;

/// How long the processor was busy with this thread.
fn processor() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes to the place that it is given, and to nothing else.
    #[allow(unsafe_code, reason = "the standard library does not know this clock")]
    unsafe {
        libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time);
    }
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The rules of a name, or of a file.
fn load(name: &str) -> Native {
    match std::fs::read_to_string(name) {
        Ok(text) => testing::compiled(testing::load_text("measured", &text).expect("sound rules")),
        Err(_) => testing::load_native(name),
    }
}

/// A proof by this many ranks, and how long the processor was busy with each.
fn run(game: &Native, task: &Task, size: usize) -> (TeamProof<native::Position>, Vec<Duration>) {
    let all = ranks::run(size, Network::PERFECT, |team| {
        let began = processor();
        let found = prove_with_team(team, game, &game.start(), &[], task, &mut |_| {});
        (found.expect("a proof"), processor() - began)
    });
    let (mut found, times): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    (found.swap_remove(0), times)
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let usage = "GAME|FILE METHOD [threads=N] [RANKS…]";
    let threads = args.iter().position(|arg| arg.starts_with("threads="));
    let threads = threads.map(|place| args.remove(place));
    let threads = threads.map_or(1, |arg| arg["threads=".len()..].parse().expect(usage));
    let game = &load(args.first().expect(usage));
    let method = args.get(1).and_then(|name| Method::from_name(name)).expect(usage);
    let sizes = args.iter().skip(2).map(|size| size.parse().expect("a number of ranks"));
    let reader = insight::Reader::native(game);
    let wins = reader.and_then(|it| Wins::read(game, &it, &game.start()).expect("sound rules"));
    let mut task = Task {
        method,
        limits: Limits { nodes: Some(1000), ..Limits::default() },
        memory: 2 << 30,
        threads,
        symmetries: true,
        wins: wins.map(Arc::new),
        local: None,
        stopper: Stopper::default(),
    };
    // The code of the rules is made when it is first needed, which is not to be timed.
    let _ = prove(game, &game.start(), &[], &task, &mut |_| {});
    task.limits = Limits::default();
    let (alone, time) = run(game, &task, 1);
    let time = time[0].as_secs_f64();
    println!(
        "1 rank: {} nodes, {} positions, {time:.2} s, {:?}",
        alone.proof.nodes, alone.proof.positions, alone.proof.outcome
    );
    for size in sizes {
        let (by, times) = run(game, &task, size);
        let nodes = by.proof.nodes as f64 / alone.proof.nodes as f64;
        let busiest = times.iter().max().map_or(0.0, Duration::as_secs_f64);
        println!(
            "{size} ranks: {} nodes ({:.2} of one rank), busiest {busiest:.2} s: gains {:.2}, \
             load {:.2}, {} messages, {:?}",
            by.proof.nodes,
            nodes,
            time / busiest,
            by.load(),
            by.messages(),
            by.proof.outcome
        );
    }
}
