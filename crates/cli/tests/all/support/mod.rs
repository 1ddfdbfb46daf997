//! What tests of the command share: running it, and a folder of one's own.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

pub(crate) mod combining;
pub(crate) mod launchers;

use expect_test::Expect;
use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{PoisonError, RwLock};

/// Runs the command in a folder, with this typed into it.
pub(crate) fn multigame(folder: &Path, args: &[&str], input: &str) -> Output {
    run_program(Path::new(env!("CARGO_BIN_EXE_multigame")), folder, args, input)
}

/// The same with another program.
pub(crate) fn run_program(program: &Path, folder: &Path, args: &[&str], input: &str) -> Output {
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).env("NO_COLOR", "1");
    // Several threads visit other positions in every run.
    command.env("MULTIGAME_THREADS", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = start(&mut command);
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that does not read its input may close it early.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// A program cannot be started while somebody has it open to write it, and what another
/// test starts at that moment inherits the open file. So while a program is written,
/// nothing is started.
static PROGRAMS: RwLock<()> = RwLock::new(());

/// Starts a program.
pub(crate) fn start(command: &mut Command) -> Child {
    let _starting = PROGRAMS.read().unwrap_or_else(PoisonError::into_inner);
    command.spawn().expect("the command starts")
}

/// Writes a program.
pub(crate) fn write_program(file: &Path, bytes: &[u8]) {
    let _writing = PROGRAMS.write().unwrap_or_else(PoisonError::into_inner);
    std::fs::write(file, bytes).expect("it is written");
    std::fs::set_permissions(file, Permissions::from_mode(0o755)).expect("it is ours");
}

/// A folder that is new for each test.
pub(crate) fn scratch(test: &str) -> PathBuf {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed).to_string();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(number).join(test);
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

/// What a command printed, errors after answers.
pub(crate) fn printed(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}
