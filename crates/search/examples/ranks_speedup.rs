//! Measures what ranks gain: the same search by one rank and by several, which are threads
//! of this process here, and the three overheads of the Multigame paper.
//!
//! `cargo run --release -p multigame-search --example ranks_speedup -- GAME DEPTH [RANKS [PLATFORM|all [FORK_DEPTH REMOTE_DEPTH [TOLD_DEPTH]]]]`
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program is about time and says what it finds"
)]

use game::Game;
use native::Native;
use ranks::{Lost, Network};
use search::{Limits, Parallel, Platform, RankWork, Report, Search, Settings, Wanted};
use std::time::{Duration, Instant};

type Found = Report<native::Position>;

/// Lets this many ranks search the start of a game.
fn run(game: &Native, depth: u32, settings: Settings, size: usize) -> (Duration, Found) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let all = ranks::run(size, Network::PERFECT, |team| {
        let search = Search::new(game, settings).expect("settings that make sense");
        if !team.is_first() {
            return search.serve(team).map(|()| None);
        }
        let (began, at) = (Instant::now(), game.start());
        let found = search.lines_by_ranks(team, Wanted::best(1), &at, &[], &limits, &mut |_| {})?;
        let time = began.elapsed();
        search.dismiss(team)?;
        Ok::<_, Lost>(Some((time, found)))
    });
    let first = all.into_iter().next().expect("a rank").expect("no rank is lost");
    first.expect("the first rank searches")
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, usual: u32| {
        args.get(i).map_or(usual, |number| number.parse().expect("a number"))
    };
    let name = args
        .first()
        .expect("GAME DEPTH [RANKS [PLATFORM|all [FORK_DEPTH REMOTE_DEPTH [TOLD_DEPTH]]]]");
    let (depth, size) = (number(1, 8), number(2, 2) as usize);
    let game = &testing::load_native(name);
    let mut serial = Settings::new(game.facts());
    // The same value is to be found by all.
    serial.heuristics.quiescence = false;
    serial.fork_depth = number(4, serial.fork_depth);
    serial.remote_depth = number(5, serial.remote_depth);
    serial.told_depth = args.get(6).map(|number| number.parse().expect("a number"));
    // The code of the rules is made when it is first needed, which is not to be timed.
    drop(run(game, depth.min(4), serial, 1));
    let (alone, found) = run(game, depth, serial, 1);
    println!(
        "{name} depth {depth}, serial: {alone:.2?}, {} nodes, {:?}",
        found.nodes,
        value(&found)
    );
    for platform in [Platform::Stealing, Platform::Lazy] {
        if args.get(3).is_some_and(|only| only != "all" && only != platform.name()) {
            continue;
        }
        let (time, by_all) = run(game, depth, Settings { platform, ..serial }, size);
        let work = by_all.parallel.clone().unwrap_or_default();
        let gain = alone.as_secs_f64() / time.as_secs_f64();
        println!(
            "{}, {size} ranks: {time:.2?}: gains {gain:.2}, {:?}",
            platform.name(),
            value(&by_all)
        );
        show(&work, found.nodes, time);
    }
}

fn show(work: &Parallel, serial_nodes: u64, time: Duration) {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let (search, idle) = (work.search_overhead(serial_nodes), work.idle_share(time));
    let speaking = work.speaking_share(time);
    let expected = work.threads.len() as f64 * (1.0 - idle - speaking) / (1.0 + search);
    println!(
        "    search overhead {}, idle {}, communication {}: expected {expected:.2} if all have processors",
        percent(search),
        percent(idle),
        percent(speaking)
    );
    for (i, rank) in work.ranks.iter().enumerate() {
        let RankWork { nodes, messages, bytes, questions, answers, stolen, refused, .. } = rank;
        println!(
            "    rank {i}: {nodes} nodes, idle {:.2?}, speaking {:.2?}, {messages} messages, \
             {bytes} bytes, {answers} of {questions} known, {stolen} taken, {refused} refused",
            rank.idle, rank.speaking
        );
    }
}

fn value(found: &Found) -> Option<i32> {
    found.best.as_ref().map(|line| line.value)
}
