//! What is said about mistakes: each text with all its messages, in brief.

mod habits;
mod rules;
mod sections;
mod words;

use crate::common::brief;
use expect_test::{Expect, expect};
use syntax::{Code, Sources, parse};

/// Checks all that is said about a text.
fn check(text: &str, expected: Expect) {
    let said = said_of(text);
    assert!(!said.is_empty(), "no message");
    expected.assert_eq(&said);
}

fn said_of(text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add("x.mg", text);
    let diagnostics = parse(file, text).diagnostics;
    diagnostics.iter().map(|diagnostic| brief(diagnostic, &sources)).collect()
}

#[test]
fn too_many() {
    let text = "@\n".repeat(200);
    let diagnostics = parse(syntax::FileId(0), &text).diagnostics;
    assert_eq!(diagnostics.len(), 101);
    assert_eq!(diagnostics[100].code, Code::TooManyErrors);
}

#[test]
fn the_tree_holds_what_was_understood() {
    let text = "dimension (3,3)\nx = finde own y, step\ny = points own z.\nmain = z.\n";
    let tree = syntax::dump_tree(&parse(syntax::FileId(0), text).file);
    expect![[r#"
        dimensions 3 3
        rule x
          sequence
            find own y
            step
        rule y
          points at own z
        rule main
          call z
    "#]]
    .assert_eq(&tree);
}
