//! Prints how many numbers the moves of built-in games have, and what they are known by:
//! `cargo run --release -p multigame-training --example numbers -- chess pentago arimaa`.

#![allow(clippy::print_stdout, reason = "this is a program")]

use training::{TooMany, explored};

fn main() {
    for name in std::env::args().skip(1) {
        match explored(&testing::load_native(&name)).expect("sound rules") {
            Err(TooMany { actions }) => println!("{name}: {actions} would be too many"),
            Ok(actions) => {
                let by = if actions.are_of_texts() { "texts" } else { "changes" };
                println!("{name}: {} by {by}", actions.len());
            }
        }
    }
}
