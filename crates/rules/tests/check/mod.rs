//! Runs the compiler on small texts and compares what it says.

#![allow(dead_code, reason = "not every test file uses every function")]

use expect_test::Expect;
use rules::{Compiled, Library, compile};

/// Compiles the first of several files; the others can be extended.
pub(crate) fn compiled(files: &[(&str, &str)]) -> Compiled {
    let mut load = |name: &str| {
        let found = files.iter().find(|(known, _)| *known == name)?;
        Some((format!("{name}.mg"), found.1.to_string()))
    };
    let known = files.iter().map(|(name, _)| name.to_string()).collect();
    let (name, text) = files[0];
    compile(name, &format!("{name}.mg"), text, &mut Library { load: &mut load, known })
}

/// Compiles a game that extends nothing and compares the messages.
pub(crate) fn check(text: &str, expected: Expect) {
    check_files(&[("game", text)], expected);
}

/// Compiles the first of several files and compares the messages.
pub(crate) fn check_files(files: &[(&str, &str)], expected: Expect) {
    let compiled = compiled(files);
    let shown: Vec<String> = compiled
        .diagnostics
        .iter()
        .map(|diagnostic| syntax::render(diagnostic, &compiled.sources, false))
        .collect();
    assert_eq!(compiled.rules.is_none(), compiled.diagnostics.iter().any(is_error));
    expected.assert_eq(&shown.concat());
}

fn is_error(diagnostic: &syntax::Diagnostic) -> bool {
    diagnostic.severity == syntax::Severity::Error
}

/// Adds a rule to a good game.
pub(crate) fn check_rule(rule: &str, expected: Expect) {
    let text = format!(
        "dimensions (4,4)\npieces {{ man 'M' 'm'   fox 'F' -   wall '*' }}\n\
         counters {{ quiet 0 .. 9 }}\nmemory {{ spot }}\nzones {{ far row 4 row 1 }}\n\
         value men = count own man.\nmain = find own man, remove, win.\n{rule}\n"
    );
    check(&text, expected);
}
