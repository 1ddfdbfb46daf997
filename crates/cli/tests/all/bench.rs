//! `multigame bench` as people use it; figures differ from run to run, so these
//! tests look at what does not: lines, columns, messages and exit codes.

#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{check_in, multigame, printed, scratch, write_program};
use expect_test::{Expect, expect};
use std::fs;
use std::path::{Path, PathBuf};

const GAMES: &str = "games) echo 'games tictactoe';;";
const PLAYOUTS: &str = "playouts) echo 'playouts 1000 7600 1000000';;";
const PERFT: &str = "perft) echo 'perft 200448 2000000';;";

/// A folder with a script `refs` in it that answers as the references do.
fn folder(test: &str, answers: &[&str]) -> PathBuf {
    let folder = scratch(test);
    let script = format!(
        "#!/bin/sh\nwhile read word rest; do\ncase \"$word\" in\n{}\nesac\ndone\n",
        answers.join("\n")
    );
    let file = folder.join("refs");
    write_program(&file, script.as_bytes());
    folder
}

fn bench(folder: &Path, args: &[&str]) -> std::process::Output {
    let quick = ["bench", "--rounds", "2", "--time", "1", "--references", "./refs"];
    multigame(folder, &[&quick, args].concat(), "")
}

/// Runs a benchmark and compares what it prints.
fn check(folder: &Path, args: &[&str], expected: Expect) {
    expected.assert_eq(&shown(folder, args));
}

/// What a benchmark prints, with `9` for every number of the answer.
fn shown(folder: &Path, args: &[&str]) -> String {
    let output = bench(folder, args);
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut text: String = answer.lines().map(|line| shape(line) + "\n").collect();
    text += &String::from_utf8_lossy(&output.stderr);
    format!("{text}exit {}\n", output.status.code().unwrap_or(-1))
}

/// A line with one `9` for each number and one space between columns.
fn shape(line: &str) -> String {
    let word = |word: &'_ str| {
        let first = word.trim_start_matches(['±', '(']).chars().next();
        match word {
            "µs" | "ms" | "s" => "seconds",
            _ if !first.is_some_and(|c| c.is_ascii_digit()) => word,
            _ if word.starts_with('±') => "±9%",
            _ if word.starts_with('(') => "(9..9)",
            _ => "9",
        }
        .to_string()
    };
    line.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_table_has_a_line_for_each_task() {
    let folder = folder("bench-table", &[GAMES, PLAYOUTS, PERFT]);
    check(
        &folder,
        &["tictactoe"],
        expect![[r#"
            a second interpreter native reference native/reference
            tictactoe playouts 9 ±9% 9 ±9% 9 ±9% 9 (9..9)
            tictactoe made 9 9 ±9% 9 ±9% 9 ±9% 9 (9..9)
            tictactoe counted 9 9 ±9% 9 ±9% 9 ±9% 9 (9..9)
            tictactoe first count 9 seconds ±9% 9 seconds ±9% -
            tictactoe first game - 9 seconds ±9% -
            tictactoe position - 9 bytes -
            exit 0
        "#]],
    );
    check(
        &folder,
        &["clobber", "tictactoe", "--what", "playouts"],
        expect![[r#"
            a second interpreter native reference native/reference
            clobber playouts 9 ±9% 9 ±9% - -
            clobber first count 9 seconds ±9% 9 seconds ±9% -
            clobber first game - 9 seconds ±9% -
            clobber position - 9 bytes -
            tictactoe playouts 9 ±9% 9 ±9% 9 ±9% 9 (9..9)
            tictactoe first count 9 seconds ±9% 9 seconds ±9% -
            tictactoe first game - 9 seconds ±9% -
            tictactoe position - 9 bytes -
            exit 0
        "#]],
    );
    check(
        &folder,
        &["tictactoe", "--no-interp", "--what", "made,counted"],
        expect![[r#"
            a second native reference native/reference
            tictactoe made 9 9 ±9% 9 ±9% 9 (9..9)
            tictactoe counted 9 9 ±9% 9 ±9% 9 (9..9)
            tictactoe first count 9 seconds ±9% -
            tictactoe first game 9 seconds ±9% -
            tictactoe position 9 bytes -
            exit 0
        "#]],
    );
}

#[test]
fn programs_get_json() {
    let folder = folder("bench-json", &[GAMES, PLAYOUTS, PERFT]);
    let output =
        bench(&folder, &["tictactoe", "--json", "--seed", "7", "--passes", "-split_sides"]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!((&answer["rounds"], &answer["seed"]), (&2.into(), &7.into()));
    assert_eq!(answer["passes_off"], serde_json::json!(["split_sides"]));
    let game = &answer["games"][0];
    assert_eq!(game["game"], "tictactoe");
    assert!(game["first_count_seconds"]["interpreter"]["median"].as_f64() > Some(0.0));
    let [playouts, made, counted] = &game["measurements"].as_array().expect("a list")[..] else {
        panic!("{game}")
    };
    let whats = [playouts, made, counted].map(|entry| entry["what"].as_str().unwrap_or_default());
    assert_eq!(whats, ["playouts", "made", "counted"]);
    assert_eq!(playouts["per_second"]["reference"]["median"], 1e6);
    assert_eq!(playouts["turns_per_game"]["reference"], 8.0);
    assert_eq!(made["per_second"]["reference"]["max"], 1.0022e8);
    assert_eq!(made["counts"]["reference"], 200_448);
    assert_eq!((&made["depth"], &made["position"]), (&8.into(), &"initial".into()));
    assert_eq!(made["counts"]["native"], 200_448);
    assert!(game["position_bytes"]["native"].as_u64() > Some(0));
    for program in ["interpreter", "native"] {
        let ratio = &made["ratios"][format!("{program}/reference")]["median"];
        let ratio = ratio.as_f64().expect("a ratio");
        let ours = made["per_second"][program]["median"].as_f64().expect("a rate");
        assert!((ratio - ours / 100_224_000.0).abs() < ratio * 0.01, "{ratio} {ours}");
    }
    assert!(made["ratios"]["native/interpreter"]["median"].as_f64() > Some(0.0));
}

#[test]
fn a_chart_is_drawn() {
    let folder = folder("bench-chart", &[GAMES, PLAYOUTS, PERFT]);
    let args = ["tictactoe", "--what", "playouts", "--svg", "speed.svg"];
    assert!(bench(&folder, &args).status.success());
    let drawn = fs::read_to_string(folder.join("speed.svg")).expect("it is there");
    for text in [">tictactoe<", ">Random games a second<", ">interpreter<", ">1.00M<"] {
        assert!(drawn.contains(text), "{text} is not in\n{drawn}");
    }
    // That nothing can be written there is found out before anything is measured.
    check(
        &folder,
        &["tictactoe", "--svg", "missing/speed.svg"],
        expect![[r#"
            error: `missing/speed.svg` cannot be written: No such file or directory (os error 2)
            exit 2
        "#]],
    );
    check(
        &folder,
        &args,
        expect![[r#"
        error: `speed.svg` exists
         = hint: `--force` replaces it
        exit 2
    "#]],
    );
    assert!(bench(&folder, &[&args[..], &["--force"]].concat()).status.success());
}

#[test]
fn references_that_fail_leave_a_column_empty() {
    let [all, without] = ["9 ±9% 9 ±9% 9 ±9% 9 (9..9)", "9 ±9% 9 ±9% - -"];
    let given_up = "the references cannot be used any more: they";
    let answered =
        |it| format!("playouts: reference: {given_up} answered `{it}` to `playouts tictactoe 1 1`");
    let ended = format!("made 8: reference: {given_up} ended");
    for (test, answers, playouts, why) in [
        ("dies", [PLAYOUTS, "perft) exit 3;;"], all, ended),
        (
            "refuses",
            [PLAYOUTS, "perft) echo 'error deep';;"],
            all,
            "made 8: reference: deep".into(),
        ),
        ("babbles", ["playouts) echo 'playouts x';;", PERFT], without, answered("playouts x")),
        (
            "timeless",
            ["playouts) echo 'playouts 5 5 0';;", PERFT],
            without,
            answered("playouts 5 5 0"),
        ),
    ] {
        let folder = folder(&format!("bench-{test}"), &[GAMES, answers[0], answers[1]]);
        let expected = format!(
            "a second interpreter native reference native/reference\n\
             tictactoe playouts {playouts}\n\
             tictactoe made 9 {without}\n\
             tictactoe first count 9 seconds ±9% 9 seconds ±9% -\n\
             tictactoe first game - 9 seconds ±9% -\n\
             tictactoe position - 9 bytes -\n\
             tictactoe: {why}\nexit 0\n"
        );
        let args = ["tictactoe", "--what", "playouts,made"];
        assert_eq!(shown(&folder, &args), expected, "{test}");
    }
}

/// Rules that no program can play, because a turn has too many results.
#[test]
fn rules_that_cannot_be_played_are_not_blamed_on_options() {
    let folder = folder("bench-unplayable", &["games) echo 'games chess';;"]);
    let mut rules = "dimensions (5,5) pieces { man 'X' 'O' } main = try r0 else draw.".to_string();
    (0..24).for_each(|i| rules += &format!(" r{i} = either r{n} or r{n}.", n = i + 1));
    rules += " r24 = find empty field, replace by own man.";
    fs::write(folder.join("double.mg"), rules).expect("it is written");
    let output =
        multigame(&folder, &["bench", "double.mg", "--what", "counted", "--rounds", "1"], "");
    let text = printed(&output);
    assert!(text.contains("native: a turn has more results at a time than can be kept"), "{text}");
    assert!(text.contains("nothing could be measured\n = hint: `multigame check`"), "{text}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_cannot_be_measured_is_an_error() {
    let folder = folder("bench-nothing", &["games) echo 'games chess';;"]);
    let rules = "dimensions (17,17) pieces { stone 'X' 'O' }
        main = try [ find empty field, replace by own stone ] else draw.";
    fs::write(folder.join("wide.mg"), rules).expect("it is written");
    check(
        &folder,
        &["wide.mg", "--no-interp"],
        expect![[r#"
        a second native reference native/reference
        wide playouts - - -
        wide made 9 - - -
        wide counted 9 - - -
        error: nothing could be measured
         = hint: leave `--no-interp` out, or build what it should be compared with
        exit 2
    "#]],
    );
    check(
        &folder,
        &["tictacto"],
        expect![[r#"
        error: no game is called `tictacto`
         = hint: did you mean `tictactoe`?
        exit 2
    "#]],
    );
    let wrong = |args: &[&str], expected: Expect| {
        check_in(&folder, &[&["bench", "tictactoe"], args].concat(), "", expected);
    };
    wrong(
        &["--references", "nowhere"],
        expect![[r#"
        error: `nowhere` cannot be compared with: there is no such program
        exit 2
    "#]],
    );
    wrong(
        &["--references", "/bin/true"],
        expect![[r#"
        error: `/bin/true` cannot be compared with: it does not say which games it has
        exit 2
    "#]],
    );
    wrong(
        &["--passes", "split_sides"],
        expect![[r#"
        error: `split_sides` in --passes has no minus before it
         = hint: `--passes -split_sides` turns a pass off; all others are on
        exit 2
    "#]],
    );
    wrong(
        &["--passes", "-split_side"],
        expect![[r#"
        error: no pass is called `split_side`
         = hint: did you mean `-split_sides`?
        exit 2
    "#]],
    );
    wrong(
        &["--rounds", "0"],
        expect![[r#"
            error: invalid value '0' for '--rounds <N>': a whole number from 1 to 1000 is needed

            For more information, try '--help'.
            exit 2
        "#]],
    );
    wrong(
        &["--what", "search,made"],
        expect![[r#"
        error: searches are measured alone: their games are fixed, and there is no chart
         = hint: `multigame bench --what search`, and the rest in another run
        exit 2
    "#]],
    );
    wrong(
        &["chess", "--what", "search"],
        expect![[r#"
        error: searches are measured alone: their games are fixed, and there is no chart
         = hint: `multigame bench --what search`, and the rest in another run
        exit 2
    "#]],
    );
    wrong(
        &["--what", "moves"],
        expect![[r#"
            error: invalid value 'moves' for '--what <LIST>'
              [possible values: playouts, made, counted, search, infoset]

            For more information, try '--help'.
            exit 2
        "#]],
    );
}
