//! `-` in the place of a file: saved games, transcripts and rules from standard input.

#![allow(clippy::disallowed_methods, reason = "tests start programs")]

use crate::support::multigame;
use std::path::Path;

const RECORD: &str = "multigame record 1\ngame: tictactoe\nresult: 1-0\nmoves: b2 a1 b1 a2 b3\n";
const HIDDEN: &str = "multigame record 1\ngame: phantom_tictactoe\nmoves: b2 a1 c1\n";

/// Runs the command on an input; gives its exit code and what it printed.
fn run(args: &[&str], input: &str) -> (Option<i32>, String) {
    let output = multigame(Path::new("."), args, input);
    let printed = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&printed).into_owned())
}

/// Checks that the command says something about an input, with an exit code.
fn check(args: &[&str], input: &str, code: i32, said: &str) {
    let (found, printed) = run(args, input);
    assert_eq!(found, Some(code), "{args:?}: {printed}");
    assert!(printed.contains(said), "{args:?}: {printed}");
}

#[test]
fn saved_games_come_from_standard_input() {
    check(&["replay", "-"], RECORD, 0, "5 moves, all legal; white wins");
    let (code, pgn) = run(&["replay", "-", "--game", "chess", "--to", "pgn"], "1. e4 e5 *\n");
    // A text without tags is a record unless its file says otherwise.
    assert_eq!((code, pgn.contains("standard input: line 1")), (Some(2), true), "{pgn}");
    let tagged = "[Event \"?\"]\n\n1. e4 e5 *\n";
    check(&["replay", "-", "--game", "chess"], tagged, 0, "2 moves, all legal");
    check(&["play", "tictactoe", "--load", "-"], RECORD, 0, "loaded 5 moves");
    check(&["referee", "phantom_tictactoe", "-", "--player", "black"], HIDDEN, 0, "player: black");
    let infoset = ["infoset", "phantom_tictactoe", "-", "--player", "white"];
    check(&infoset, HIDDEN, 0, "for white after 3 turns");
}

#[test]
fn one_input_is_one_thing() {
    let both = "standard input cannot be both the rules and a saved game";
    check(&["infoset", "-", "-", "--player", "white"], HIDDEN, 2, "standard input");
    check(&["replay", "-", "--game", "-"], RECORD, 2, both);
    check(&["replay", "-"], "", 2, "standard input");
}

#[test]
fn rules_that_are_loaded_twice_are_read_once() {
    let rules = multigame(Path::new("."), &["games", "tictactoe"], "").stdout;
    let rules = String::from_utf8_lossy(&rules);
    let random = ["play", "-", "--first", "random", "--second", "random", "--seed", "1"];
    let (code, printed) = run(&random, &rules);
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.contains("white plays"), "{printed}");
}
