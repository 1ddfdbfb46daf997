//! How messages are drawn: wide characters, tabs, long lines, other files, the
//! end of the file, colors.

use expect_test::{Expect, expect};
use syntax::{Code, Diagnostic, FileId, Sources, Span, render};

fn at(start: usize, end: usize) -> Diagnostic {
    Diagnostic::error(Code::Unexpected, Span::new(FileId(0), start, end), "something is wrong")
}

fn check(text: &str, diagnostic: &Diagnostic, expected: Expect) {
    let mut sources = Sources::default();
    sources.add("games/x.mg", text);
    sources.add("base.mg", "first line\nsecond line\n");
    expected.assert_eq(&render(diagnostic, &sources, false));
}

#[test]
fn labels_and_hints() {
    let other = Span::new(FileId(1), 11, 17);
    let same_line = Span::new(FileId(0), 0, 4);
    let far = Span::new(FileId(0), 32, 36);
    let diagnostic = at(7, 11)
        .label("here")
        .other(far, "and here")
        .other(other, "declared here")
        .other(same_line, "in this rule")
        .hint("did you mean something else?");
    check(
        "main = find own pawn,\n\n\n       step, step.\n",
        &diagnostic,
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:8
          |
        1 | main = find own pawn,
          |        ^^^^ here
          | ---- in this rule
        ...
        4 |        step, step.
          |         ---- and here
         ::: base.mg:2:1
          |
        2 | second line
          | ------ declared here
          = hint: did you mean something else?
    "#]],
    );
    let warning =
        Diagnostic::warning(Code::Unused, Span::new(FileId(1), 0, 5), "nobody needs this");
    check(
        "",
        &warning,
        expect![[r#"
        warning[unused]: nobody needs this
         --> base.mg:1:1
          |
        1 | first line
          | ^^^^^
    "#]],
    );
}

#[test]
fn strange_characters() {
    check(
        "\tab = \tcd",
        &at(7, 9),
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:8
          |
        1 |     ab =     cd
          |              ^^
    "#]],
    );
    check(
        "'棋棋' = x",
        &at(11, 12),
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:8
          |
        1 | '棋棋' = x
          |          ^
    "#]],
    );
    check(
        "e\u{301}e\u{301} x\u{7}y",
        &at(7, 10),
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:6
          |
        1 | éé x�y
          |    ^^^
    "#]],
    );
    check(
        "x = y\r\nz = w\r\n",
        &at(4, 12),
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:5
          |
        1 | x = y
          |     ^
    "#]],
    );
}

#[test]
fn ends() {
    check(
        "",
        &at(0, 0),
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:1
          |
        1 |
          | ^
    "#]],
    );
    check(
        "main = x\n\n",
        &at(10, 10),
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:9
          |
        1 | main = x
          |         ^
    "#]],
    );
    check(
        "main = x",
        &at(8, 8),
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:9
          |
        1 | main = x
          |         ^
    "#]],
    );
    check(
        "main = x",
        &at(900, 1000),
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:9
          |
        1 | main = x
          |         ^
    "#]],
    );
    let lost = Diagnostic::error(Code::Unexpected, Span::new(FileId(9), 1, 2), "no such file");
    check(
        "main = x",
        &lost,
        expect![[r#"
        error[unexpected]: no such file
    "#]],
    );
}

#[test]
fn long_lines_are_cropped() {
    let text = format!("x = {}.", vec!["step"; 60].join(", "));
    check(
        &text,
        &at(0, 1),
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:1
          |
        1 | x = step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, …
          | ^
    "#]],
    );
    check(
        &text,
        &at(160, 164),
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:161
          |
        1 | …step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step…
          |                                ^^^^
    "#]],
    );
    check(
        &text,
        &at(0, text.len()),
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:1
          |
        1 | x = step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, …
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#]],
    );
    check(
        &text,
        &at(text.len() - 1, text.len()),
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:363
          |
        1 | …tep, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step.
          |                                                                                                     ^
    "#]],
    );
}

#[test]
fn labels_on_one_long_line() {
    let text = format!("x = {}.", vec!["step"; 60].join(", "));
    let near = Span::new(FileId(0), 40, 44);
    let far = Span::new(FileId(0), 340, 344);
    let diagnostic = at(16, 20).other(near, "near").other(far, "far");
    check(
        &text,
        &diagnostic,
        expect![[r#"
        error[unexpected]: something is wrong
         --> games/x.mg:1:17
          |
        1 | x = step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, …
          |                 ^^^^
          |                                         ---- near
        1 | …tep, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step.
          |                                                                               ---- far
    "#]],
    );
}

/// Lines of a megabyte with strange characters: the place is shown, the window
/// is never wider than it may be, and all of it takes no time.
#[test]
fn very_long_lines() {
    for part in ["x", "\t", "棋", "e\u{301}", "\u{301}", "\u{7}", "ab é 棋\t"] {
        let text = part.repeat((1 << 20) / part.len());
        let mut sources = Sources::default();
        sources.add("x.mg", &*text);
        for (at_byte, _) in text.char_indices().step_by(text.chars().count() / 500) {
            let end = text.len().min(at_byte + 90_000);
            let drawn = render(&at(at_byte, end), &sources, false);
            let carets = drawn.lines().last().unwrap_or("");
            assert!(carets.ends_with('^') && carets.chars().count() < 110, "{part:?}\n{drawn}");
            assert!(drawn.chars().count() < 700, "{part:?} at {at_byte}");
        }
    }
}

#[test]
fn colors() {
    let mut sources = Sources::default();
    sources.add("x.mg", "main = x");
    let drawn = render(&at(7, 8).hint("look"), &sources, true);
    expect![[r#"
        ESC[1;31merror[unexpected]ESC[0mESC[1m: something is wrongESC[0m
        ESC[1;34m -->ESC[0m x.mg:1:8
        ESC[1;34m  |ESC[0m
        ESC[1;34m1 |ESC[0m main = x
        ESC[1;34m  |ESC[0m        ESC[1;31m^ESC[0m
        ESC[1;34m  =ESC[0m ESC[1mhint:ESC[0m look
    "#]]
    .assert_eq(&drawn.replace('\x1b', "ESC"));
}
