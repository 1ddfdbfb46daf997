//! Sets of histories from files: views in the notation of the paper, checkpoints, and options that
//! belong to one of the methods.

#![allow(clippy::disallowed_methods, reason = "tests start programs and read files")]

use crate::support::{multigame, printed, scratch};
use std::fs;
use std::path::Path;

#[test]
fn the_notation_of_the_paper_is_for_one_player() {
    let folder = scratch("infoset-figure");
    let record = "multigame record 1\ngame: phantom_tictactoe\nmoves:\n1. b2 a1\n";
    fs::write(folder.join("game.mgr"), record).expect("a file");
    let output = multigame(&folder, &["referee", "phantom_tictactoe", "game.mgr", "--figure"], "");
    let text = printed(&output);
    assert!(text.contains("does not say whose view it is"), "{text}");
    assert!(text.contains("add `--player white`"), "{text}");
}

#[test]
fn a_set_goes_on_by_the_back_end_that_began_it() {
    let folder = scratch("infoset-resumed");
    let record = "multigame record 1\ngame: phantom_tictactoe\nmoves: b2 a1 c3 b1\n";
    fs::write(folder.join("game.mgr"), record).expect("a folder for tests");
    let infoset = |more: &[&str]| {
        let args = ["infoset", "phantom_tictactoe", "game.mgr", "--player", "white"];
        let output = multigame(&folder, &[&args[..], more].concat(), "");
        (printed(&output), output.status.code())
    };
    let (found, _) = infoset(&[]);
    for (made_by, other) in [("native", "interp"), ("interp", "native")] {
        let checkpoint = ["--backend", made_by, "--checkpoint", "set.mgi"];
        assert_eq!(infoset(&checkpoint), (found.clone(), Some(0)));
        let resume = |backend| infoset(&["--backend", backend, "--resume", "set.mgi"]);
        // No process has this number, so whoever wrote this was killed; the rest is not ours.
        let [left, other_file] = ["set.mgi.4294967295.tmp", "set.mgi.old.tmp"];
        for name in [left, other_file] {
            fs::write(folder.join(name), "half").expect("a file");
        }
        assert_eq!(resume(made_by), (found.clone(), Some(0)));
        // Other systems do not tell which processes there are.
        assert_eq!(folder.join(left).exists(), !Path::new("/proc/self").exists());
        assert!(folder.join(other_file).exists());
        let (text, code) = resume(other);
        let wrong = format!(
            "error: `set.mgi`: the checkpoint was made by the other back end, or by \
             another version\n = hint: try `--backend {made_by}`, or leave `--resume` out to \
             begin again\n"
        );
        assert_eq!((text, code), (wrong, Some(2)));
    }
    // Options of the other method do not go unnoticed.
    for (option, of) in [("--grain", "2"), ("--balance", "random")] {
        let (text, code) = infoset(&[option, of]);
        let wrong = format!(
            "error: `{option}` is for depth-first search\n = hint: add `--method depth-first`, \
             or leave it out\n"
        );
        assert_eq!((text, code), (wrong, Some(2)));
        assert_eq!(infoset(&[option, of, "--method", "depth-first"]).1, Some(0));
    }
    let (text, _) = infoset(&["--spill", ".", "--method", "depth-first"]);
    assert!(text.contains("`--spill` is for merged sets"), "{text}");
}

#[test]
fn outlines_need_no_set_and_prune_one() {
    let folder = scratch("infoset-outline");
    let record = "multigame record 1\ngame: phantom_tictactoe\nmoves: b2 a1 [a1] c3\n";
    fs::write(folder.join("late.mgr"), record).expect("a file");
    let infoset = |more: &[&str]| {
        let args = ["infoset", "phantom_tictactoe", "late.mgr", "--player", "white"];
        let output = multigame(&folder, &[&args[..], more].concat(), "");
        (printed(&output), output.status.code())
    };
    // After the second turn White did not know yet where Black's mark was.
    let (text, code) = infoset(&["--outline=2"]);
    let known = "9 of 9 fields certain for white after turn 2, knowing 3 turns\n";
    assert!(text.contains("1  O . .\n") && text.ends_with(known), "{text}");
    assert_eq!(code, Some(0));
    let (text, _) = infoset(&["--outline=2", "--ply", "2"]);
    assert!(text.contains("\nO: a1 "), "{text}");
    assert!(text.ends_with("1 of 9 fields certain for white after turn 2, knowing 2 turns\n"));

    let (text, code) = infoset(&["--outline", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((answer["turn"].as_u64(), answer["certain"].as_u64()), (Some(3), Some(9)));
    assert_eq!(answer["fields"]["a1"], serde_json::json!(["O"]));
    assert_eq!(answer["fields"]["a2"], serde_json::json!(["-"]));
    assert_eq!(code, Some(0));
    let (text, code) = infoset(&["--outline=4"]);
    assert_eq!((text.as_str(), code), ("error: there are only 3 turns, not 4\n", Some(2)));

    assert_eq!(infoset(&["--prune", "--list"]), infoset(&["--list"]));
    // What is pruned depends on later turns, so it must not be gone on from.
    for option in ["--checkpoint", "--resume"] {
        let wrong = format!(
            "error: a pruned set cannot be kept: `--prune` and `{option}`\n = hint: leave one of \
             them out\n"
        );
        assert_eq!(infoset(&["--prune", option, "set.mgi"]), (wrong, Some(2)));
    }
    assert!(!folder.join("set.mgi").exists());
}

/// Figure 3 of Richards, Gupta and Sarood as it is printed: after 5... f6 White's pawn on d6 can
/// take on e7, which is not written at move 6.
#[test]
fn the_figure_of_the_paper_lacks_a_pawn_try() {
    let figure = "1. d4 {(:)}\n?? {(:0)}\n2. Bg5 {(:)}\n?? {(:0)}\n3. Nc3 {(:Bd8)}\n?? {(:0)}
4. d5 {(:Bd8;Tc5)}\n?? {(:0)}\n5. d6 {(:)}\n?? {(:0,Td6)}\n6. e4 {(:)}\nfxg5 { (Xg5:Td6;Tg5) }
7. Bc4 {(:)}\n?? { (Xd6:Td6) }\n8. Qd5 {(:)}\n?? {(:0)}\n9. Qf7+ {(:)}\n?? {(:0)}
10. Qxf8++ { (1-0:) }\n";
    let folder = scratch("infoset-figure-3");
    fs::write(folder.join("figure.txt"), figure).expect("a file");
    let args = ["infoset", "kriegspiel", "figure.txt", "--player", "white"];
    let output = multigame(&folder, &args, "");
    let text = printed(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    let place = "figure.txt: line 11, column 4: `Te7` seems to be missing here";
    assert!(text.contains(place), "{text}");
    // With it there are as many histories as in the game that was played.
    assert!(text.contains("with `then 'pawn try e7'`, 1997 histories fit turn 11"), "{text}");
}
