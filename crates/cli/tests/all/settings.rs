//! How a game is searched: files of settings, why a game is played as it is, tuning, and
//! evaluations that a variant must not inherit.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{multigame, printed, scratch};
use std::fs;
use std::path::Path;

/// What a command prints in a folder, and its exit code.
fn run(folder: &Path, args: &[&str]) -> (String, Option<i32>) {
    let output = multigame(folder, args, "");
    (printed(&output), output.status.code())
}

/// A text without the spaces between its columns: how wide they are depends on the names of
/// numbers.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A folder with the rules of a small game, and with this file of settings.
fn game_with(test: &str, settings: &str) -> std::path::PathBuf {
    let folder = scratch(test);
    fs::write(folder.join("small.mg"), "extends connect4\ndimensions (5,4)\n").expect("rules");
    fs::write(folder.join("small.settings"), settings).expect("settings");
    folder
}

#[test]
fn the_file_beside_the_rules_is_read_and_flags_are_over_it() {
    let text = "# won 30 of 40 games\nalgorithm = mcts\nhash = 2M  # enough\n";
    let folder = game_with("beside", text);
    let (text, code) = run(&folder, &["explain-settings", "small.mg", "--hash", "3M"]);
    assert_eq!(code, Some(0), "{text}");
    let words = squeezed(&text);
    for line in [
        "algorithm mcts (from small.settings)",
        "hash 3M (given here)",
        "seed 1 (as usual)",
        "the record in small.settings: won 30 of 40 games",
    ] {
        assert!(words.contains(line), "{line}\n{text}");
    }
    // A search of random games reports its seed.
    let analyze = ["analyze", "small.mg", "--nodes", "50"];
    let (text, _) = run(&folder, &analyze);
    assert!(text.contains("; seed 1"), "{text}");
    for other in [&["--settings", "none"][..], &["--algorithm", "pvs"]] {
        let (text, _) = run(&folder, &[&analyze[..], other].concat());
        assert!(!text.contains("; seed 1") && text.contains("nodes in"), "{text}");
    }
    let (text, _) = run(&folder, &["explain-settings", "small.mg", "--settings", "none"]);
    assert!(squeezed(&text).contains("algorithm pvs (as usual)"), "{text}");
}

#[test]
fn every_command_that_searches_reads_the_file() {
    let folder = game_with("all", "algorithm = mcts\nseed = 77\n");
    let (text, _) = run(
        &folder,
        &["match", "small.mg", "--a", "nodes=20", "--b", "algorithm=pvs depth=2", "--games", "2"],
    );
    assert!(text.contains("2 games: "), "{text}");
    let output = multigame(&folder, &["ugi", "small.mg"], "ugi\nquit\n");
    let text = printed(&output);
    assert!(text.contains("option name Algorithm type combo default mcts"), "{text}");
    assert!(text.contains("option name Seed type spin default 77"), "{text}");
    let (text, code) = run(&folder, &["build", "small.mg", "-o", "small"]);
    assert_eq!(code, Some(0), "{text}");
    let output = crate::support::run_program(
        &folder.join("small"),
        &folder,
        &["explain-settings", "--json"],
        "",
    );
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let answer: serde_json::Value = serde_json::from_str(&text).expect(&text);
    assert_eq!(answer["settings"][0]["value"], "mcts");
}

#[test]
fn a_wrong_line_is_named_with_a_hint() {
    let refused = |text: &str, parts: &[&str]| {
        let folder = game_with("wrong", text);
        let (text, code) = run(&folder, &["analyze", "small.mg", "--depth", "1"]);
        assert_eq!(code, Some(2), "{text}");
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    };
    refused("# fine\nalgoritm = mcts\n", &["small.settings, line 2", "did you mean `algorithm`?"]);
    refused("heuristics = +kilers\n", &["line 1", "did you mean `killers`?"]);
    refused("threads = 0\n", &["line 1", "a number from 1 to 256"]);
    refused("evaluation = beauty\n", &["there is no evaluation `beauty`"]);
    let folder = game_with("missing", "");
    let (text, code) = run(&folder, &["analyze", "small.mg", "--settings", "no.settings"]);
    assert!(text.contains("there is no file `no.settings`") && code == Some(2), "{text}");
    let (text, code) = run(&folder, &["analyze", "small.mg", "--set", "mcts.turns=x"]);
    assert!(text.contains("a whole number from 0 to 1000 is needed") && code == Some(2), "{text}");
}

#[test]
fn built_in_files_of_settings_make_sense() {
    let mut n_files = 0;
    for name in games::names().filter(|name| games::settings(name).is_some()) {
        let (text, code) = run(&scratch("built-in"), &["explain-settings", name]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(&format!("the record in {name}.settings:")), "{text}");
        n_files += 1;
    }
    assert!(n_files > 0, "no game has one");
}

#[test]
fn tuning_is_the_same_each_time_and_leaves_a_file_that_is_read() {
    let tuned = |threads: &str| {
        let folder = game_with("tune", "");
        let limits = ["--nodes", "30", "--games", "160", "--concurrency", threads];
        let args = ["tune", "small.mg", "-o", "new.settings", "--max-turns", "40"];
        let (text, code) = run(&folder, &[&args[..], &limits].concat());
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("round 1: ") && text.contains("new.settings"), "{text}");
        let file = fs::read_to_string(folder.join("new.settings")).expect("a file");
        let explain = ["explain-settings", "small.mg", "--settings", "new.settings"];
        let (text, code) = run(&folder, &explain);
        assert!(code == Some(0) && text.contains("the record in new.settings"), "{text}");
        file
    };
    let file = tuned("1");
    assert!(file.contains("tuned by `multigame tune`") && file.contains("seed 1"), "{file}");
    assert_eq!(file, tuned("2"));
    let folder = game_with("tune-again", "");
    let (text, code) = run(&folder, &["tune", "small.mg", "--games", "10"]);
    assert!(code == Some(2) && text.contains("`--force` replaces it"), "{text}");
}

/// Whoever has no move wins, and captures are compulsory.
const ANTICHESS: &str = "\
// Antichess: captures are compulsory, and whoever has no move left wins.

extends chess
pieces { king 'K' 'k' }
without in_check, short, long

main = try [ limit, draw ]
    else try [ add 1 to quiet, takes ]
    else try [ add 1 to quiet, move ]
    else win.
takes = either [ reach, capture, putdown ] or pawn_capture or en_passant.
";

#[test]
fn a_variant_does_not_inherit_an_evaluation_that_its_outcomes_contradict() {
    let folder = scratch("antichess");
    fs::write(folder.join("antichess.mg"), ANTICHESS).expect("rules");
    let says = "the evaluation `active`, which is inherited, says the opposite of the outcomes";
    let (text, code) = run(&folder, &["check", "antichess.mg"]);
    assert!(text.contains(says) && code == Some(0), "{text}");
    let (text, code) = run(&folder, &["check", "antichess.mg", "--strict"]);
    assert!(text.contains(says) && code == Some(1), "{text}");
    let (text, _) = run(&folder, &["explain-settings", "antichess.mg"]);
    assert!(text.contains(says) && squeezed(&text).contains("evaluation automatic"), "{text}");
    // Whoever names it gets it.
    let asked = ["explain-settings", "antichess.mg", "--evaluation", "material"];
    let (text, _) = run(&folder, &asked);
    assert!(!text.contains(says) && squeezed(&text).contains("evaluation material"), "{text}");
    // Variants with the aim of their game keep theirs.
    for game in ["gardner", "los_alamos", "gomoku9", "amazons6", "cylindrical_chess"] {
        let (text, code) = run(&folder, &["check", game, "--strict"]);
        assert!(!text.contains("says the opposite") && code == Some(0), "{text}");
    }
}
