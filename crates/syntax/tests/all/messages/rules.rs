//! Rules that do not end, statements with parts missing, and values that are none.

use super::check;
use expect_test::expect;

#[test]
fn a_rule_without_its_period() {
    check(
        "main = try move else draw\n\nmove = find own pawn, step.\n",
        expect![[r#"
            error[missing-period]: the rule `main` does not end with `.`
              1:26 ``
              3:1 `move` something else begins here
              hint: put a `.` here
        "#]],
    );
    check(
        "main = step",
        expect![[r#"
            error[missing-period]: the rule `main` does not end with `.`
              1:12 ``
              hint: put a `.` here
        "#]],
    );
    check(
        "a = step,\nb = find own pawn.\n",
        expect![[r#"
            error[missing-period]: this rule does not end with `.`
              1:9 `,`
              2:1 `b` another rule begins here
              hint: put a `.` in place of the comma
        "#]],
    );
    check(
        "value a = b +\nmain = step.\n",
        expect![[r#"
            error[unexpected]: expected a value, found `main`
              1:14 ``
        "#]],
    );
    check(
        "a = step..\n",
        expect![[r#"
            error[unexpected]: the rule `a` ends with two periods
              1:9 `..`
              hint: write one `.`
        "#]],
    );
}

#[test]
fn text_after_a_rule() {
    check(
        "main = step. pass, win.\nx = step.\n",
        expect![[r#"
            error[stray-text]: `pass` does not belong to a section or rule
              1:14 `pass`
              1:12 `.` the rule before ends here
              hint: a rule is written `name = …` and ends with `.`
        "#]],
    );
    check(
        "find own pawn, step.\n",
        expect![[r#"
            error[stray-text]: `find` does not belong to a section or rule
              1:1 `find`
              hint: a rule is written `name = …` and ends with `.`
        "#]],
    );
}

#[test]
fn commas_and_brackets() {
    check(
        "x = find own y step, foo bar baz, a,.\n",
        expect![[r#"
            error[missing-comma]: a comma is missing before `step`
              1:15 ``
              hint: statements are separated by `,`
            error[missing-comma]: a comma is missing before `bar`
              1:25 ``
              hint: statements are separated by `,`
            error[unexpected]: a statement is missing after this comma
              1:36 `,`
              hint: take the comma out
        "#]],
    );
    check(
        "x = [ a, [ b ].\ny = a ], b.\nz = [ a. b ].\n",
        expect![[r#"
            error[unclosed-bracket]: this `[` is not closed
              1:5 `[`
              1:15 `.` the rule ends here
              hint: put a `]` after the last statement of the group
            error[stray-bracket]: this `]` closes nothing
              2:7 `]`
              hint: take it out, or put a `[` where the group begins
            error[unexpected]: a `.` inside brackets
              3:8 `.`
              hint: separate statements by `,`; only the rule ends with `.`
        "#]],
    );
    check(
        "x = either [ a, b or c.\ny = either a, b ] or c.\n",
        expect![[r#"
            error[unclosed-bracket]: this `[` is not closed
              1:12 `[`
              1:19 `or` expected `]` before this
              hint: put a `]` after the last statement of the group
            error[unclosed-bracket]: the statements before this `or` have no `[`
              2:13 `,`
              2:17 `]` they are closed here
              hint: put a `[` before the first of them
        "#]],
    );
    check(
        "x = for each step, step ] do win.\n",
        expect![[r#"
            error[unclosed-bracket]: the statements before this `do` have no `[`
              1:18 `,`
              1:25 `]` they are closed here
              hint: put a `[` before the first of them
        "#]],
    );
    check(
        "x = (a, b), { a }.\n",
        expect![[r#"
            error[unexpected]: expected `)`, found `,`
              1:7 `,`
              hint: statements are grouped by brackets: `[ …, … ]`
            error[unexpected]: expected a statement, found `{`
              1:13 `{`
              hint: statements are grouped by brackets: `[ …, … ]`
        "#]],
    );
}

#[test]
fn alternatives() {
    check(
        "x = either a, b or c.\ny = a or b.\nz = try a, b else c.\nw = either a.\n",
        expect![[r#"
            error[lone-alternative]: this `either` has no `or`
              1:5 `either`
              1:13 `,` expected `or` here
              hint: an alternative is one statement; write `either [ …, … ] or …` for several
            error[stray-word]: this `or` belongs to no `either`
              2:7 `or`
              hint: write `either … or …`, and put several statements in brackets: `either [ …, … ] or …`
            error[stray-word]: this `else` belongs to no `try`
              3:14 `else`
              hint: write `try … else …`, and put several statements in brackets: `try [ …, … ] else …`
            error[lone-alternative]: this `either` has no `or`
              4:5 `either`
              4:13 `.` expected `or` here
              hint: an alternative is one statement; write `either [ …, … ] or …` for several
        "#]],
    );
    check(
        "x = either a or b c or d.\n",
        expect![[r#"
            error[missing-word]: `or` is missing before `c`
              1:18 ``
              hint: put `or` here
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
              1:13 `own`
              hint: put `by` before it
            error[missing-word]: `at` is missing before `own`
              1:27 `own`
              hint: put `at` before it
            error[missing-word]: `to` is missing before `3`
              1:40 `3`
              hint: put `to` before it
            error[missing-word]: `to` is missing before `b`
              1:49 `b`
              hint: put `to` before it
            error[missing-word]: `do` is missing before `[`
              1:63 `[`
              hint: put `do` before it
            error[unexpected]: expected a piece, found `,`
              2:11 `,`
              hint: write `piece` for any piece
            error[unexpected]: expected a pattern, found `row`
              2:18 `row`
              hint: write `field in …`
            error[missing-word]: `..` is missing before `3`
              2:34 `3`
              hint: write `repeat 0 .. 3 times …`
            error[unexpected]: expected how often, found `three`
              2:57 `three`
            error[unexpected]: expected `both`, `own` or `enemy`, found `'x'`
              2:75 `'x'`
        "#]],
    );
}

#[test]
fn values() {
    check(
        "value a = 3 * .\nvalue b = count own.\nvalue c = 1 < 2.\nvalue = 3.\n",
        expect![[r#"
            error[unexpected]: expected a value, found `.`
              1:15 `.`
            error[unexpected]: expected a piece, found `.`
              2:20 `.`
              hint: write `piece` for any piece
            error[unexpected]: the value `c` has a comparison in it
              3:13 `<`
              hint: a value is a number; comparisons belong in rules
            error[unexpected]: expected the name of the value, found `=`
              4:7 `=`
        "#]],
    );
    check(
        "x = quiet, 3, quiet 80, own pawn.\n",
        expect![[r#"
            error[lone-value]: a value alone is not a statement
              1:12 `3`
              hint: compare it with another value, for example `… > 0`
            error[unexpected]: an operator is missing before `80`
              1:20 ``
              hint: compare values by `=` or `<`, and separate statements by `,`
            error[unexpected]: expected a statement, found `own`
              1:25 `own`
              hint: say what to do with it: `find …` or `points at …`
        "#]],
    );
    check(
        "x = y > 99999999999, pickup 2 + 2.\n",
        expect![[r#"
            error[number-too-large]: the number 99999999999 is too large
              1:9 `99999999999`
              hint: no number in a game can be above 1000000000
            error[unexpected]: expected `,` or the end of the rule, found `+`
              1:31 `+`
              hint: put the sum in parentheses
        "#]],
    );
}
