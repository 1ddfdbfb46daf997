//! Measures merged sets of kriegspiel against the generator that was written by hand: processor
//! time, and the most memory that a process took.
//!
//! `cargo run --release -p multigame-infoset --example by_hand -- quiet|paper PLAYER PLY [WHO [TIMES]]`
//!
//! `quiet` is a game in which nothing is heard, `paper` the sample game of the paper by the rules
//! of its table 1; PLAYER is 0 or 1. WHO is `native`, `hand` or `both`, which take turns; the
//! median of the ratios counts. Memory means something only where one of them runs alone.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program is about time and says what it finds"
)]

use game::{Player, Record};
use infoset::{Limits, MergedSet, Observation, referee};
use native::Native;
use references::{Found, Kriegspiel};

const PAPER: &str = "d2d4 a7a5 c1g5 b7b6 [g5d8] b1c3 c7c5 [g5d8] d4d5 b8a6 d5d6 f7f6 e2e4 \
    f6g5 f1c4 e7d6 d1d5 d8c7 d5f7 [g7g6 e8f7 e8e7] e8d8 f7f8";
const QUIET: &str =
    "d2d3 d7d6 e2e3 e7e6 g1f3 g8f6 b1c3 b8c6 f1e2 f8e7 c1d2 c8d7 a2a3 a7a6 h2h3 h7h6";
const LIMITS: Limits = Limits { memory: 5 << 30 };

/// The processor time of this thread so far, in seconds.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|it| it.parse::<f64>().ok());
    nanos.unwrap_or(f64::NAN) / 1e9
}

/// The most memory that the process has taken.
fn peak() -> String {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.unwrap_or("?").trim().to_string()
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let began = processor();
    let done = work();
    (processor() - began, done)
}

/// The number of histories and of positions, found by code made from the rules.
fn native(game: &Native, view: &Observation) -> (u128, usize) {
    let set = MergedSet::before(game, view, LIMITS).expect("a start");
    let mut set = set.counts_only().forgetting();
    set.extend_all(&view.turns, &mut |_| true).expect("a set");
    (set.count().expect("a number"), set.size())
}

fn by_hand(which: &str, player: usize, ply: usize) -> Found {
    let found = match which {
        "quiet" => Kriegspiel::<false>::quiet(player, ply).map(|it| it.merged()),
        _ => Kriegspiel::<true>::new(player, ply).map(|it| it.merged()),
    };
    found.expect("the game is shorter")
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args.get(i).and_then(|it| it.parse::<usize>().ok());
    let which = args.first().map_or("quiet", String::as_str);
    let (player, ply) = (number(1).unwrap_or(0), number(2).unwrap_or(10));
    let who = args.get(3).map_or("both", String::as_str);
    let (rules, moves) = match which {
        "quiet" => ("kriegspiel", QUIET),
        _ => ("kriegspiel_table1", PAPER),
    };
    let game = Native::new(testing::load(rules), &[]).expect("code");
    let text = format!("multigame record 1\ngame: kriegspiel\nmoves: {moves}");
    let session = referee(&game, &Record::parse(&text).expect("a record")).expect("a game");
    let view = session.view(Player::BOTH[player]).after(ply).without_endings();
    // The first answer makes the code.
    native(&game, &view.after(ply.min(6)));
    let mut ratios = Vec::new();
    for _ in 0..number(4).unwrap_or(1) {
        let ours = (who != "hand").then(|| timed(|| native(&game, &view)));
        let hand = (who != "native").then(|| timed(|| by_hand(which, player, ply)));
        if let Some((seconds, (histories, positions))) = ours {
            println!("native {seconds:.3} s, {histories} histories, {positions} positions");
        }
        if let Some((seconds, found)) = hand {
            println!(
                "hand   {seconds:.3} s, {} histories, {:?} boards",
                found.histories, found.boards
            );
        }
        if let (Some((ours, (histories, _))), Some((hand, found))) = (ours, hand) {
            assert_eq!(histories, u128::from(found.histories));
            ratios.push(ours / hand);
        }
    }
    ratios.sort_by(f64::total_cmp);
    if let Some(median) = ratios.get(ratios.len() / 2) {
        println!("ratio  {median:.2} ({:.2} .. {:.2})", ratios[0], ratios[ratios.len() - 1]);
    }
    println!("memory {}", peak());
}
