//! The command as people and programs use it: answers and exit codes.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{check, check_in, multigame, scratch};
use expect_test::expect;

#[test]
fn counts_and_divides() {
    check(
        &["perft", "tictactoe", "3"],
        expect![[r#"
        504
        exit 0
    "#]],
    );
    check(
        &["perft", "tictactoe", "2", "--divide", "--after", "b2"],
        expect![[r#"
        a1: 7
        a2: 7
        a3: 7
        b1: 7
        b3: 7
        c1: 7
        c2: 7
        c3: 7

        56
        exit 0
    "#]],
    );
    check(
        &["perft", "chess", "2", "--json"],
        expect![[r#"
        {
          "game": "chess",
          "position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
          "depth": 2,
          "count": 400
        }
        exit 0
    "#]],
    );
    check(
        &["perft", "tictactoe", "0"],
        expect![[r#"
        1
        exit 0
    "#]],
    );
}

#[test]
fn lists_moves_and_their_conditions() {
    check(
        &["moves", "connect4", "--after", "d1,d2"],
        expect![[r#"
        a1
        b1
        c1
        d3
        e1
        f1
        g1
        exit 0
    "#]],
    );
    let position = "4k3/8/8/8/8/8/4p3/R3K3 b - - 0 1";
    check(
        &["moves", "chess", "-p", position, "--why"],
        expect![[r#"
            e8d7
                quiet <= 149
                own king on e8
                d7 is empty
                not [ limit, test legal, draw ]
                not in_check (looking at a1 b1 c1 d1 e1 f1 a2 d2 e2 f2 a3 a4 a5 a6 a7 a8)
            e8d8
                quiet <= 149
                own king on e8
                d8 is empty
                not [ limit, test legal, draw ]
                not in_check (looking at a1 b1 c1 d1 e1 f1 a2 d2 e2 f2 a3 a4 a5 a6 a7 a8)
            e8e7
                quiet <= 149
                own king on e8
                e7 is empty
                not [ limit, test legal, draw ]
                not in_check (looking at a1 b1 c1 d1 e1 f1 a2 d2 e2 f2 a3 a4 a5 a6 a7 a8)
            e8f7
                quiet <= 149
                own king on e8
                f7 is empty
                not [ limit, test legal, draw ]
                not in_check (looking at a1 b1 c1 d1 e1 f1 a2 d2 e2 f2 a3 a4 a5 a6 a7 a8)
            e8f8
                quiet <= 149
                own king on e8
                f8 is empty
                not [ limit, test legal, draw ]
                not in_check (looking at a1 b1 c1 d1 e1 f1 a2 d2 e2 f2 a3 a4 a5 a6 a7 a8)
            exit 0
        "#]],
    );
    check(
        &["moves", "tictactoe", "-p", "XXX/OO1/3 b 1"],
        expect![[r#"
        a1
        b1
        c1
        c2  (black wins)
        exit 0
    "#]],
    );
}

#[test]
fn evaluates() {
    check(
        &["eval", "amazons"],
        expect![[r#"
        mobility            0
        territory           0
        territory_mobility  0
        exit 0
    "#]],
    );
    check(
        &["eval", "fifteen"],
        expect![[r#"
        manhattan  41
        exit 0
    "#]],
    );
    check(
        &["eval", "fifteen", "--name", "manhatan"],
        expect![[r#"
        error: the game has no evaluation called `manhatan`
         = hint: did you mean `manhattan`?
        exit 2
    "#]],
    );
    check(
        &["eval", "tictactoe"],
        expect![[r#"
            error: the rules of this game give no evaluation
             = hint: add one: `multigame eval GAME --automatic` writes it for you
            exit 2
        "#]],
    );
}

#[test]
fn formats_in_place_and_says_what_is_not_canonical() {
    let folder = scratch("fmt");
    let file = folder.join("small.mg");
    let rules = "dimensions(3,3)pieces{mark 'X' 'O'}\nmain=try[find empty field,replace by own mark]else draw.";
    std::fs::write(&file, rules).expect("it is written");
    check_in(
        &folder,
        &["fmt", "--check", "small.mg"],
        "",
        expect![[r#"
        small.mg is not in canonical form
        exit 1
    "#]],
    );
    check_in(
        &folder,
        &["fmt", "small.mg"],
        "",
        expect![[r#"
        exit 0
    "#]],
    );
    check_in(
        &folder,
        &["fmt", "--check", "small.mg"],
        "",
        expect![[r#"
        exit 0
    "#]],
    );
    expect![[r#"
        dimensions (3,3)
        pieces { mark 'X' 'O' }

        main = try [ find empty field, replace by own mark ] else draw.
    "#]]
    .assert_eq(&std::fs::read_to_string(&file).expect("it is there"));
    check_in(
        &folder,
        &["fmt", "-"],
        "main = find",
        expect![[r#"
        error[unexpected]: expected a pattern such as `own piece` or `empty field`, found the end of the file
         --> standard input:1:12
          |
        1 | main = find
          |            ^

        1 error; the text is left as it is
        exit 2
    "#]],
    );
}

#[test]
fn built_in_games_are_canonical_and_clean() {
    let folder = scratch("games");
    let games: Vec<&str> = games::names().collect();
    for name in &games {
        // Figure 1 of the paper is kept letter for letter.
        if *name != "tictactoe" {
            let text = games::text(name).expect("it is built in");
            let formatted = syntax::format(text).expect("it parses");
            assert!(formatted == text, "games/{name}/{name}.mg: run `multigame fmt` on it");
        }
        let output = multigame(&folder, &["check", "--strict", "--positions", "60", name], "");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{name}: {text}");
    }
}

#[test]
fn chess_is_a_page() {
    let text = games::text("chess").expect("it is built in");
    let lines = text.lines().filter(|line| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with("//")
    });
    let lines: Vec<&str> = lines.collect();
    assert!(lines.len() <= 100, "{} lines", lines.len());
    assert!(text.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn completions_and_help_exist() {
    let folder = scratch("help");
    for shell in ["bash", "zsh", "fish"] {
        let output = multigame(&folder, &["completions", shell], "");
        assert!(output.status.success() && output.stdout.len() > 1000, "{shell}");
    }
    for command in ["check", "fmt", "moves", "perft", "eval", "play", "replay"] {
        let output = multigame(&folder, &[command, "--help"], "");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("Example"), "{command} --help shows no example");
    }
}

#[test]
fn solves_or_says_why_not() {
    check(
        &["solve", "three_mens_morris"],
        expect![[r#"
            white wins in 9 turns
            only move: b2
            how: backward from the ends, over all positions that matter; 8508 nodes, 4854 positions
            note: rules on repetition are left out; play that never ends is a draw
            exit 0
        "#]],
    );
    check(
        &["solve", "tictactoe", "--after", "b2 a1", "--threads", "2"],
        expect![[r#"
            draw
            best moves: a2 a3 b1 b3 c1 c2 c3
            how: backward from the ends, over all positions that matter; 458 nodes, 276 positions
            note: this was done by one thread
            exit 0
        "#]],
    );
    check(
        &["solve", "tictactoe", "--threads", "0"],
        expect![[r#"
            error: invalid value '0' for '--threads <N>': a number from 1 to 256 is needed, such as 2

            For more information, try '--help'.
            exit 2
        "#]],
    );
    check(
        &["solve", "eight_puzzle", "--threads", "257"],
        expect![[r#"
            error: invalid value '257' for '--threads <N>': a number from 1 to 256 is needed, such as 2

            For more information, try '--help'.
            exit 2
        "#]],
    );
    check(
        &["solve", "chess", "--method", "pn", "--nodes", "100"],
        expect![[r#"
            not solved after 101 nodes, 94 positions: the nodes are used up
             = hint: `--nodes` gives it more
            exit 1
        "#]],
    );
    check(
        &["solve", "three_mens_morris", "--method", "alpha-beta"],
        expect![[r#"
            not solved after 49 nodes, 8 positions: a position comes back
             = hint: `--method df-pn` or `sweep` can do that
            exit 1
        "#]],
    );
}
