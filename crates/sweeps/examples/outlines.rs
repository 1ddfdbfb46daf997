//! How long outlines of random games take, and how much they leave open.
//!
//! `cargo run --release -p multigame-sweeps --example outlines -- kriegspiel 1 20`
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program is about time and says what it finds"
)]

use game::{Game, Player};
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |i: usize, otherwise: u64| args.get(i).and_then(|it| it.parse().ok()).unwrap_or(otherwise);
    let game = testing::load(args.first().map_or("kriegspiel", String::as_str));
    let session = testing::hidden::play(&game, number(1, 1), number(2, 20) as usize);
    for player in Player::BOTH {
        let began = Instant::now();
        let outline = sweeps::outline(&game, session.view(player), &|| true);
        let took = began.elapsed().as_secs_f64();
        println!("{} {player:?}: {took:.2} s", game.facts().name);
        let Some(outline) = outline else { continue };
        for n_turns in 0..=session.view(player).turns.len() {
            let level = outline.after(n_turns).unwrap_or_default();
            let open: u32 = level.iter().map(|it| it.bits().count_ones()).sum();
            let sure = level.iter().filter(|it| it.is_sure()).count();
            println!("  {n_turns}: {sure} sure, {open} possible");
        }
    }
}
