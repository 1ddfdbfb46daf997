//! `analyze`: the best lines of a position, their values in words, and what is
//! refused.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{multigame, printed};
use std::path::Path;

fn analyze(args: &[&str]) -> (String, Option<i32>) {
    let output = multigame(Path::new("."), &[&["analyze"], args].concat(), "");
    (printed(&output), output.status.code())
}

#[test]
fn every_algorithm_finds_the_same_mate_and_its_line() {
    let mate = ["chess", "--position", "k7/8/2K5/8/8/8/8/7R w", "--depth", "4"];
    for algorithm in ["minimax", "negamax", "alpha-beta", "pvs", "mtdf"] {
        let (text, code) = analyze(&[&mate[..], &["--algorithm", algorithm]].concat());
        assert!(text.contains("(white wins in 3 turns)") && code == Some(0), "{text}");
    }
    let (text, _) = analyze(&[&mate[..], &["--json"]].concat());
    let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let line = &answer["lines"][0];
    assert_eq!(line["decided"], "white wins in 3 turns");
    // The line is legal and ends with the mate.
    let moves: Vec<&str> =
        line["moves"].as_array().expect("a list").iter().filter_map(|text| text.as_str()).collect();
    assert_eq!(moves.len(), 3);
    let after = moves.join(" ");
    let replayed = ["moves", mate[0], mate[1], mate[2], "--after", &after];
    let output = multigame(Path::new("."), &replayed, "");
    assert_eq!(printed(&output), "the game is over: white wins\n");
}

#[test]
fn lines_are_ranked_and_begin_with_different_moves() {
    // One move wins at once, one is a draw, the rest loses.
    let position = ["tictactoe", "--position", "XX1/OO1/3 w", "--lines", "9", "--json"];
    let (text, _) = analyze(&[&position[..], &["--depth", "9"]].concat());
    let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let lines = answer["lines"].as_array().expect("lines");
    let values: Vec<i64> = lines.iter().filter_map(|line| line["value"].as_i64()).collect();
    assert!(values.is_sorted_by(|a, b| a >= b) && values.len() == 5, "{values:?}");
    assert_eq!(lines[0]["moves"], serde_json::json!(["c3"]));
    let mut first: Vec<&str> = lines.iter().filter_map(|line| line["moves"][0].as_str()).collect();
    first.sort_unstable();
    assert_eq!(first, ["a1", "b1", "c1", "c2", "c3"]);
}

#[test]
fn points_are_said_in_words() {
    // The last stone of othello: black fills the board.
    let (text, _) = analyze(&["othello", "--position", LAST, "--depth", "2"]);
    assert!(text.contains(" wins by "), "{text}");
}

const LAST: &str = "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXO1 b 1";

#[test]
fn limits_end_a_search_and_nonsense_is_refused() {
    let (text, code) = analyze(&["chess", "--nodes", "5000"]);
    assert!(text.contains("stopped by nodes") && code == Some(0), "{text}");
    let (text, _) = analyze(&["tictactoe", "--after", "b2 a1 c2 a3 a2"]);
    assert_eq!(text, "the game is over: white wins\n");
    let refused = |args: &[&str], words: &str| {
        let (text, code) = analyze(args);
        assert!(text.contains(words) && code == Some(2), "{text}");
    };
    refused(&["chess", "--algorithm", "minmax"], "did you mean `minimax`?");
    refused(&["chess", "--heuristics", "tabel"], "did you mean `table`?");
    refused(&["chess", "--evaluation", "beauty"], "no evaluation `beauty`");
    refused(&["chess", "--hash", "much"], "a size is needed");
    refused(&["chess", "--time", "soon"], "a time is needed");
    refused(&["chess", "--algorithm", "minimax", "--heuristics", "killers"], "every move");
    refused(&["fifteen"], "a puzzle for one player");
}

#[test]
fn a_table_without_room_and_too_many_threads_are_refused() {
    let (text, code) = analyze(&["tictactoe", "--hash", "4096G", "--depth", "1"]);
    assert!(text.contains("there is no room for a table of 4194304 MB"), "{text}");
    assert!(text.contains("give `--hash` a smaller size") && code == Some(2), "{text}");
    let (text, code) = analyze(&["tictactoe", "--threads", "257", "--depth", "1"]);
    assert!(text.contains("a number from 1 to 256 is needed") && code == Some(2), "{text}");
}
