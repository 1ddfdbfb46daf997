//! `match`: two ways to play against each other. No side looks at the clock here.

#![allow(clippy::disallowed_methods, reason = "tests start programs")]

mod support;

use std::path::Path;
use support::{multigame, printed};

fn play(args: &[&str]) -> (String, Option<i32>) {
    let output = multigame(Path::new("."), &[&["match"], args].concat(), "");
    (printed(&output), output.status.code())
}

fn answer(args: &[&str]) -> serde_json::Value {
    let (text, code) = play(&[args, &["--json"]].concat());
    assert_eq!(code, Some(0), "{text}");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_deeper_side_wins_whatever_the_threads() {
    let args = ["connect4", "--a", "depth=4", "--b", "nodes=30", "--games", "20"];
    let (one, _) = play(&args);
    let (two, _) = play(&[&args[..], &["--threads", "2"]].concat());
    assert_eq!(one, two);
    let found = answer(&args);
    let number = |key: &str| found[key].as_f64().unwrap_or(f64::NAN);
    assert_eq!(number("wins") + number("draws") + number("losses"), 20.0);
    assert!(number("elo") > 0.0 && number("elo_error") > 0.0, "{found}");
}

#[test]
fn equal_sides_share_the_points() {
    // Whatever an opening is worth, each side has it once.
    let found = answer(&["othello", "--a", "depth=1", "--b", "depth=1", "--games", "10"]);
    assert_eq!((&found["wins"], &found["elo"]), (&found["losses"], &serde_json::json!(0.0)));
}

#[test]
fn a_match_ends_when_the_test_has_decided() {
    let args = ["connect4", "--a", "depth=3", "--b", "random", "--games", "400"];
    let found = answer(&[&args[..], &["--sprt", "0,200"]].concat());
    assert!(found["games"].as_u64().is_some_and(|games| games < 100), "{found}");
    assert_eq!(found["sprt"]["verdict"], "A is stronger");
    let (again, _) = play(&[&args[..], &["--sprt", "0,200", "--threads", "2", "--json"]].concat());
    assert_eq!(serde_json::from_str::<serde_json::Value>(&again).ok(), Some(found));
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let refused = |args: &[&str], words: &str| {
        let (text, code) = play(args);
        assert!(text.contains(words) && code == Some(2), "{text}");
    };
    refused(&["chess", "--a", "dpth=3", "--b", "random"], "--a: there is no setting `dpth`");
    refused(&["chess", "--a", "random", "--b", "depth=x"], "--b: `depth` needs a number");
    refused(&["chess", "--a", "random", "--b", "quick"], "`quick` is no setting");
    refused(&["chess", "--a", "algorithm=minmax", "--b", "random"], "did you mean `minimax`?");
    refused(&["chess", "--a", "random", "--b", "random", "--sprt", "5"], "two numbers");
    refused(&["fifteen", "--a", "random", "--b", "random"], "a puzzle for one player");
    let over = ["tictactoe", "--after", "b2 a1 c2 a3 a2", "--a", "random", "--b", "random"];
    refused(&over, "the game is over in this position");
}
