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
    check(&["perft", "tictactoe", "3"], expect![[""]]);
    check(&["perft", "tictactoe", "2", "--divide", "--after", "b2"], expect![[""]]);
    check(&["perft", "chess", "2", "--json"], expect![[""]]);
    check(&["perft", "tictactoe", "0"], expect![[""]]);
}

#[test]
fn lists_moves_and_their_conditions() {
    check(&["moves", "connect4", "--after", "d1,d2"], expect![[""]]);
    let position = "4k3/8/8/8/8/8/4p3/R3K3 b - - 0 1";
    check(&["moves", "chess", "-p", position, "--why"], expect![[""]]);
    check(&["moves", "tictactoe", "-p", "XXX/OO1/3 b 1"], expect![[""]]);
}

#[test]
fn evaluates() {
    check(&["eval", "amazons"], expect![[""]]);
    check(&["eval", "fifteen"], expect![[""]]);
    check(&["eval", "fifteen", "--name", "manhatan"], expect![[""]]);
    check(&["eval", "tictactoe"], expect![[""]]);
}

#[test]
fn games_that_do_not_exist() {
    check(&["perft", "ches", "1"], expect![[""]]);
    check(&["check", "nowhere.mg"], expect![[""]]);
    check(&["check", "."], expect![[""]]);
    check(&["perft", "chess", "-1"], expect![[""]]);
    check(&["perft", "chess"], expect![[""]]);
    check(&["dance"], expect![[""]]);
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
        assert_eq!(output.status.code(), Some(if case.is_empty() { 0 } else { 2 }), "{case}");
        shown += &String::from_utf8_lossy(&output.stderr);
    }
    expect![[""]].assert_eq(&shown);
}

#[test]
fn moves_that_cannot_be() {
    for (after, expected) in [
        ("e2e5", expect![[""]]),
        ("e7e5", expect![[""]]),
        ("e4e5", expect![[""]]),
        ("e2e4 e7e5 x9", expect![[""]]),
        ("f2f3 e7e5 g2g4 d8h4 a2a3", expect![[""]]),
    ] {
        check(&["moves", "chess", "--after", after], expected);
    }
}

#[test]
fn plays_saves_and_loads() {
    let folder = scratch("play");
    let two = ["play", "tictactoe", "--second", "human"];
    let input = "b2\nb2\nundo\nb2\na1\nwhy c1\nsave game.mgr\nsave game.mgr\nposition\nquit\n";
    check_in(&folder, &two, input, expect![[""]]);
    check_in(&folder, &["replay", "game.mgr"], "", expect![[""]]);
    let load = ["play", "tictactoe", "--load", "game.mgr", "--second", "human"];
    check_in(&folder, &load, "c1\na3\na2\nc3\n", expect![[""]]);
    let random = ["play", "tictactoe", "--first", "random", "--seed", "5"];
    check_in(&folder, &random, "", expect![[""]]);
}

#[test]
fn reads_and_writes_pgn() {
    let folder = scratch("pgn");
    let two = ["play", "chess", "--second", "human"];
    let moves = "e2e4\ne7e5\ng1f3\nb8c6\nf1c4\ng8f6\ne1g1\nf8c5\nsave game.pgn\n";
    assert!(multigame(&folder, &two, moves).status.success());
    let pgn = std::fs::read_to_string(folder.join("game.pgn")).expect("it was saved");
    expect![[""]].assert_eq(&pgn);
    let args = ["replay", "game.pgn", "--game", "chess", "--to", "record"];
    check_in(&folder, &args, "", expect![[""]]);
    check_in(&folder, &["replay", "game.pgn"], "", expect![[""]]);
}

#[test]
fn formats_in_place_and_says_what_is_not_canonical() {
    let folder = scratch("fmt");
    let file = folder.join("small.mg");
    let rules = "dimensions(3,3)pieces{mark 'X' 'O'}\nmain=try[find empty field,replace by own mark]else draw.";
    std::fs::write(&file, rules).expect("it is written");
    check_in(&folder, &["fmt", "--check", "small.mg"], "", expect![[""]]);
    check_in(&folder, &["fmt", "small.mg"], "", expect![[""]]);
    check_in(&folder, &["fmt", "--check", "small.mg"], "", expect![[""]]);
    expect![[""]].assert_eq(&std::fs::read_to_string(&file).expect("it is there"));
    check_in(&folder, &["fmt", "-"], "main = find", expect![[""]]);
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
    check_in(&folder, &["check", "bad.mg"], "", expect![[""]]);
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
