//! Runs the compiler on small texts and compares what it says.

#[path = "../../../../syntax/tests/all/common/brief.rs"]
mod brief;

pub(crate) use brief::brief;

use expect_test::Expect;
use rules::{Compiled, Library, compile};
use std::path::{Path, PathBuf};
use syntax::{Diagnostic, Sources, Stage};

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
        .map(|diagnostic| brief(diagnostic, &compiled.sources))
        .collect();
    assert_eq!(compiled.rules.is_none(), compiled.diagnostics.iter().any(is_error));
    expected.assert_eq(&shown.concat());
    for found in &compiled.diagnostics {
        check_fix(found, files);
    }
}

/// A hint that names a change comes with it, and the change mends what the message is about.
fn check_fix(found: &Diagnostic, files: &[(&str, &str)]) {
    let hint = found.hint.as_deref().unwrap_or_default();
    let Some(fix) = &found.fix else {
        assert!(!hint.starts_with("did you mean"), "`{hint}` has no fix");
        return;
    };
    if fix.span.file.0 > 0 {
        return; // Which of the files that is depends on who extends whom.
    }
    let mut fixed = files[0].1.to_string();
    fixed.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.text);
    let mut files = files.to_vec();
    files[0].1 = &fixed;
    let same = |it: &&Diagnostic| {
        (it.code, &it.title, it.label.span) == (found.code, &found.title, found.label.span)
    };
    let left = compiled(&files).diagnostics;
    assert!(left.iter().find(same).is_none(), "{fix:?} leaves {left:#?} in\n{fixed}");
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

/// The folder of the project's games.
pub(crate) fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// The rules of one of the project's games.
#[allow(clippy::disallowed_methods, reason = "a test may read the games")]
pub(crate) fn game_text(name: &str) -> Option<String> {
    std::fs::read_to_string(games().join(name).join(format!("{name}.mg"))).ok()
}

/// Compiles a text that may extend the project's games.
pub(crate) fn compiled_beside_games(name: &str, text: &str) -> Compiled {
    let mut load = |base: &str| Some((format!("{base}.mg"), game_text(base)?));
    let mut library = Library { load: &mut load, known: Vec::new() };
    compile(name, &format!("{name}.mg"), text, &mut library)
}

/// Everything that is found in a rules text.
pub(crate) fn found(name: &str, text: &str) -> (Sources, Vec<Diagnostic>) {
    let compiled = compiled_beside_games(name, text);
    let mut diagnostics = compiled.diagnostics;
    if let Some(rules) = &compiled.rules {
        let findings = rules::findings(rules);
        assert!(findings.iter().all(|d| d.code.stage() == Stage::Findings));
        diagnostics.extend(findings);
    }
    (compiled.sources, diagnostics)
}

/// Everything that is found in a rules text, as it is shown.
pub(crate) fn rendered(name: &str, text: &str) -> String {
    let (sources, diagnostics) = found(name, text);
    diagnostics.iter().map(|d| brief(d, &sources)).collect()
}

/// A board for rules that are only interesting for what is found in them.
const BOARD: &str = "
dimensions (4,4)
pieces { man 'X' 'O' promotes to king   king 'K' 'k' }
start { kOO1/4/4/1XXK }
";

/// Compares what is found in rules of which the board is not interesting.
#[track_caller]
pub(crate) fn check_findings(rules: &str, expected: Expect) {
    expected.assert_eq(&rendered("case", &format!("{rules}\n{BOARD}")));
}

/// Nothing is found.
#[track_caller]
pub(crate) fn no_findings(rules: &str) {
    assert_eq!(rendered("case", &format!("{rules}\n{BOARD}")), "");
}
