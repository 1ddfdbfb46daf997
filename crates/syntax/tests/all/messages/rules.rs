//! Rules that do not end, statements with parts missing, and values that are none.

use super::check;
use expect_test::expect;

#[test]
fn a_rule_without_its_period() {
    check(
        "main = try move else draw\n\nmove = find own pawn, step.\n",
        expect![[r#"
        error[missing-period]: the rule `main` does not end with `.`
         --> x.mg:1:26
          |
        1 | main = try move else draw
          |                          ^
        ...
        3 | move = find own pawn, step.
          | ---- something else begins here
          = hint: put a `.` here
    "#]],
    );
    check(
        "main = step",
        expect![[r#"
        error[missing-period]: the rule `main` does not end with `.`
         --> x.mg:1:12
          |
        1 | main = step
          |            ^
          = hint: put a `.` here
    "#]],
    );
    check(
        "a = step,\nb = find own pawn.\n",
        expect![[r#"
            error[missing-period]: this rule does not end with `.`
             --> x.mg:1:9
              |
            1 | a = step,
              |         ^
            2 | b = find own pawn.
              | - another rule begins here
              = hint: put a `.` in place of the comma
        "#]],
    );
    check(
        "value a = b +\nmain = step.\n",
        expect![[r#"
            error[unexpected]: expected a value, found `main`
             --> x.mg:1:14
              |
            1 | value a = b +
              |              ^
        "#]],
    );
    check(
        "a = step..\n",
        expect![[r#"
            error[unexpected]: the rule `a` ends with two periods
             --> x.mg:1:9
              |
            1 | a = step..
              |         ^^
              = hint: write one `.`
        "#]],
    );
}

#[test]
fn text_after_a_rule() {
    check(
        "main = step. pass, win.\nx = step.\n",
        expect![[r#"
        error[stray-text]: `pass` does not belong to a section or rule
         --> x.mg:1:14
          |
        1 | main = step. pass, win.
          |              ^^^^
          |            - the rule before ends here
          = hint: a rule is written `name = …` and ends with `.`
    "#]],
    );
    check(
        "find own pawn, step.\n",
        expect![[r#"
        error[stray-text]: `find` does not belong to a section or rule
         --> x.mg:1:1
          |
        1 | find own pawn, step.
          | ^^^^
          = hint: a rule is written `name = …` and ends with `.`
    "#]],
    );
}

#[test]
fn commas_and_brackets() {
    check(
        "x = find own y step, foo bar baz, a,.\n",
        expect![[r#"
        error[missing-comma]: a comma is missing before `step`
         --> x.mg:1:15
          |
        1 | x = find own y step, foo bar baz, a,.
          |               ^
          = hint: statements are separated by `,`
        error[missing-comma]: a comma is missing before `bar`
         --> x.mg:1:25
          |
        1 | x = find own y step, foo bar baz, a,.
          |                         ^
          = hint: statements are separated by `,`
        error[unexpected]: a statement is missing after this comma
         --> x.mg:1:36
          |
        1 | x = find own y step, foo bar baz, a,.
          |                                    ^
          = hint: take the comma out
    "#]],
    );
    check(
        "x = [ a, [ b ].\ny = a ], b.\nz = [ a. b ].\n",
        expect![[r#"
        error[unclosed-bracket]: this `[` is not closed
         --> x.mg:1:5
          |
        1 | x = [ a, [ b ].
          |     ^
          |               - the rule ends here
          = hint: put a `]` after the last statement of the group
        error[stray-bracket]: this `]` closes nothing
         --> x.mg:2:7
          |
        2 | y = a ], b.
          |       ^
          = hint: take it out, or put a `[` where the group begins
        error[unexpected]: a `.` inside brackets
         --> x.mg:3:8
          |
        3 | z = [ a. b ].
          |        ^
          = hint: separate statements by `,`; only the rule ends with `.`
    "#]],
    );
    check(
        "x = either [ a, b or c.\ny = either a, b ] or c.\n",
        expect![[r#"
        error[unclosed-bracket]: this `[` is not closed
         --> x.mg:1:12
          |
        1 | x = either [ a, b or c.
          |            ^
          |                   -- expected `]` before this
          = hint: put a `]` after the last statement of the group
        error[unclosed-bracket]: the statements before this `or` have no `[`
         --> x.mg:2:13
          |
        2 | y = either a, b ] or c.
          |             ^
          |                 - they are closed here
          = hint: put a `[` before the first of them
    "#]],
    );
    check(
        "x = for each step, step ] do win.\n",
        expect![[r#"
        error[unclosed-bracket]: the statements before this `do` have no `[`
         --> x.mg:1:18
          |
        1 | x = for each step, step ] do win.
          |                  ^
          |                         - they are closed here
          = hint: put a `[` before the first of them
    "#]],
    );
    check(
        "x = (a, b), { a }.\n",
        expect![[r#"
        error[unexpected]: expected `)`, found `,`
         --> x.mg:1:7
          |
        1 | x = (a, b), { a }.
          |       ^
          = hint: statements are grouped by brackets: `[ …, … ]`
        error[unexpected]: expected a statement, found `{`
         --> x.mg:1:13
          |
        1 | x = (a, b), { a }.
          |             ^
          = hint: statements are grouped by brackets: `[ …, … ]`
    "#]],
    );
}

#[test]
fn alternatives() {
    check(
        "x = either a, b or c.\ny = a or b.\nz = try a, b else c.\nw = either a.\n",
        expect![[r#"
            error[lone-alternative]: this `either` has no `or`
             --> x.mg:1:5
              |
            1 | x = either a, b or c.
              |     ^^^^^^
              |             - expected `or` here
              = hint: an alternative is one statement; write `either [ …, … ] or …` for several
            error[stray-word]: this `or` belongs to no `either`
             --> x.mg:2:7
              |
            2 | y = a or b.
              |       ^^
              = hint: write `either … or …`, and put several statements in brackets: `either [ …, … ] or …`
            error[stray-word]: this `else` belongs to no `try`
             --> x.mg:3:14
              |
            3 | z = try a, b else c.
              |              ^^^^
              = hint: write `try … else …`, and put several statements in brackets: `try [ …, … ] else …`
            error[lone-alternative]: this `either` has no `or`
             --> x.mg:4:5
              |
            4 | w = either a.
              |     ^^^^^^
              |             - expected `or` here
              = hint: an alternative is one statement; write `either [ …, … ] or …` for several
        "#]],
    );
    check(
        "x = either a or b c or d.\n",
        expect![[r#"
        error[missing-word]: `or` is missing before `c`
         --> x.mg:1:18
          |
        1 | x = either a or b c or d.
          |                  ^
          = hint: put `or` here
    "#]],
    );
}

#[test]
fn statements_with_parts_missing() {
    check(
        "x = replace own y, points own y, set a 3, add 1 b, for each y [ step ],\n  \
         find own, find row 3, repeat 0 3 times step, occurred three times, tell 'x'.\n",
        expect![[r#"
            error[missing-word]: `by` is missing before `own`
             --> x.mg:1:13
              |
            1 | x = replace own y, points own y, set a 3, add 1 b, for each y [ step ],
              |             ^^^
              = hint: put `by` before it
            error[missing-word]: `at` is missing before `own`
             --> x.mg:1:27
              |
            1 | x = replace own y, points own y, set a 3, add 1 b, for each y [ step ],
              |                           ^^^
              = hint: put `at` before it
            error[missing-word]: `to` is missing before `3`
             --> x.mg:1:40
              |
            1 | x = replace own y, points own y, set a 3, add 1 b, for each y [ step ],
              |                                        ^
              = hint: put `to` before it
            error[missing-word]: `to` is missing before `b`
             --> x.mg:1:49
              |
            1 | x = replace own y, points own y, set a 3, add 1 b, for each y [ step ],
              |                                                 ^
              = hint: put `to` before it
            error[missing-word]: `do` is missing before `[`
             --> x.mg:1:63
              |
            1 | x = replace own y, points own y, set a 3, add 1 b, for each y [ step ],
              |                                                               ^
              = hint: put `do` before it
            error[unexpected]: expected a piece, found `,`
             --> x.mg:2:11
              |
            2 |   find own, find row 3, repeat 0 3 times step, occurred three times, tell 'x'.
              |           ^
              = hint: write `piece` for any piece
            error[unexpected]: expected a pattern, found `row`
             --> x.mg:2:18
              |
            2 |   find own, find row 3, repeat 0 3 times step, occurred three times, tell 'x'.
              |                  ^^^
              = hint: write `field in …`
            error[missing-word]: `..` is missing before `3`
             --> x.mg:2:34
              |
            2 |   find own, find row 3, repeat 0 3 times step, occurred three times, tell 'x'.
              |                                  ^
              = hint: write `repeat 0 .. 3 times …`
            error[unexpected]: expected how often, found `three`
             --> x.mg:2:57
              |
            2 |   find own, find row 3, repeat 0 3 times step, occurred three times, tell 'x'.
              |                                                         ^^^^^
            error[unexpected]: expected `both`, `own` or `enemy`, found `'x'`
             --> x.mg:2:75
              |
            2 |   find own, find row 3, repeat 0 3 times step, occurred three times, tell 'x'.
              |                                                                           ^^^
        "#]],
    );
}

#[test]
fn values() {
    check(
        "value a = 3 * .\nvalue b = count own.\nvalue c = 1 < 2.\nvalue = 3.\n",
        expect![[r#"
            error[unexpected]: expected a value, found `.`
             --> x.mg:1:15
              |
            1 | value a = 3 * .
              |               ^
            error[unexpected]: expected a piece, found `.`
             --> x.mg:2:20
              |
            2 | value b = count own.
              |                    ^
              = hint: write `piece` for any piece
            error[unexpected]: the value `c` has a comparison in it
             --> x.mg:3:13
              |
            3 | value c = 1 < 2.
              |             ^
              = hint: a value is a number; comparisons belong in rules
            error[unexpected]: expected the name of the value, found `=`
             --> x.mg:4:7
              |
            4 | value = 3.
              |       ^
        "#]],
    );
    check(
        "x = quiet, 3, quiet 80, own pawn.\n",
        expect![[r#"
        error[lone-value]: a value alone is not a statement
         --> x.mg:1:12
          |
        1 | x = quiet, 3, quiet 80, own pawn.
          |            ^
          = hint: compare it with another value, for example `… > 0`
        error[unexpected]: an operator is missing before `80`
         --> x.mg:1:20
          |
        1 | x = quiet, 3, quiet 80, own pawn.
          |                    ^
          = hint: compare values by `=` or `<`, and separate statements by `,`
        error[unexpected]: expected a statement, found `own`
         --> x.mg:1:25
          |
        1 | x = quiet, 3, quiet 80, own pawn.
          |                         ^^^
          = hint: say what to do with it: `find …` or `points at …`
    "#]],
    );
    check(
        "x = y > 99999999999, pickup 2 + 2.\n",
        expect![[r#"
        error[number-too-large]: the number 99999999999 is too large
         --> x.mg:1:9
          |
        1 | x = y > 99999999999, pickup 2 + 2.
          |         ^^^^^^^^^^^
          = hint: no number in a game can be above 1000000000
        error[unexpected]: expected `,` or the end of the rule, found `+`
         --> x.mg:1:31
          |
        1 | x = y > 99999999999, pickup 2 + 2.
          |                               ^
          = hint: put the sum in parentheses
    "#]],
    );
}
