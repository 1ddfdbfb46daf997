//! `learn`: the file that it writes, who reads it, and what is refused.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{multigame, printed, scratch};
use std::fs;
use std::path::Path;

/// What a command prints, and whether it went well.
fn run(folder: &Path, args: &[&str]) -> (String, bool) {
    let output = multigame(folder, args, "");
    (printed(&output), output.status.success())
}

fn learn(folder: &Path, args: &[&str]) -> (String, bool) {
    run(folder, &[&["learn", "tictactoe", "--seed", "5"], args].concat())
}

#[test]
fn the_same_games_write_the_same_file_and_a_checkpoint_goes_on() {
    let folder = scratch("learn-same");
    let read = |name: &str| fs::read(folder.join(name)).expect(name);
    assert!(learn(&folder, &["--games", "400", "--out", "a.mgl", "--threads", "1"]).1);
    assert!(learn(&folder, &["--games", "400", "--out", "b.mgl", "--svg", "b.svg"]).1);
    assert_eq!(read("a.mgl"), read("b.mgl"));
    assert!(String::from_utf8_lossy(&read("b.svg")).starts_with("<svg"));
    let (text, done) = learn(&folder, &["--games", "400", "--out", "b.mgl"]);
    assert!(!done && text.contains("`b.mgl` exists"), "{text}");
    let kept = ["--checkpoint", "state", "--out", "c.mgl", "--force", "--games"];
    assert!(learn(&folder, &[&kept[..], &["320"]].concat()).1);
    assert!(learn(&folder, &[&kept[..], &["400"]].concat()).1);
    // The round that was broken off was compared, so that only the weights are the same.
    let (text, done) =
        run(&folder, &["learn", "connect4", "--checkpoint", "state", "--games", "1"]);
    assert!(!done && text.contains("belongs to other rules"), "{text}");
}

#[test]
fn all_that_evaluate_read_the_file() {
    let folder = scratch("learn-read");
    assert!(learn(&folder, &["--games", "100", "--out", "t.mgl"]).1);
    let commands: [&[&str]; 5] = [
        &["eval", "tictactoe", "--name", "t.mgl", "--after", "b2"],
        &["eval", "tictactoe", "--evaluation", "t.mgl", "--json"],
        &["analyze", "tictactoe", "--evaluation", "t.mgl", "--depth", "2"],
        &["analyze", "tictactoe", "--evaluation", "t.mgl", "--depth", "2", "--backend", "interp"],
        &[
            "match",
            "tictactoe",
            "--a",
            "evaluation=t.mgl",
            "--b",
            "random",
            "--nodes",
            "20",
            "--games",
            "2",
        ],
    ];
    for command in commands {
        let (text, done) = run(&folder, command);
        assert!(done, "{command:?}: {text}");
    }
    let (text, _) = run(&folder, commands[0]);
    assert!(text.starts_with("t.mgl  ") && text.contains("white mark b2"), "{text}");
}

#[test]
fn learning_goes_on_from_a_file_that_has_the_same_tables() {
    let folder = scratch("learn-from");
    let fit = ["--method", "fit", "--nodes", "100", "--games", "8"];
    assert!(learn(&folder, &[&fit[..], &["--out", "a.mgl"]].concat()).1);
    let from = |file: &str, look: &str| {
        let words = ["--from", file, "--look", look, "--out", "b.mgl", "--force"];
        learn(&folder, &[&fit[..], &words[..]].concat())
    };
    assert!(from("a.mgl", "").1);
    assert!(from("a.mgl", "hidden=8").1);
    let (text, done) = from("a.mgl", "line=2");
    assert!(!done && text.contains("the evaluation to begin with has tables for"), "{text}");
    let (text, done) = from("lost.mgl", "");
    assert!(!done && text.contains("`lost.mgl` cannot be read"), "{text}");
}

#[test]
fn foreign_and_damaged_files_are_refused_in_one_sentence() {
    let folder = scratch("learn-refused");
    assert!(learn(&folder, &["--games", "40", "--out", "t.mgl"]).1);
    let whole = fs::read(folder.join("t.mgl")).expect("the file");
    fs::write(folder.join("cut.mgl"), &whole[..whole.len() - 3]).expect("a file");
    fs::write(folder.join("none.mgl"), "no evaluation").expect("a file");
    let check = |game: &str, file: &str, expected: &str| {
        let (text, done) = run(&folder, &["analyze", game, "--evaluation", file, "--depth", "1"]);
        assert!(!done && text.contains(expected), "{file}: {text}");
    };
    check("connect4", "t.mgl", "error: t.mgl: this evaluation was learned for other rules");
    check("tictactoe", "cut.mgl", "error: cut.mgl: the learned evaluation is damaged");
    check("tictactoe", "none.mgl", "error: none.mgl: this is not a learned evaluation");
    check("tictactoe", "lost.mgl", "error: `lost.mgl` cannot be read");
    let (text, done) = run(&folder, &["learn", "fifteen"]);
    assert!(!done && text.contains("this is a puzzle for one player"), "{text}");
    let args = ["learn", "connect4", "--from", "t.mgl", "--games", "8"];
    let (text, done) = run(&folder, &args);
    let expected = "connect4 has other fields or pieces than tictactoe, for which this was learned";
    assert!(!done && text.contains(expected), "{text}");
    // Rows of eight fields have few contents in breakthrough, and hundreds of millions each in chess.
    fs::write(folder.join("rows.mgl"), games::learned("breakthrough").expect("a file"))
        .expect("room");
    let args = ["learn", "chess", "--from", "rows.mgl", "--games", "8"];
    let (text, done) = run(&folder, &args);
    assert!(!done && text.contains("chess has other fields or pieces than breakthrough"), "{text}");
}

/// What is hidden from players is not hidden from those who search what is possible for them.
#[test]
fn what_was_learned_for_one_game_begins_another_one_that_hides_something() {
    let folder = scratch("learn-carried");
    assert!(learn(&folder, &["--games", "40", "--out", "t.mgl"]).1);
    let args = ["learn", "phantom_tictactoe", "--from", "t.mgl", "--games", "8", "--out", "p.mgl"];
    let (text, done) = run(&folder, &args);
    assert!(done, "{text}");
    assert!(text.contains("it is learned as if they did"), "{text}");
    assert!(text.contains("begins with what was learned for tictactoe"), "{text}");
    let args = ["eval", "phantom_tictactoe", "--name", "p.mgl", "--after", "b2"];
    let (text, done) = run(&folder, &args);
    assert!(done && text.starts_with("p.mgl"), "{text}");
    // Those who see only their side search what is possible for them by it.
    let side = "pimc samples=2 nodes=20 evaluation=p.mgl";
    let args = ["match", "phantom_tictactoe", "--a", side, "--b", "random", "--games", "2"];
    let (text, done) = run(&folder, &args);
    assert!(done && text.contains("2 games: A"), "{text}");
    let args = ["referee", "phantom_tictactoe", "--first", side, "--second", "random"];
    let (text, done) = run(&folder, &args);
    assert!(done, "{text}");
}
