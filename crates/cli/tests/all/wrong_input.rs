//! Wrong input: one clear message with the place and a hint, exit code 2, and
//! never a panic.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{check, check_in, multigame, scratch, start};
use expect_test::expect;
use std::process::{Command, Stdio};

#[test]
fn games_that_do_not_exist() {
    check(
        &["perft", "ches", "1"],
        expect![[r#"
        error: no game is called `ches`
         = hint: did you mean `chess`?
        exit 2
    "#]],
    );
    check(
        &["check", "nowhere.mg"],
        expect![[r#"
        error: there is no file `nowhere.mg`
         = hint: check the spelling; `multigame games` lists the games that are built in
        exit 2
    "#]],
    );
    check(
        &["check", "."],
        expect![[r#"
        error: `.` is a folder, not a rules file
         = hint: give the path of a file that ends in `.mg`
        exit 2
    "#]],
    );
    check(
        &["perft", "chess", "-1"],
        expect![[r#"
            error: invalid value '-1' for '<DEPTH>': a whole number from 0 to 4294967295 is needed

            For more information, try '--help'.
            exit 2
        "#]],
    );
    check(
        &["perft", "chess"],
        expect![[r#"
        error: the following required arguments were not provided:
          <DEPTH>

        Usage: multigame perft <GAME> <DEPTH>

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["dance"],
        expect![[r#"
        error: unrecognized subcommand 'dance'

        Usage: multigame <COMMAND>

        For more information, try '--help'.
        exit 2
    "#]],
    );
}

#[test]
fn positions_that_cannot_be() {
    let cases = [
        "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1",
        "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBXR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq j9 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 999 1",
        "",
    ];
    let folder = scratch("positions");
    let mut shown = String::new();
    for case in cases {
        let output = multigame(&folder, &["moves", "chess", "--position", case], "");
        assert_eq!(output.status.code(), Some(2), "{case}");
        shown += &String::from_utf8_lossy(&output.stderr);
    }
    expect![[r#"
        error: white has no king and black has no king; a position needs exactly 1
         = hint: the rules declare these numbers with `exactly`
        error: row 2 from the top has 9 fields; the board has 8 columns
          rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
                   ^^^^^^^^^
         = hint: write the symbol of each piece, and a number for empty fields
        error: there are 7 rows, the board has 8
          rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1
                                            ^
         = hint: rows are written from the top, with `/` between
        error: no piece is written `X`; the pieces are K k Q q R r B b N n P p
          rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBXR w KQkq - 0 1
                                                   ^
         = hint: `.` is an empty field, a number counts several
        error: `x` is no player: write `w` or `b`
          rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1
                                                      ^
         = hint: a position is: rows player short+long passed quiet round
        error: `j9` is not a field, which `passed` should be
          rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq j9 0 1
                                                             ^^
         = hint: write a field or `-`
        error: `quiet` is 999 in `999`
          rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 999 1
                                                               ^^^
         = hint: it counts from 0 to 150
        error: the position is empty
         = hint: a position is: rows player short+long passed quiet round
    "#]]
    .assert_eq(&shown);
}

#[test]
fn moves_that_cannot_be() {
    for (after, expected) in [
        (
            "e2e5",
            expect![[r#"
                error: move 1 of --after: the pawn on e2 cannot go to e5; it can go to e3, e4
                exit 2
            "#]],
        ),
        (
            "e7e5",
            expect![[r#"
                error: move 1 of --after: e7 has a pawn of black; white is to move
                exit 2
            "#]],
        ),
        (
            "e4e5",
            expect![[r#"
                error: move 1 of --after: there is no piece on e4
                exit 2
            "#]],
        ),
        (
            "e2e4 e7e5 x9",
            expect![[r#"
                error: move 3 of --after: there is no field x9
                 = hint: the fields go from a1 to h8
                exit 2
            "#]],
        ),
        (
            "f2f3 e7e5 g2g4 d8h4 a2a3",
            expect![[r#"
                error: move 5 of --after: the game is over: black wins
                exit 2
            "#]],
        ),
    ] {
        check(&["moves", "chess", "--after", after], expected);
    }
}

#[test]
fn one_run_reports_every_mistake() {
    let folder = scratch("mistakes");
    let rules = "\
dimensions (8,8)
pieces { knight 'N' 'n'  king 'K' 'k' }
start { 8/8/8/8/8/8/8/N6k }
main = try [ find own knigt, pickup, leep, putdown ] else lose
leap = orthogonal, step, either rotate 45 or rotate 50, step.
unused = find empty feild.
";
    std::fs::write(folder.join("bad.mg"), rules).expect("it is written");
    check_in(
        &folder,
        &["check", "bad.mg"],
        "",
        expect![[r#"
            bad.mg: 5 errors
            error[unknown-name]: no piece is called `knigt`
             --> bad.mg:4:23
              |
            4 | main = try [ find own knigt, pickup, leep, putdown ] else lose
              |                       ^^^^^
              = hint: did you mean `knight`?

            error[unknown-name]: no rule is called `leep`
             --> bad.mg:4:38
              |
            4 | main = try [ find own knigt, pickup, leep, putdown ] else lose
              |                                      ^^^^
              = hint: did you mean `leap`?

            error[missing-period]: the rule `main` does not end with `.`
             --> bad.mg:4:63
              |
            4 | main = try [ find own knigt, pickup, leep, putdown ] else lose
              |                                                               ^
            5 | leap = orthogonal, step, either rotate 45 or rotate 50, step.
              | ---- something else begins here
              = hint: put a `.` here

            error[bad-rotation]: `rotate 50` does not fit this board
             --> bad.mg:5:46
              |
            5 | leap = orthogonal, step, either rotate 45 or rotate 50, step.
              |                                              ^^^^^^^^^
              = hint: on squares a turn goes by multiples of 45

            error[misspelt-word]: the word `feild` is not known here
             --> bad.mg:6:21
              |
            6 | unused = find empty feild.
              |                     ^^^^^
              = hint: did you mean `field`?

            exit 2
        "#]],
    );
}

#[test]
fn files_of_any_bytes() {
    let folder = scratch("bytes");
    let deep = format!("main = {}win{}.", "[".repeat(5000), "]".repeat(5000));
    let big = format!("dimensions (3,3)\n{}", "// x\n".repeat(300_000));
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("empty.mg", vec![]),
        ("zeros.mg", vec![0; 1000]),
        ("latin1.mg", b"// caf\xe9\n".to_vec()),
        ("deep.mg", deep.into_bytes()),
        ("big.mg", big.into_bytes()),
        ("huge.mg", b"dimensions (1000,1000) pieces { a 'a' 'b' } main = win.".to_vec()),
        ("none.mg", b"dimensions (0,0) pieces { a 'a' 'b' } main = win.".to_vec()),
        ("number.mg", b"dimensions (99999999999999999999,1) main = win.".to_vec()),
        ("quote.mg", b"pieces { a ' ".to_vec()),
    ];
    for (name, bytes) in cases {
        std::fs::write(folder.join(name), bytes).expect("it is written");
        let output = multigame(&folder, &["check", name], "");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{name}: {error}");
        assert!(error.contains("error"), "{name}: {error}");
        assert!(!error.contains("panicked"), "{name}: {error}");
    }
}

#[test]
fn passes_that_do_not_exist() {
    let folder = scratch("passes");
    for (word, expected) in [
        ("-inline_cals", "did you mean `-inline_calls`?"),
        ("inline_cals", "did you mean `-inline_calls`?"),
        ("inline_calls", "`--passes -inline_calls` turns a pass off"),
        ("nosuch", "no pass is called `nosuch`"),
        ("nosuch", "the passes are split_sides, "),
    ] {
        let output = multigame(&folder, &["perft", "tictactoe", "1", "--passes", word], "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}

/// What is meant for later would be lost: it is refused before anything is done.
#[test]
fn names_and_moves_that_mean_nothing() {
    check(
        &["learn", "tictactoe", "--games", "1", "--out", "tictactoe.bin"],
        expect![[r#"
            error: tictactoe.bin: a learned evaluation is a file whose name ends in `.mgl`
             = hint: commands tell it from the name of an evaluation by that ending
            exit 2
        "#]],
    );
    check(
        &["debug", "tictactoe", "--move", "zz"],
        expect![[r#"
        error: `zz` is no move
         = hint: moves are written like `a1`
        exit 2
    "#]],
    );
}

#[test]
fn a_number_of_threads_that_is_none() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_multigame"));
    command.env("MULTIGAME_THREADS", "foo").args(["perft", "tictactoe", "1"]);
    let output = start(command.stderr(Stdio::piped())).wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    expect![[r#"
        error: MULTIGAME_THREADS: a number from 1 to 256 is needed, such as 2
    "#]]
    .assert_eq(&errors);
    assert_eq!(output.status.code(), Some(2));
}
