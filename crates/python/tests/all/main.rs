//! Packs the wheel from what cargo has built, installs it into a fresh environment, and runs the
//! tests that are written in Python.
//!
//! Where `bash .ci/install` has made no environment with Python's packages the tests have nothing
//! to do, unless `CI` is `true` or `MULTIGAME_PYTHON_TESTS` is `required`: then that is a failure.

#![allow(clippy::disallowed_methods, reason = "tests look for programs")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The environment with the packages that adapters and tests need.
fn environment(workspace: &Path) -> Option<PathBuf> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let is_required = variable("CI") == "true" || variable("MULTIGAME_PYTHON_TESTS") == "required";
    let environment = workspace.join("target/python");
    let is_there = environment.join("complete").exists();
    assert!(is_there || !is_required, "Python's packages are not installed: `bash .ci/install`");
    is_there.then_some(environment)
}

fn run(command: &mut Command) -> String {
    let done = command.output().expect("a program that starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(done.status.success(), "{command:?}\n{}\n{}", text(&done.stdout), text(&done.stderr));
    text(&done.stdout)
}

#[test]
fn the_wheel_works_in_a_fresh_environment() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = here.join("../..").canonicalize().expect("the workspace");
    let Some(packages) = environment(&workspace) else { return };
    let program = std::env::current_exe().expect("this program");
    let built = program.ancestors().nth(2).expect("the folder of what was built");
    assert!(
        built.join("multigame").exists(),
        "the command is not built: `cargo build -p multigame-cli`"
    );
    let fresh = built.join("fresh_python");
    if fresh.exists() {
        std::fs::remove_dir_all(&fresh).expect("an old environment goes away");
    }
    let python = packages.join("bin/python");
    let wheel = run(Command::new(&python).arg(here.join("pack.py")).args([built, &fresh]));
    run(Command::new(&python).args(["-m", "venv"]).arg(&fresh));
    let fresh_python = fresh.join("bin/python");
    let pip = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps"];
    run(Command::new(&fresh_python).args(pip).arg(wheel.trim()));
    // What the wheel depends on is not fetched again.
    let site = "import sysconfig; print(sysconfig.get_paths()['purelib'])";
    let [theirs, ours] =
        [&python, &fresh_python].map(|python| run(Command::new(python).args(["-c", site])));
    std::fs::write(Path::new(ours.trim()).join("packages.pth"), theirs).expect("a file");
    let tests = run(Command::new(&fresh_python)
        .args(["-m", "pytest"])
        .current_dir(here)
        .env("PYTHONDONTWRITEBYTECODE", "1"));
    assert!(tests.contains(" passed"), "{tests}");
}
