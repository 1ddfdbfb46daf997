//! `multigame build` makes programs that play one game wherever they are, and
//! that notice when they were damaged.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{check_in, multigame, printed, run_program, scratch, write_program};
use expect_test::{Expect, expect};
use std::fs;
use std::path::{Path, PathBuf};

/// Builds a game and moves the program to a folder with nothing else in it.
fn build(test: &str, game: &str) -> PathBuf {
    let folder = scratch(test);
    let output = multigame(&folder, &["build", game, "-o", "program"], "");
    assert!(output.status.success(), "{}", printed(&output));
    let elsewhere = scratch(&format!("{test}-elsewhere"));
    let program = elsewhere.join("moved");
    fs::rename(folder.join("program"), &program).expect("it can be moved");
    program
}

/// Runs a program and compares standard output, standard error and exit code.
fn check(program: &Path, args: &[&str], input: &str, expected: Expect) {
    let folder = program.parent().expect("a folder");
    let output = run_program(program, folder, args, input);
    let code = output.status.code().unwrap_or(-1);
    expected.assert_eq(&format!("{}exit {code}\n", printed(&output)));
}

/// A built program answers as `multigame` does with the game named.
fn check_same(program: &Path, game: &str, args: &[&str], input: &str) {
    let folder = program.parent().expect("a folder");
    let built = run_program(program, folder, args, input);
    let named: Vec<&str> = [&args[..1], &[game], &args[1..]].concat();
    let ours = multigame(folder, &named, input);
    assert_eq!(printed(&built), printed(&ours), "{args:?}");
    assert!(built.status.success() && ours.status.success(), "{args:?}");
}

#[test]
fn a_program_plays_its_game_anywhere() {
    let program = build("build-tictactoe", "tictactoe");
    check_same(&program, "tictactoe", &["moves", "--after", "b2 a1", "--json"], "");
    check_same(&program, "tictactoe", &["perft", "3"], "");
    check_same(&program, "tictactoe", &["games"], "");
    check_same(&program, "tictactoe", &["dump", "--stage", "rules"], "");
    let play = ["play", "--second", "human"];
    check_same(&program, "tictactoe", &play, "b2\nmoves\nsave! x.mgr\nquit\n");
    check(
        &program,
        &["replay", "x.mgr"],
        "",
        expect![[r#"
            1 move, all legal; the game is not over

              3  . . .
              2  . X .
              1  . . .
                 a b c
            black to move
            exit 0
        "#]],
    );
    check(
        &program,
        &["moves", "chess"],
        "",
        expect![[r#"
            error: unexpected argument 'chess' found

            Usage: moved moves [OPTIONS]

            For more information, try '--help'.
            exit 2
        "#]],
    );
}

#[test]
fn a_program_holds_the_rules_that_its_own_extend() {
    let program = build("build-kriegspiel", "kriegspiel");
    check_same(&program, "kriegspiel", &["perft", "2"], "");
    check_same(&program, "kriegspiel", &["moves", "--without", "short"], "");
}

/// The rules of a folder are inside, not those of the built-in game that has
/// the same name.
#[test]
fn rules_of_a_folder_are_inside() {
    let folder = scratch("build-own");
    let base = "dimensions (2,2)\npieces { stone 'X' 'O' }\n\n\
                main = try [ find empty field, replace by own stone ] else draw.\n";
    fs::write(folder.join("chess.mg"), base).expect("it is written");
    fs::write(folder.join("mine.mg"), "extends chess\ndimensions (3,2)\n").expect("it is written");
    let output = multigame(&folder, &["build", "mine.mg", "-o", "mine"], "");
    assert_eq!(printed(&output), "mine plays mine\n");
    fs::remove_file(folder.join("chess.mg")).expect("it was there");
    fs::remove_file(folder.join("mine.mg")).expect("it was there");
    let program = folder.join("mine");
    check(
        &program,
        &["perft", "2", "--json"],
        "",
        expect![[r#"
            {
              "game": "mine",
              "position": "3/3 w 1",
              "depth": 2,
              "count": 30
            }
            exit 0
        "#]],
    );
}

#[test]
fn help_does_not_ask_for_a_game() {
    let program = build("build-help", "connect4");
    check(
        &program,
        &["perft", "--help"],
        "",
        expect![[r#"
            Count move sequences of a given length

            Usage: moved perft [OPTIONS] <DEPTH>

            Arguments:
              <DEPTH>  How many moves deep

            Options:
              -p, --position <TEXT>      The position, in the text form of the game (FEN for chess); default:
                                         the start
              -a, --after <MOVES>        Moves to make first, separated by spaces or commas
                  --without <NAMES>      Rules, pieces, counters, ... to take out, as `without` does in a
                                         variant
                  --backend <WHICH>      Play by machine code or by the interpreter; default: native, where the
                                         game has code [possible values: native, interp]
              -d, --divide               Show the count for each first move
                  --made                 Make the last moves, too, instead of only counting them; the count is
                                         the same
                  --passes <LIST>        Passes that native code does without: `-NAME,-NAME` or `none` for no
                                         pass at all
                  --checkpoint <FOLDER>  A folder that keeps what was counted; the same command goes on from it
                  --json                 As JSON
              -h, --help                 Print help
            exit 0
        "#]],
    );
    check(
        &program,
        &[],
        "",
        expect![[r#"
            Connect four: discs fall down the columns; four in a row win

            Usage: moved <COMMAND>

            Commands:
              games             Print the rules of the game
              moves             List the legal moves of a position
              debug             Step through the rules of a turn, and say why something is no move
              draw              Draw a position, as text or as a picture
              perft             Count move sequences of a given length
              eval              Show what the evaluations of a game say about a position
              play              Play in the terminal, against the computer or another person
              solve             Prove who wins a position, and by which moves
              verify            Check a proof that `solve --proof` has written
              analyze           Show the best moves of a position and what they lead to
              combine           Look for a win by threats, and say why it wins
              match             Let two ways to play meet many times, and say which is stronger
              report            Let a game be played, and say what it is like: length, balance, lead, where
                                pieces go
              tune              Look for settings that play a game better, by matches, and write them to a file
              explain-settings  Say how a game is searched, and why
              ugi               Let another program play any game over the Universal Game Interface
              uci               Let chess software play chess and its kin over the Universal Chess Interface
              replay            Check a saved game and show where it ends; convert between formats
              dump              Show a stage of the pipeline as text
              bench             Measure how fast games are played and counted
              study             Measure algorithms, depths and threads over whole games, with charts
              completions       Print a script that completes commands in your shell
              help              Print this message or the help of the given subcommand(s)

            Options:
              -h, --help     Print help
              -V, --version  Print version

            `play` plays against the computer, `moves` lists the legal moves, and `perft 3`
            counts sequences of three moves. This program was built by Multigame, which can
            do more with rules: check them, lay them out, make variants of them.
            exit 2
        "#]],
    );
    check(
        &program,
        &["build", "chess", "-o", "x"],
        "",
        expect![[r#"
        error: unrecognized subcommand 'build'

        Usage: moved <COMMAND>

        For more information, try '--help'.
        exit 2
    "#]],
    );
    let output = run_program(&program, Path::new("."), &["completions", "bash"], "");
    let script = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(script.contains("_moved()") && !script.contains("multigame"), "{script}");
}

#[test]
fn a_file_is_replaced_only_if_one_says_so() {
    let folder = scratch("build-again");
    let file = folder.join("game");
    fs::write(&file, "precious").expect("it is written");
    check_in(
        &folder,
        &["build", "tictactoe", "-o", "game"],
        "",
        expect![[r#"
        error: `game` exists
         = hint: `--force` replaces it
        exit 2
    "#]],
    );
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "precious");
    check_in(
        &folder,
        &["build", "tictactoe", "-o", "game", "--force"],
        "",
        expect![[r#"
        game plays tictactoe
        exit 0
    "#]],
    );
    check(
        &file,
        &["perft", "2"],
        "",
        expect![[r#"
        72
        exit 0
    "#]],
    );
    check_in(
        &folder,
        &["build", "tictactoe", "-o", "no/such/folder"],
        "",
        expect![[r#"
        error: `no/such/folder` cannot be written: No such file or directory (os error 2)
        exit 2
    "#]],
    );
    check_in(
        &folder,
        &["build", "tictactoe", "-o", ".", "--force"],
        "",
        expect![[r#"
        error: `.` is not a file
         = hint: choose another name
        exit 2
    "#]],
    );
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "something was left behind");
}

#[test]
fn rules_with_mistakes_are_not_built() {
    let folder = scratch("build-wrong");
    fs::write(folder.join("wrong.mg"), "dimensions (3,3)\nmain = find own man.\n")
        .expect("it is written");
    check_in(
        &folder,
        &["build", "wrong.mg", "-o", "wrong"],
        "",
        expect![[r#"
        error[no-pieces]: the game has no pieces
         --> wrong.mg:1:1
          |
        1 | dimensions (3,3)
          | ^
          = hint: add `pieces { stone 'X' 'O' }`

        error[unknown-name]: no piece is called `man`
         --> wrong.mg:2:17
          |
        2 | main = find own man.
          |                 ^^^
          = hint: this game has no pieces

        2 errors; no program is built
        exit 2
    "#]],
    );
    // Nothing but play shows that a full board has no move and no outcome.
    let stuck = "dimensions (3,3)\npieces { mark 'X' 'O' }\n\
                 main = find empty field, replace by own mark.\n";
    fs::write(folder.join("stuck.mg"), stuck).expect("it is written");
    check_in(
        &folder,
        &["build", "stuck.mg", "-o", "wrong"],
        "",
        expect![[r#"
        error[stuck]: stuck.mg: in play, there is no move and no outcome
         = hint: end `main` with `else draw`, `else lose` or `else pass`; the position is `XXO/OXO/XXO b 5`
        exit 2
    "#]],
    );
    assert!(!folder.join("wrong").exists());
    check_in(
        &folder,
        &["build", "ches", "-o", "wrong"],
        "",
        expect![[r#"
        error: no game is called `ches`
         = hint: did you mean `chess`?
        exit 2
    "#]],
    );
    assert!(!folder.join("wrong").exists());
}

#[test]
fn damage_is_noticed() {
    let program = build("build-damage", "tictactoe");
    let whole = fs::read(&program).expect("it is there");
    for (from_the_end, why) in [
        (1, "their end is not as it was written"),
        (32, "their end is not as it was written"),
        (24, "they are in a form that it does not know"),
        (100, "the checksum is wrong"),
    ] {
        let mut bytes = whole.clone();
        let at = bytes.len() - from_the_end;
        bytes[at] ^= 1;
        write_program(&program, &bytes);
        let output = run_program(&program, &scratch("build-damaged"), &["moves"], "");
        let damaged = format!("error: the rules inside this program are damaged: {why}\n");
        let hint = " = hint: build or copy the program again\n";
        assert_eq!(printed(&output), damaged + hint);
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn a_program_searches_as_it_was_built_to() {
    let folder = scratch("build-search");
    let how = ["--algorithm", "mtdf", "--heuristics=-killers,-history", "--hash", "2M"];
    let more = ["--threads", "2", "--level", "2", "--evaluation", "position"];
    let args = [&["build", "othello", "-o", "program"], &how[..], &more].concat();
    let output = multigame(&folder, &args, "");
    assert!(output.status.success(), "{}", printed(&output));
    let program = folder.join("program");
    let run = |args: &[&str], input: &str| printed(&run_program(&program, &folder, args, input));
    let options = run(&["ugi"], "ugi\n");
    for text in [
        "Hash type spin default 2 ",
        "Threads type spin default 2 ",
        "Algorithm type combo default mtdf ",
        "Heuristics type string default -killers,-history\n",
        "Evaluation type combo default position ",
    ] {
        assert!(options.contains(text), "{text}: {options}");
    }
    let help = run(&["--help"], "");
    let habits =
        "--algorithm mtdf --threads 2 --heuristics -killers,-history --evaluation position";
    assert!(help.replace('\n', " ").contains(habits), "{help}");
    assert!(run(&["play", "--help"], "").contains("[default: 2]"));
    // What is said when it runs counts.
    let options = run(&["ugi", "--algorithm", "pvs", "--threads", "1"], "ugi\n");
    assert!(options.contains("Algorithm type combo default pvs "), "{options}");
    let found = run(&["analyze", "--depth", "2", "--algorithm", "minimax"], "");
    assert!(found.contains("20 nodes"), "{found}");
    // An evaluation that a study finds is found again when the program runs.
    let automatic = ["build", "othello", "-o", "program", "-f", "--evaluation", "automatic"];
    let output = multigame(&folder, &automatic, "");
    assert!(output.status.success(), "{}", printed(&output));
    let options = run(&["ugi"], "ugi\n");
    assert!(options.contains("Evaluation type combo default automatic "), "{options}");
    // What makes no sense is refused before anything is written.
    let senseless = ["build", "othello", "-o", "other", "--threads", "2", "--platform", "serial"];
    let output = multigame(&folder, &senseless, "");
    assert!(printed(&output).contains("one thread searches"), "{}", printed(&output));
    assert!(!folder.join("other").exists());
}
