//! What tests of the command share: running it, and a folder of one's own.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]
#![allow(dead_code, reason = "no test file uses all of it")]

use expect_test::Expect;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs the command in a folder, with this typed into it.
pub(crate) fn multigame(folder: &Path, args: &[&str], input: &str) -> Output {
    run_program(Path::new(env!("CARGO_BIN_EXE_multigame")), folder, args, input)
}

/// The same with another program.
pub(crate) fn run_program(program: &Path, folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(program)
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
pub(crate) fn scratch(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    folder
}

/// Runs a command and compares standard output, standard error and exit code.
pub(crate) fn check(args: &[&str], expected: Expect) {
    check_in(&scratch(&args.join("_").replace(['/', ' '], "-")), args, "", expected);
}

/// The same in a folder, with this typed into the command.
pub(crate) fn check_in(folder: &Path, args: &[&str], input: &str, expected: Expect) {
    let output = multigame(folder, args, input);
    let code = output.status.code().unwrap_or(-1);
    expected.assert_eq(&format!("{}exit {code}\n", printed(&output)));
}

/// What a command printed, errors behind answers.
pub(crate) fn printed(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}
