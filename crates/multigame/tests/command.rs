//! The command as people and programs use it: answers, messages for wrong
//! input, and exit codes.

use expect_test::{Expect, expect};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn multigame(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_multigame"))
        .args(args)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that does not read its input may close it early.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// A folder that is new for each test.
fn scratch(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    folder
}

/// Runs a command and compares exit code, standard output and standard error.
fn check(args: &[&str], expected: Expect) {
    check_in(&scratch(&args.join("_").replace(['/', ' '], "-")), args, "", expected);
}

fn check_in(folder: &Path, args: &[&str], input: &str, expected: Expect) {
    let output = multigame(folder, args, input);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().unwrap_or(-1);
    expected.assert_eq(&format!("{}{}exit {code}\n", text(&output.stdout), text(&output.stderr)));
}

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
            own king on e8
            d7 is empty
            not in_check (looking at a1 b1 c1 d1 e1 f1 a2 d2 e2 f2 a3 a4 a5 a6 a7 a8)
            not [ limit, test legal, draw ]
        e8d8
            own king on e8
            d8 is empty
            not in_check (looking at a1 b1 c1 d1 e1 f1 a2 d2 e2 f2 a3 a4 a5 a6 a7 a8)
            not [ limit, test legal, draw ]
        e8e7
            own king on e8
            e7 is empty
            not in_check (looking at a1 b1 c1 d1 e1 f1 a2 d2 e2 f2 a3 a4 a5 a6 a7 a8)
            not [ limit, test legal, draw ]
        e8f7
            own king on e8
            f7 is empty
            not in_check (looking at a1 b1 c1 d1 e1 f1 a2 d2 e2 f2 a3 a4 a5 a6 a7 a8)
            not [ limit, test legal, draw ]
        e8f8
            own king on e8
            f8 is empty
            not in_check (looking at a1 b1 c1 d1 e1 f1 a2 d2 e2 f2 a3 a4 a5 a6 a7 a8)
            not [ limit, test legal, draw ]
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
         = hint: add one: `evaluation material = count own piece - count enemy piece.`
        exit 2
    "#]],
    );
}

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
        error: unexpected argument '-1' found

          tip: to pass '-1' as a value, use '-- -1'

        Usage: multigame perft [OPTIONS] <GAME> <DEPTH>

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
         = hint: write the sign of each piece, and a number for empty fields
        error: there are 7 rows, the board has 8
          rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1
                                             ^^^^^^^^^^^^
         = hint: rows are written from the top, with `/` between
        error: no piece is written `X`; the pieces are K k Q q R r B b N n P p
          rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBXR w KQkq - 0 1
                                                   ^
         = hint: `.` is an empty field, a number counts several
        error: `x` is no player: write `w` or `b`
          rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1
                                                      ^
         = hint: a position is: rows player symbols passed quiet round
        error: `j9` is not a field, which `passed` should be
          rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq j9 0 1
                                                             ^^
         = hint: write a field or `-`
        error: `quiet` is 999 in `999`
          rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 999 1
                                                               ^^^
         = hint: it counts from 0 to 150
        error: white has no king and black has no king; a position needs exactly 1
         = hint: the rules declare these numbers with `exactly`
    "#]]
    .assert_eq(&shown);
}

#[test]
fn moves_that_cannot_be() {
    for (after, expected) in [
        (
            "e2e5",
            expect![[r#"
            error: the pawn on e2 cannot go to e5; it can go to e3, e4
            exit 2
        "#]],
        ),
        (
            "e7e5",
            expect![[r#"
            error: e7 has a pawn of black; white is to move
            exit 2
        "#]],
        ),
        (
            "e4e5",
            expect![[r#"
            error: there is no piece on e4
            exit 2
        "#]],
        ),
        (
            "e2e4 e7e5 x9",
            expect![[r#"
            error: there is no field x9
             = hint: the fields go from a1 to h8
            exit 2
        "#]],
        ),
        (
            "f2f3 e7e5 g2g4 d8h4 a2a3",
            expect![[r#"
            error: the game is over (0-1)
            exit 2
        "#]],
        ),
    ] {
        check(&["moves", "chess", "--after", after], expected);
    }
}

#[test]
fn plays_saves_and_loads() {
    let folder = scratch("play");
    let two = ["play", "tictactoe", "--second", "human"];
    let input = "b2\nb2\nundo\nb2\na1\nwhy c1\nsave game.mgr\nsave game.mgr\nposition\nquit\n";
    check_in(
        &folder,
        &two,
        input,
        expect![[r#"
            tictactoe: type `help` for help

              3  . . .
              2  . . .
              1  . . .
                 a b c
            white to move

            white> 
              3  . . .
              2  . X .
              1  . . .
                 a b c
            black to move

            black> black> 
              3  . . .
              2  . . .
              1  . . .
                 a b c
            white to move

            white> 
              3  . . .
              2  . X .
              1  . . .
                 a b c
            black to move

            black> 
              3  . . .
              2  . X .
              1  O . .
                 a b c
            white to move

            white>   c1 is empty
            white> saved in game.mgr
            white> saved in game.mgr
            white> 3/1X1/O2 w 2
            white> error: b2 is not empty: there is a mark of white
             = hint: the legal moves are a1, a2, a3, b1, b3, c1, c2, c3
            exit 0
        "#]],
    );
    check_in(
        &folder,
        &["replay", "game.mgr"],
        "",
        expect![[r#"
        2 moves, all legal; the game is not over

          3  . . .
          2  . X .
          1  O . .
             a b c
        white to move
        exit 0
    "#]],
    );
    let load = ["play", "tictactoe", "--load", "game.mgr", "--second", "human"];
    check_in(
        &folder,
        &load,
        "c1\na3\na2\nc3\n",
        expect![[r#"
        loaded 2 moves; the position is 3/1X1/O2 w 2
        tictactoe: type `help` for help

          3  . . .
          2  . X .
          1  O . .
             a b c
        white to move

        white> 
          3  . . .
          2  . X .
          1  O . X
             a b c
        black to move

        black> 
          3  O . .
          2  . X .
          1  O . X
             a b c
        white to move

        white> 
          3  O . .
          2  X X .
          1  O . X
             a b c
        black to move

        black> 
          3  O . O
          2  X X .
          1  O . X
             a b c
        white to move

        white> 
        exit 0
    "#]],
    );
    let random = ["play", "tictactoe", "--first", "random", "--seed", "5"];
    check_in(
        &folder,
        &random,
        "",
        expect![[r#"
        tictactoe: type `help` for help
        the random mover's seed is 5

          3  . . .
          2  . . .
          1  . . .
             a b c
        white to move

        white plays a3

          3  X . .
          2  . . .
          1  . . .
             a b c
        black to move

        black plays b3

          3  X O .
          2  . . .
          1  . . .
             a b c
        white to move

        white plays c1

          3  X O .
          2  . . .
          1  . . X
             a b c
        black to move

        black plays c2

          3  X O .
          2  . . O
          1  . . X
             a b c
        white to move

        white plays b1

          3  X O .
          2  . . O
          1  . X X
             a b c
        black to move

        black plays c3

          3  X O O
          2  . . O
          1  . X X
             a b c
        white to move

        white plays a2

          3  X O O
          2  X . O
          1  . X X
             a b c
        black to move

        black plays b2

          3  X O O
          2  X O O
          1  . X X
             a b c
        white to move

        white plays a1

          3  X O O
          2  X O O
          1  X X X
             a b c
        black to move

        the game is over: white wins
        exit 0
    "#]],
    );
}

#[test]
fn reads_and_writes_pgn() {
    let folder = scratch("pgn");
    let two = ["play", "chess", "--second", "human"];
    let moves = "e2e4\ne7e5\ng1f3\nb8c6\nf1c4\ng8f6\ne1g1\nf8c5\nsave game.pgn\n";
    assert!(multigame(&folder, &two, moves).status.success());
    let pgn = std::fs::read_to_string(folder.join("game.pgn")).expect("it was saved");
    expect![[r#"
        [Event "?"]
        [Site "?"]
        [Date "????.??.??"]
        [Round "?"]
        [White "?"]
        [Black "?"]
        [Result "*"]
        [Variant "chess"]

        1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O Bc5 *
    "#]]
    .assert_eq(&pgn);
    let args = ["replay", "game.pgn", "--game", "chess", "--to", "record"];
    check_in(
        &folder,
        &args,
        "",
        expect![[r#"
        multigame record 1
        game: chess
        result: *
        moves:
        1. e2e4 e7e5
        2. g1f3 b8c6
        3. f1c4 g8f6
        4. e1g1 f8c5
        exit 0
    "#]],
    );
    check_in(
        &folder,
        &["replay", "game.pgn"],
        "",
        expect![[r#"
        8 moves, all legal; the game is not over

          8  r . b q k . . r
          7  p p p p . p p p
          6  . . n . . n . .
          5  . . b . p . . .
          4  . . B . P . . .
          3  . . . . . N . .
          2  P P P P . P P P
          1  R N B Q . R K .
             a b c d e f g h
        black has short, long
        quiet: 6
        white to move
        exit 0
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

        error[missing-word]: `field` is missing before `feild`
         --> bad.mg:6:21
          |
        6 | unused = find empty feild.
          |                     ^^^^^
          = hint: put `field` before it

        exit 2
    "#]],
    );
}

#[test]
fn built_in_games_are_canonical_and_clean() {
    let folder = scratch("games");
    let games: Vec<&str> = multigame::library::names().collect();
    for name in &games {
        // Figure 1 of the paper is kept letter for letter.
        if *name != "tictactoe" {
            let text = multigame::library::built_in(name).expect("it is built in");
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
    let text = multigame::library::built_in("chess").expect("it is built in");
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
