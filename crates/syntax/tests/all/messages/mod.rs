//! What is said about mistakes: each text with all its messages, in brief.

mod habits;
mod rules;
mod sections;
mod trial;
mod words;

use crate::common::brief;
use expect_test::{Expect, expect};
use syntax::{Code, Diagnostic, FileId, Sources, parse};

/// Checks all that is said about a text.
fn check(text: &str, expected: Expect) {
    let said = said_of(text);
    assert!(!said.is_empty(), "no message");
    expected.assert_eq(&said);
    check_fixes(text);
}

/// A hint that names a change comes with it, and the change mends what the message is about.
fn check_fixes(text: &str) {
    let diagnostics = parse(FileId(0), text).diagnostics;
    for found in &diagnostics {
        let hint = found.hint.as_deref().unwrap_or_default();
        let names_one = ["did you mean", "take it out", "take the comma", "put a `.`", "put `"];
        let names_one = names_one.iter().any(|beginning| hint.starts_with(beginning));
        let Some(fix) = &found.fix else {
            assert!(!names_one, "`{hint}` has no fix in\n{text}");
            continue;
        };
        let mut fixed = text.to_string();
        fixed.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.text);
        let left = parse(FileId(0), &fixed).diagnostics;
        let same = |it: &&Diagnostic| {
            (it.code, &it.title, it.label.span.start)
                == (found.code, &found.title, found.label.span.start)
        };
        assert!(left.iter().find(same).is_none(), "{fix:?} leaves {left:#?} in\n{fixed}");
    }
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
    let diagnostics = parse(FileId(0), &text).diagnostics;
    assert_eq!(diagnostics.len(), 101);
    assert_eq!(diagnostics[100].code, Code::TooManyErrors);
}

#[test]
fn the_tree_holds_what_was_understood() {
    let text = "dimension (3,3)\nx = finde own y, step\ny = points own z.\nmain = z.\n";
    let tree = syntax::dump_tree(&parse(FileId(0), text).file);
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

#[test]
fn what_comes_later() {
    let later = expect![[r#"
        error[no-chance]: `dice` is about chance, which the language does not have yet
          1:1 `dice`
          hint: dice and cards come later; until then players choose everything that happens
    "#]];
    check("dice 6\nmain = win.\n", later);
    let in_a_rule = expect![[r#"
        error[no-chance]: `roll` is about chance, which the language does not have yet
          1:8 `roll`
          hint: dice and cards come later; until then players choose everything that happens
    "#]];
    check("main = roll 6, win.\n", in_a_rule);
    let third = expect![[r#"
        error[too-many-players]: a third player
          1:21 `green`
          hint: games for more than two players come later; name one or two
    "#]];
    check("players white black green red\nmain = win.\n", third);
    let symbols = expect![[r#"
        error[too-many-players]: the symbol of a third player
          1:22 `'Z'`
          hint: games for more than two players come later; a piece has one or two symbols
    "#]];
    check("pieces { man 'X' 'O' 'Z' king 'K' 'Q' 'R' 'S' }\nmain = win.\n", symbols);
}
