//! Steps a batch of a built-in game with random moves, so that callgrind can count what a step is:
//! `valgrind --tool=callgrind target/release/examples/steps connect4 1024 200`, less the same with
//! 100, divided by 1,024 · 100. Prints how many steps a second of processor time there were, too,
//! where the system tells it.

#![allow(clippy::disallowed_methods, reason = "this measures time")]
#![allow(clippy::print_stdout, reason = "this is a program")]

use game::Game;
use std::sync::Arc;
use training::{Batch, Outputs, Planes, explored};

fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "tictactoe".to_string());
    let mut number = |default: usize| args.next().and_then(|it| it.parse().ok()).unwrap_or(default);
    let (size, steps) = (number(1024), number(1000));
    let game = Arc::new(testing::load_native(&name));
    let actions = explored(&*game).expect("sound rules").expect("not too many moves");
    let (actions, planes) = (Arc::new(actions), Arc::new(Planes::new(game.facts())));
    let (mut mask, mut seen) = (vec![0; size * actions.len()], vec![0; size * planes.size()]);
    let (mut rewards, mut done, mut player) = (vec![0.0; 2 * size], vec![0; size], vec![0; size]);
    let mut chosen = vec![0; size];
    let mut games = Batch::new(game, actions, planes, size, 1, 1_000_000, 1);
    let (mut ended, mut began) = (0, 0.0);
    for step in 0..=steps {
        let out = Outputs {
            mask: &mut mask,
            planes: &mut seen,
            rewards: &mut rewards,
            done: &mut done,
            player: &mut player,
        };
        match step {
            0 => games.reset(None, out).expect("a start"),
            _ => games.step(&chosen, out).expect("a step"),
        }
        ended += done.iter().filter(|it| **it != 0).count();
        games.draw(&mut chosen).expect("moves");
        // Code is made in the first step.
        if step == 1 {
            began = processor_seconds();
        }
    }
    let rate = (size * (steps.max(2) - 1)) as f64 / (processor_seconds() - began).max(1e-9);
    println!("{name}: {} steps, {ended} games ended, {rate:.0} steps a second", size * steps);
}

/// The processor time of this thread so far, on Linux.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|it| it.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}
