//! The debugger in the terminal: sessions over a pipe, and answers without one.

use crate::support::{check, multigame, printed, scratch};
use expect_test::expect;

/// A pawn is captured in passing, from where its rule begins.
#[test]
fn en_passant_is_stepped_through() {
    let after = "e2e4 a7a6 e4e5 d7d5";
    let args = ["debug", "chess", "--after", after, "--move", "e5d6", "--break", "en_passant"];
    let typed = "step\nover\nover\nback\nout\nmoves\nquit\n";
    let output = multigame(&scratch("debug"), &args, typed);
    let text = printed(&output);
    let happened = |line: &&str| line.starts_with("step ") || line.contains("debug> ");
    assert_eq!(output.status.code(), Some(0), "{text}");
    let lines: Vec<&str> = text.lines().filter(happened).collect();
    assert!(lines.iter().any(|line| line.contains("`en_passant`")), "{text}");
    assert!(text.contains("find own pawn"), "{text}");
    assert!(text.contains("the move e5d6"), "{text}");
}

#[test]
fn words_and_rules_are_guessed() {
    let typed = "hlep\nxyzzy\nbreak three_in_row\ngoto 0\nwhy\n";
    let output = multigame(&scratch("debug-words"), &["debug", "tictactoe"], typed);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    expect![[r#"
        error: `hlep` is no command
         = hint: did you mean `help`?
        error: `xyzzy` is no command
         = hint: `help` lists the commands
        error: no rule is called `three_in_row`
         = hint: did you mean `three_in_a_row`?
        error: the steps are 1 to 329
        error: why which move?
         = hint: `why e2e5`, for example
    "#]]
    .assert_eq(&errors);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_cannot_be_debugged_is_refused() {
    check(
        &["debug", "chess", "--break", "castel"],
        expect![[r#"
        error: no rule is called `castel`
         = hint: did you mean `castle`?
        exit 2
    "#]],
    );
    let over = "b2 a1 b1 a2 b3";
    check(
        &["debug", "tictactoe", "--after", over],
        expect![[r#"
        error: the game is over: white wins
         = hint: take the last move of --after away to see what led to it
        exit 2
    "#]],
    );
    check(
        &["debug", "tictactoe", "--after", over, "--why", "c3"],
        expect![[r#"
        error: the game is over: white wins
        exit 2
    "#]],
    );
}

#[test]
fn what_is_too_long_can_be_narrowed() {
    let args = ["debug", "chess", "--most", "50"];
    let output = multigame(&scratch("debug-cut"), &args, "");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    expect![[r#"
        note: 50 steps are not all; narrow it down by `move MOVE` or `move FIELD`, or by --rule
    "#]]
    .assert_eq(&errors);
}

#[test]
fn programs_get_all_steps() {
    let args = ["debug", "tictactoe", "--after", "b2 a1 a2 c1", "--move", "c2", "--json"];
    let output = multigame(&scratch("debug-json"), &args, "");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let steps = answer["steps"].as_array().expect("steps");
    assert_eq!((&answer["complete"], &answer["questions"]), (&true.into(), &true.into()));
    assert_eq!(steps[0]["step"], 1);
    let last = steps.last().expect("a step");
    assert_eq!(
        (&last["words"], &last["fate"]),
        (&"the move c2: white wins".into(), &"result".into())
    );
    let board = last["board"].as_u64().expect("a number") as usize;
    assert_eq!(answer["boards"][board]["position"], "3/XXX/O1O w 1");
    let why = ["debug", "chess", "--why", "e2e5", "--json"];
    let output = multigame(&scratch("debug-json"), &why, "");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&answer["legal"], &answer["because"][0]["rule"]),
        (&false.into(), &"double_push".into())
    );
}
