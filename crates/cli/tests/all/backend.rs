//! Native code and the interpreter in the command: the same answers to the
//! letter, and what happens where there is no code.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{check, check_in, multigame, printed, scratch};
use expect_test::expect;
use std::path::{Path, PathBuf};

/// Runs a command with both and gives what both print.
fn same_in(folder: &Path, args: &[&str], input: &str) -> String {
    let [native, interp] = ["native", "interp"].map(|backend| {
        let output = multigame(folder, &[args, &["--backend", backend]].concat(), input);
        format!("{}exit {}\n", printed(&output), output.status.code().unwrap_or(-1))
    });
    assert_eq!(native, interp, "{args:?}");
    native
}

/// The same where the command should succeed.
fn same(args: &[&str]) -> String {
    let text = same_in(&scratch(&format!("backend-{}", args[1])), args, "");
    assert!(text.ends_with("exit 0\n"), "{args:?}: {text}");
    text
}

#[test]
fn moves_are_the_same() {
    same(&["moves", "connect4", "--after", "d1 d2 d3 d4", "--json"]);
    same(&["moves", "three_mens_morris", "--after", "a1 b1 b3 a3 c2", "--why"]);
    same(&["moves", "othello", "--position", "8/8/2OXO3/2XOX3/3XO3/8/8/8 b 3", "--json"]);
    same(&["moves", "tictactoe", "--after", "b2 a1 b1 a2 b3"]);
    same(&["moves", "eight_puzzle", "--json"]);
    let hidden = same(&["moves", "phantom_tictactoe", "--after", "b2 a1", "--json"]);
    assert!(hidden.contains("\"told\""), "{hidden}");
}

#[test]
fn counts_are_the_same() {
    same(&["perft", "checkers", "5", "--divide"]);
    same(&["perft", "othello", "4", "--made", "--json"]);
    same(&["perft", "breakthrough", "3", "--divide", "--json"]);
    same(&["perft", "tictactoe", "7"]);
    same(&["perft", "tictactoe", "0", "--divide"]);
    // Nothing follows a game that is over.
    let over = same(&["perft", "tictactoe", "2", "--after", "b2 a1 b1 a2 b3"]);
    assert_eq!(over, "0\nthe game is over, so there is nothing to count\nexit 0\n");
}

#[test]
fn evaluations_are_the_same() {
    same(&["eval", "amazons", "--after", "d1d7/g7"]);
    same(&["eval", "fifteen", "--json"]);
}

#[test]
fn games_are_the_same() {
    let folder = scratch("backend-games");
    let random = ["--first", "random", "--second", "random", "--seed", "3"];
    let played = same_in(&folder, &[&["play", "connect4"], &random[..]].concat(), "");
    assert!(played.contains("the game is over: "), "{played}");
    let typed = "d1\nd2\nwhy d3\nd7\nundo\nmoves\nsave! game.mgr\neval\nquit\n";
    same_in(&folder, &["play", "connect4", "--second", "human"], typed);
    let shown = same_in(&folder, &["replay", "game.mgr"], "");
    assert!(shown.starts_with("1 move, all legal; the game is not over"), "{shown}");
    same_in(&folder, &["replay", "game.mgr", "--json"], "");
    same_in(&folder, &["replay", "game.mgr", "--to", "record"], "");
    std::fs::write(folder.join("wrong.mgr"), "game: connect4\n\n1. d1 d9\n").expect("written");
    let wrong = same_in(&folder, &["replay", "wrong.mgr"], "");
    assert!(wrong.ends_with("exit 2\n"), "{wrong}");
}

/// What rules do wrong in play is found by both, in the same words.
#[test]
fn errors_are_the_same() {
    let folder = scratch("backend-errors");
    let rules = "dimensions (4,4)\npieces { man 'X' 'O' }\nstart { O3/4/4/3X }\n\
                 main = find own man, pickup, forward, step, points at empty field, putdown.\n";
    std::fs::write(folder.join("hops.mg"), rules).expect("it is written");
    for depth in ["2", "9"] {
        same_in(&folder, &["perft", "hops.mg", depth], "");
    }
    let stuck = same_in(&folder, &["perft", "hops.mg", "9", "--divide"], "");
    assert!(stuck.starts_with("error[stuck]: there is no move and no outcome"), "{stuck}");
    same_in(&folder, &["moves", "hops.mg", "--after", "d1d2 a4a3 d2d3 a3a2 d3d4 a2a1"], "");
    same_in(&folder, &["moves", "chess", "--after", "e2e4 e7e5 e1e3"], "");
    same_in(&folder, &["moves", "chess", "--position", "8/8/8/8/8/8/8/8 w - -"], "");
}

/// A folder with a game that has no code.
fn with_wide_game(test: &str) -> PathBuf {
    let folder = scratch(test);
    let rules = "dimensions (17,17) pieces { stone 'X' 'O' }
        main = try [ find empty field, replace by own stone ] else draw.";
    std::fs::write(folder.join("wide.mg"), rules).expect("it is written");
    folder
}

#[test]
fn a_game_without_code_is_interpreted() {
    let folder = with_wide_game("backend-wide");
    check_in(
        &folder,
        &["perft", "wide.mg", "2"],
        "",
        expect![[r#"
            83232
            note: this game is interpreted: the board has more than 256 fields
            exit 0
        "#]],
    );
    check_in(
        &folder,
        &["perft", "wide.mg", "2", "--backend", "native"],
        "",
        expect![[r#"
        error: this game has no native code: the board has more than 256 fields
         = hint: `--backend interp` plays every game
        exit 2
    "#]],
    );
}

/// That code would be too long is found out when it is made: in time.
/// Code has room for the pieces with which a game begins; a position may have more.
#[test]
fn a_position_without_room_is_interpreted() {
    let folder = scratch("backend-room");
    let empty = "/. . . . . . . . .".repeat(8);
    let rules = format!(
        "dimensions (9,9) stacks 200 pieces {{ man 'X' 'O' }} start {{ X . . . . . . . O{empty} }}
        main = try go else draw.
        go = find own man, alldir, pickup all, step, putdown."
    );
    std::fs::write(folder.join("piles.mg"), rules).expect("the rules are written");
    let high = format!("150X . . . . . . . 150O{empty}");
    let given = ["perft", "piles.mg", "2", "--position", &high];
    let output = multigame(&folder, &given, "");
    let why = "there are more pieces in stacks than native code has room for";
    let told = printed(&output);
    assert!(told.contains(&format!("note: this game is interpreted: {why}")), "{told}");
    assert!(told.contains("9\n") && output.status.success(), "{told}");
    let output = multigame(&folder, &[&given[..], &["--backend", "native"]].concat(), "");
    assert!(printed(&output).contains(&format!("error: {why}")), "{}", printed(&output));
}

#[test]
fn rules_that_branch_too_often_are_interpreted() {
    let folder = scratch("backend-branching");
    let rules = format!(
        "dimensions (8,8) pieces {{ man 'X' 'O' stone '*' }} start {{ 8/8/8/8/8/8/8/8 }}
        main = try go else draw.
        go = find empty field, replace by own man, {}replace by stone.
        hop = either [ north, step ] or [ east, step, points at empty field ].",
        "hop, ".repeat(12)
    );
    std::fs::write(folder.join("hops.mg"), rules).expect("it is written");
    let note = "note: this game is interpreted: its rules branch so often that the code would \
                be too long\n";
    let told = |args: &[&str]| {
        let output = multigame(&folder, args, "");
        assert!(output.status.success(), "{args:?}: {}", printed(&output));
        assert_eq!(String::from_utf8_lossy(&output.stderr), note, "{args:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for args in [&["perft", "hops.mg", "2"][..], &["perft", "hops.mg", "1", "--divide"]] {
        let interp = multigame(&folder, &[args, &["--backend", "interp"]].concat(), "");
        assert_eq!(told(args), String::from_utf8_lossy(&interp.stdout), "{args:?}");
    }
    told(&["analyze", "hops.mg", "--depth", "1"]);
    let insisted = multigame(&folder, &["perft", "hops.mg", "2", "--backend", "native"], "");
    assert!(printed(&insisted).starts_with("error[too-long]: there is no code for this game"));
}

#[test]
fn passes_are_turned_off_and_nothing_changes() {
    for passes in ["none", "-inline_calls", "-split_sides,-questions_to_sets"] {
        let folder = scratch("backend-passes");
        let output = multigame(&folder, &["perft", "othello", "4", "--passes", passes], "");
        assert_eq!(printed(&output), "244\n", "{passes}");
    }
    check(
        &["perft", "tictactoe", "3", "--passes", "-inline_call"],
        expect![[r#"
        error: no pass is called `inline_call`
         = hint: did you mean `-inline_calls`?
        exit 2
    "#]],
    );
    // More may be turned off some day, so only the beginning of the list counts.
    let output = multigame(&scratch("backend-speed"), &["dump", "chess", "--passes", "-speed"], "");
    let expected = "error: no pass is called `speed`\n = hint: the passes are split_sides, ";
    assert!(printed(&output).starts_with(expected), "{}", printed(&output));
}

fn dump(args: &[&str]) -> String {
    let output = multigame(&scratch("backend-dump"), &[&["dump", "tictactoe"], args].concat(), "");
    assert!(output.status.success(), "{args:?}: {}", printed(&output));
    printed(&output)
}

/// The headings of what was dumped.
fn headings(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with(";; ")).collect()
}

#[test]
fn each_pass_can_be_looked_at() {
    let names: Vec<&str> = ir::passes::PASSES.iter().map(|pass| pass.name).collect();
    let all = dump(&["--stage", "passes"]);
    assert_eq!(headings(&all).len(), names.len());
    for (heading, name) in headings(&all).iter().zip(&names) {
        assert!(heading.contains(name), "{heading} is not about {name}");
    }
    // The last program that is shown is what all passes make.
    let last = dump(&["--stage", names[names.len() - 1]]);
    assert!(all.contains(&last) && last != dump(&["--stage", "ir"]));
    let first = dump(&["--stage", names[0]]);
    assert!(all.starts_with(&format!(";; after {}\n\n{first}", names[0])));
    let none = dump(&["--stage", names[names.len() - 1], "--passes", "none"]);
    assert_eq!(none, dump(&["--stage", "ir"]));
    assert_eq!(dump(&["--stage", "passes", "--passes", "none"]), "");
}

#[test]
fn code_can_be_looked_at() {
    let (clif, asm) = (dump(&["--stage", "clif"]), dump(&["--stage", "asm"]));
    assert!(!headings(&clif).is_empty());
    assert_eq!(headings(&clif), headings(&asm));
    assert!(clif.contains("function ") && !asm.contains("function "), "{clif}");
    check_in(
        &with_wide_game("backend-wide-dump"),
        &["dump", "wide.mg", "--stage", "asm"],
        "",
        expect![[r#"
            error: this game has no native code: the board has more than 256 fields
            exit 2
        "#]],
    );
}
