//! Ranks of which one speaks: engines of UGI and UCI, which get their orders by standard
//! input of the first rank, sets of histories, and searches of the root by all ranks.

#![allow(clippy::disallowed_methods, reason = "tests write files")]

use crate::support::launchers::{Launcher, PROGRAM, launchers, text};
use crate::support::{multigame, scratch, start};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ExitStatus, Output, Stdio};

/// Runs an engine at this many ranks, with this typed into the first, until it has found a move.
/// Gives what it said, and how it ended.
fn speak(launcher: Launcher, n_ranks: usize, args: &[&str], input: &str) -> (String, ExitStatus) {
    let mut command = launcher.command();
    command.args(["-n", &n_ranks.to_string(), PROGRAM]).args(args).stdin(Stdio::piped());
    let mut child = start(command.stderr(Stdio::inherit()));
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    let mut answer = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    while !answer.contains("bestmove") && stdout.read_line(&mut answer).expect("text") > 0 {}
    stdin.write_all(b"quit\n").expect("it reads");
    stdout.read_to_string(&mut answer).expect("text");
    (answer, child.wait().expect("it ends"))
}

#[test]
fn engines_answer_by_the_first_rank_only() {
    // One move wins at once in each of these.
    let ugi = "ugi\nisready\nposition startpos moves a1 a2 b1 b2\ngo depth 4\n";
    let uci = "uci\nsetoption name Hash value 4\nisready\n\
               position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\ngo depth 3\n";
    for launcher in launchers() {
        for (args, input, best) in
            [(["ugi", "tictactoe"], ugi, "bestmove c1"), (["uci", "chess"], uci, "bestmove d1d8")]
        {
            let (answer, status) = speak(launcher, 3, &args, input);
            let place = format!("{launcher:?} {args:?}: {answer}");
            assert_eq!(answer.matches("readyok").count(), 1, "{place}");
            assert_eq!(answer.lines().filter(|line| line.starts_with(best)).count(), 1, "{place}");
            assert_eq!(status.code(), Some(0), "{place}");
        }
    }
}

#[test]
fn sets_of_histories_are_those_of_one_process() {
    let folder = scratch("ranks-infoset");
    let record = "multigame record 1\ngame: kriegspiel\nmoves: d2d3 d7d6 e2e3 e7e6\n";
    std::fs::write(folder.join("quiet.mgr"), record).expect("it is written");
    for more in [&[][..], &["--belief"]] {
        let args = ["infoset", "kriegspiel", "quiet.mgr", "--player", "white", "--ply", "3"];
        let args = [&args[..], more].concat();
        let alone = multigame(&folder, &args, "");
        assert!(alone.status.success(), "{}", text(&alone.stderr));
        for (launcher, n) in launchers().into_iter().zip([3, 2]) {
            let program = [&[PROGRAM][..], &args].concat();
            let output = launcher.run(&folder, n, &program);
            let said = text(&output.stderr);
            assert_eq!(text(&output.stdout), text(&alone.stdout), "{launcher:?} {args:?}: {said}");
            assert!(said.contains("s of work after "), "{launcher:?}: {said}");
        }
    }
}

#[test]
fn all_ranks_may_search_the_root() {
    let folder = scratch("ranks-lazy");
    let args = ["analyze", "connect4", "--depth", "6", "--json"];
    let value = |output: &Output| {
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        answer["lines"][0]["value"].clone()
    };
    let alone = value(&multigame(&folder, &args, ""));
    for launcher in launchers() {
        let lazy = ["--platform", "lazy", "--told-depth", "3"];
        let steal = ["--platform", "steal", "--fork-depth", "2", "--remote-depth", "2"];
        for how in [&lazy[..], &steal] {
            let program = [&[PROGRAM][..], &args, how].concat();
            let output = launcher.run(&folder, 2, &program);
            assert_eq!(value(&output), alone, "{launcher:?} {how:?}: {}", text(&output.stderr));
        }
    }
}
