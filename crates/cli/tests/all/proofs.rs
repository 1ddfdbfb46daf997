//! `solve --proof` and `verify`: what is written is checked, and what is damaged, foreign or
//! wrong is refused with a reason.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{multigame, printed, scratch};
use std::fs;
use std::path::Path;

/// What a command prints, and its exit code.
fn run(folder: &Path, args: &[&str]) -> (String, Option<i32>) {
    let output = multigame(folder, args, "");
    (printed(&output), output.status.code())
}

fn check(folder: &Path, args: &[&str], code: i32, expected: &str) {
    let (text, exit) = run(folder, args);
    assert!(exit == Some(code) && text.contains(expected), "{args:?}: {exit:?} {text}");
}

#[test]
fn proofs_are_written_and_checked() {
    let folder = scratch("proofs");
    let write = ["solve", "tictactoe", "--proof", "a.proof"];
    check(&folder, &write, 0, "draw");
    check(&folder, &write, 2, "`--force` replaces it");
    check(&folder, &["verify", "a.proof"], 0, "does not lose");
    check(&folder, &["verify", "a.proof", "--json"], 0, "\"holds\": true");
    check(&folder, &["verify", "a.proof", "--game", "connect4"], 2, "other rules");
    check(&folder, &["verify", "a.proof", "--memory", "1K"], 2, "`--memory` gives it more");
    check(&folder, &["verify", "none.proof"], 2, "cannot be read");
    let bytes = fs::read(folder.join("a.proof")).expect("a proof");
    let mut damaged = bytes.clone();
    damaged[20] ^= 4;
    fs::write(folder.join("b.proof"), damaged).expect("it is written");
    check(&folder, &["verify", "b.proof"], 2, "damaged");
    fs::write(folder.join("b.proof"), &bytes[..bytes.len() / 2]).expect("it is written");
    check(&folder, &["verify", "b.proof"], 2, "damaged");
    fs::write(folder.join("b.proof"), "[Event \"x\"]").expect("it is written");
    check(&folder, &["verify", "b.proof"], 2, "it is no proof");
}

#[test]
fn what_cannot_be_written_down_is_refused() {
    let folder = scratch("proofs-refused");
    let by_sweep = ["solve", "tictactoe", "--proof", "a.proof", "--method", "sweep"];
    check(&folder, &by_sweep, 2, "`sweep` writes no proofs");
    check(&folder, &["solve", "three_mens_morris", "--proof", "a.proof"], 2, "come back");
    check(&folder, &["solve", "chess", "--proof", "a.proof"], 2, "ends by itself");
    assert!(!folder.join("a.proof").exists());
    check(&folder, &["solve", "connect4", "--method", "sums"], 2, "no sums");
}

#[test]
fn sums_are_solved() {
    let folder = scratch("sums");
    let rules = "extends clobber\ndimensions (4,4)\nstart { XOXO / OXOX / XOXO / OXOX }\n";
    fs::write(folder.join("c.mg"), rules).expect("it is written");
    let (sums, code) = run(&folder, &["solve", "c.mg", "--method", "sums"]);
    let (plain, _) = run(&folder, &["solve", "c.mg", "--method", "alpha-beta"]);
    let winner = |text: &str| text.lines().next().map(str::to_string);
    assert_eq!((code, winner(&sums)), (Some(0), winner(&plain)), "{sums}");
}
