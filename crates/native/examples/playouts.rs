//! What a turn of a random game costs in instructions of the processor, counted by callgrind:
//! `cargo run --release -p multigame-native --example playouts -- gomoku nine_mens_morris`.
//!
//! Every game is played in two runs of this program, one with few games and one with many;
//! only the difference counts, so that nothing of it is making code. Words that begin with a
//! minus switch off passes and techniques, as `--passes` of `multigame bench` does. The numbers
//! do not depend on what else the machine does.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "this is a program")]

use game::Game;
use native::{Native, Tally};
use std::process::{Command, Stdio};

/// More games than are played with code that is made in little time.
const FEW: u64 = 200;

/// This many turns are counted, about.
const TURNS: u64 = 40_000;

/// After this many turns a game is broken off.
const MOST_TURNS: u64 = 1000;

/// Marks the run that callgrind counts: the games that it plays follow.
const COUNTED: &str = "--counted";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (off, names): (Vec<String>, Vec<String>) =
        words.into_iter().partition(|word| word.starts_with('-') && word != COUNTED);
    if let [flag, name, games] = &names[..]
        && flag == COUNTED
    {
        play(name, games.parse().unwrap_or(0), &off);
        return;
    }
    println!("{:20} {:>9} {:>14} {:>14}", "game", "turns", "a turn", "a game");
    for name in names {
        match measure(&name, &off) {
            Some(line) => println!("{line}"),
            None => println!("{name:20} callgrind does not tell (is valgrind installed?)"),
        }
    }
}

/// Random games from the start, always the same.
fn play(name: &str, games: u64, off: &[String]) -> Tally {
    let off: Vec<String> = off.iter().map(|word| word.trim_start_matches('-').into()).collect();
    let native =
        Native::new(testing::load(name), &off).unwrap_or_else(|why| panic!("{name}: {why}"));
    let played = native.playouts(&native.start(), 1, games, MOST_TURNS);
    played.unwrap_or_else(|why| panic!("{name}: {why:?}"))
}

/// A line of the table.
fn measure(name: &str, off: &[String]) -> Option<String> {
    let few = play(name, FEW, off);
    let more = FEW + (TURNS * FEW / few.plies.max(1)).max(20);
    let many = play(name, more, off);
    let instructions = counted(name, more, off)? - counted(name, FEW, off)?;
    let (games, turns) = (many.games - few.games, many.plies - few.plies);
    let [a_turn, a_game] = [turns, games].map(|n| instructions as f64 / n as f64);
    let length = turns as f64 / games as f64;
    Some(format!("{name:20} {length:9.1} {a_turn:14.1} {a_game:14.0}"))
}

/// The instructions of a run of this program under callgrind.
fn counted(name: &str, games: u64, off: &[String]) -> Option<i64> {
    let ourselves = std::env::current_exe().ok()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(ourselves)
        .args([COUNTED, name, &games.to_string()])
        .args(off)
        .stdout(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stderr).ok()?;
    let line = text.lines().find(|line| line.contains("Collected :"))?;
    line.split_whitespace().last()?.parse().ok()
}
