//! `multigame combine` where a line has more to it than threats and answers: double threats
//! up to the win, turns in a row, moves that lose by themselves, and pieces on stacks.

#![allow(clippy::disallowed_methods, reason = "tests read files")]

use crate::support::{multigame, printed, scratch};
use serde_json::Value;

fn json(folder: &std::path::Path, args: &[&str]) -> Value {
    let output = multigame(folder, &[args, &["--json"]].concat(), "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    serde_json::from_str(&text).expect(&text)
}

fn svg(folder: &std::path::Path, args: &[&str]) -> String {
    let output = multigame(folder, &[args, &["--svg", "-"]].concat(), "");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The moves of a line can be made one after the other, and the last one ends the game.
fn is_played(folder: &std::path::Path, game: &str, after: &str, line: &[&str]) -> bool {
    let after = format!("{after} {}", line.join(" "));
    printed(&multigame(folder, &["moves", game, "--after", &after], "")).contains("is over")
}

#[test]
fn a_double_threat_is_told_up_to_the_win() {
    let folder = scratch("combine-double");
    let after = "d5 a1 e5 a9 f6 i1 f7 i9";
    let args = ["combine", "gomoku9", "--after", after, "--quiet"];
    let found = json(&folder, &args);
    let line = found["line"].as_array().expect("a line");
    assert_eq!((line.len(), line.iter().filter(|text| text.is_null()).count()), (5, 1));
    let by: Vec<&str> =
        found["line_by"].as_array().expect("names").iter().filter_map(Value::as_str).collect();
    assert_eq!(by, ["black", "white", "black", "white", "black"]);
    let punishment = found["tree"]["punishment"].as_array().expect("moves");
    let texts: Vec<&str> = punishment.iter().filter_map(|made| made["move"].as_str()).collect();
    assert_eq!((texts.len(), punishment[0]["by"].as_str()), (4, Some("white")));
    assert_eq!(found["tree"]["punished_by"], texts[1]);
    assert!(is_played(&folder, "gomoku9", after, &[&["f5"][..], &texts].concat()), "{texts:?}");
    // White meets one of the two threats, and loses to the other.
    let wins = found["tree"]["threats"][0]["wins"].as_array().expect("moves");
    assert!(wins.contains(&texts[2].into()) && wins.contains(&texts[3].into()), "{texts:?}");
    let words = printed(&multigame(&folder, &args, ""));
    let told = format!("such as by {} and, after {}, by {}.", texts[1], texts[2], texts[3]);
    assert!(words.contains(&told), "{words}");
    let drawn = svg(&folder, &args);
    assert_eq!(drawn.matches("<rect ").count(), 5 * 81 + 1);
    assert!(drawn.contains(&format!("1. … {} (any)<", texts[0])), "{}", texts[0]);
}

#[test]
fn turns_in_a_row_are_told_apart() {
    let folder = scratch("combine-apart");
    let rules = include_str!("../../../combine/tests/rules/two_marks.mg");
    std::fs::write(folder.join("two.mg"), rules).expect("a file");
    let args = ["combine", "two.mg", "--after", "b2 c3 a1"];
    let found = json(&folder, &args);
    let line: Vec<&str> =
        found["line"].as_array().expect("a line").iter().filter_map(Value::as_str).collect();
    let moves = &line[2..4];
    let answers = found["tree"]["next"]["answers"].as_array().expect("answers");
    let is_told = |answer: &&Value| answer["moves"] == serde_json::json!(moves);
    let answer = answers.iter().find(is_told).expect("the answer of the line");
    assert_eq!(answer["move"], moves.join(" "));
    assert!(is_played(&folder, "two.mg", "b2 c3 a1", &line), "{line:?}");
    let words = printed(&multigame(&folder, &args, ""));
    assert!(words.contains(&format!("   {} destroy `", moves.join(" and "))), "{words}");
    assert_eq!(svg(&folder, &args).matches("<rect ").count(), 20 * line.len() + 1);
}

/// Whoever makes three in a row loses.
#[test]
fn moves_that_lose_in_words() {
    let folder = scratch("combine-squeeze");
    let rules = "dimensions (3,3) pieces { mark 'X' 'O' }
        main = try [ find empty field, replace by own mark, try [ test three, lose ] ] else draw.
        three = find own mark, alldir, repeat 2 times [ step, points at own mark ].";
    std::fs::write(folder.join("not_three.mg"), rules).expect("a file");
    let args = ["combine", "not_three.mg", "--after", "c2 b1 b2 c1 a1"];
    let words = printed(&multigame(&folder, &args, ""));
    assert!(words.starts_with("Black wins in 2 moves: a3 b3 a2\n"), "{words}");
    for told in [
        "1. a3 leaves white few moves that do not lose at once. White can only play b3. The 2 other moves lose at once.\n",
        "2. a2 leaves white only a move that loses at once: black wins.\n",
    ] {
        assert!(words.contains(told), "{words}");
    }
    assert_eq!(json(&folder, &args)["tree"]["threats"][0]["kind"], "squeeze");
    let solved = printed(&multigame(&folder, &[&["solve"], &args[1..]].concat(), ""));
    assert!(solved.starts_with("black wins"), "{solved}");
}

/// A tower that lands on a tower of the same player moves, too.
#[test]
fn towers_have_arrows() {
    let folder = scratch("combine-towers");
    let rules = "dimensions (4,1) pieces { man 'X' 'O' } stacks 4 start { X 2X . O }
        main = try [ find own man, pickup all, orthogonal, step, points at own man, putdown,
          try [ height = 3, win ] ] else lose.";
    std::fs::write(folder.join("towers.mg"), rules).expect("a file");
    let args = ["combine", "towers.mg"];
    let words = printed(&multigame(&folder, &args, ""));
    assert!(words.starts_with("White wins in 1 move: a1b1\n"), "{words}");
    assert_eq!(svg(&folder, &args).matches("marker-end").count(), 1);
}
