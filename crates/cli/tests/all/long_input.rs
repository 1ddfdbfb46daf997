//! Input without end: lines that nobody types are refused, and lines that wait for a command
//! are bounded.

use crate::support::{multigame, printed, scratch, start};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// Checks that a command reports a line that is too long, once, and ends.
fn check(args: &[&str]) {
    let output = multigame(&scratch("long-line"), args, &"x".repeat(1 << 20));
    let text = printed(&output);
    let message = "error: a line of standard input is longer than 65536 bytes\n";
    assert_eq!((output.status.code(), text.matches(message).count()), (Some(2), 1), "{text}");
    assert!(text.len() < 10_000, "{} bytes", text.len());
}

#[test]
fn a_line_that_nobody_types_ends_the_game() {
    check(&["play", "tictactoe", "--second", "human"]);
    check(&["play", "phantom_tictactoe", "--second", "human"]);
    check(&["referee", "phantom_tictactoe"]);
    check(&["debug", "tictactoe"]);
}

#[test]
fn clients_are_told_of_a_line_that_is_too_long() {
    let input = format!("{}\nisready\nquit\n", "x".repeat(9 << 20));
    let output = multigame(&scratch("long-command"), &["ugi", "tictactoe"], &input);
    assert_eq!(
        printed(&output),
        "info string a line has more than 4194304 bytes and is passed over\nreadyok\n"
    );
}

/// More lines than may wait are sent before any answer is read; all of them are obeyed.
#[test]
fn no_line_is_lost_while_reading_waits() {
    const LINES: usize = 150_000;
    let mut command = Command::new(env!("CARGO_BIN_EXE_multigame"));
    command.args(["ugi", "tictactoe"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = start(&mut command);
    let mut input = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || {
        let all = "isready\n".repeat(LINES) + "quit\n";
        input.write_all(all.as_bytes()).expect("it listens");
    });
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let lines = output.lines().map(|line| line.expect("text"));
    let (ready, others): (Vec<String>, Vec<String>) = lines.partition(|line| line == "readyok");
    assert_eq!(ready.len(), LINES);
    assert!(others.iter().all(|line| line.starts_with("info string too many lines wait")));
    assert!(others.len() <= 1, "{others:?}");
    writer.join().expect("all was sent");
    assert!(child.wait().expect("it ends").success());
}
