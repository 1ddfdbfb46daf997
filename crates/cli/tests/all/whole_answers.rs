//! Answers as JSON have all their keys, whatever was found, and say what is missing.

#![allow(clippy::disallowed_methods, reason = "tests start programs")]

use crate::support::combining::answer;
use crate::support::{multigame, printed, scratch, start};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect()
}

#[test]
fn any_move_does_not_end_a_line() {
    let args = ["analyze", "gomoku9", "--after", "d5 a1 e5 a3 f5 a9", "--combinations", "--json"];
    let (_, analyzed) = answer("line-with-any", &args);
    assert_eq!(analyzed["lines"][0]["moves"], json!(["c5", null, "b5"]));
    assert_eq!(analyzed["combination"]["line"], json!(["c5", null, "b5"]));
}

#[test]
fn a_proof_has_the_same_keys_by_whatever_method() {
    let at = ["solve", "tictactoe", "--after", "b2 b1 c1 a3", "--json"];
    let (_, plain) = answer("solve-plain", &at);
    let (_, by_threats) = answer("solve-threats", &[&at[..], &["--combinations"]].concat());
    let mut expected = keys(&plain);
    expected.push("combination");
    assert_eq!(keys(&by_threats), expected);
    // What was looked for in vain is shown, too.
    let (_, in_vain) = answer("solve-in-vain", &["solve", "tictactoe", "--combinations", "--json"]);
    assert_eq!(keys(&in_vain), expected);
    assert_eq!(in_vain["combination"]["found"], false);
}

#[test]
fn a_comparison_of_nothing_says_why() {
    for args in [
        &["analyze", "tictactoe", "--depth", "2", "--compare"][..],
        &["solve", "tictactoe", "--compare"],
    ] {
        let text = printed(&multigame(&scratch("compare-nothing"), args, ""));
        assert!(text.contains("note: nothing is compared: this was "), "{args:?}: {text}");
    }
}

/// A command that still reads its rules from standard input has begun no work.
#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_while_rules_are_read_gives_json() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_multigame"));
    command.args(["perft", "-", "3", "--json"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = start(&mut command);
    let input = child.stdin.take();
    // A command that ends too soon has no such line any more, or is not there.
    let status = format!("/proc/{}/status", child.id());
    loop {
        let status = std::fs::read_to_string(&status).unwrap_or_default();
        let Some(caught) = status.lines().find_map(|line| line.strip_prefix("SigCgt:")) else {
            panic!("it ended before it listened to Ctrl-C: {:?}", child.try_wait());
        };
        assert!(!status.contains("State:\tZ"), "it ended before it listened to Ctrl-C");
        // The second bit of what it catches is Ctrl-C.
        if caught.ends_with(['2', '3', '6', '7', 'a', 'b', 'e', 'f']) {
            break;
        }
        std::thread::yield_now();
    }
    let interrupt = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("a command").success());
    let output = child.wait_with_output().expect("it ends");
    drop(input);
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((told, output.status.code()), (json!({ "reason": "stopped by Ctrl-C" }), Some(130)));
}
