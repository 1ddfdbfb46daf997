//! Rules with parameters: each call is a rule of its own, as if somebody had written it out.

use crate::check::{check, check_files, compiled};
use expect_test::expect;
use rules::{lower, print};

const BOARD: &str = "dimensions (4,4)\npieces { man 'M' 'm'   king 'K' 'k' }\n\
    zones { far row 4 row 1 }\ncounters { quiet 0 .. 9 }\n";

/// Two ways to write a game lower to the same program.
fn same(short: &str, long: &str) {
    let program = |text: &str| {
        let compiled = compiled(&[("game", &format!("{BOARD}{text}"))]);
        let said = compiled.diagnostics.iter().map(|it| it.title.clone()).collect::<Vec<_>>();
        let rules = compiled.rules.unwrap_or_else(|| panic!("{said:?}"));
        (ir::fingerprint(&lower(&rules)), print(&rules))
    };
    let (short, long) = (program(short), program(long));
    assert_eq!(short.0, long.0, "{}\n---\n{}", short.1, long.1);
}

#[test]
fn numbers() {
    same(
        "main = try [ test line(3), win ] else draw.\n\
         line(n) = find own man, alldir, repeat n - 1 times [ step, points at own man ].\n",
        "main = try [ test line_3, win ] else draw.\n\
         line_3 = find own man, alldir, repeat 2 times [ step, points at own man ].\n",
    );
}

#[test]
fn pieces_zones_and_directions() {
    same(
        "main = either go(man, far, north) or go(king, far, diagonal), win.\n\
         go(kind, goal, way) = find own kind, pickup, way, step, points at empty field in goal, \
         putdown.\n",
        "main = either go_man_far_north or go_king_far_diagonal, win.\n\
         go_king_far_diagonal = find own king, pickup, diagonal, step, \
         points at empty field in far, putdown.\n\
         go_man_far_north = find own man, pickup, north, step, points at empty field in far, \
         putdown.\n",
    );
}

#[test]
fn calls_in_calls_and_values() {
    same(
        "main = both_ways(2), count line(2) > 0, win.\n\
         both_ways(n) = either line(n) or [ line(n), quiet < n ].\n\
         line(n) = find own man, alldir, repeat n times step, remove.\n",
        "main = both_ways_2, count line_2 > 0, win.\n\
         line_2 = find own man, alldir, repeat 2 times step, remove.\n\
         both_ways_2 = either line_2 or [ line_2, quiet < 2 ].\n",
    );
}

#[test]
fn a_variant_replaces_a_rule_with_parameters() {
    let base = format!(
        "{BOARD}main = try [ test line(3), win ] else draw.\n\
         line(n) = find own man, alldir, repeat n times step.\n"
    );
    let variant = "extends bottom\nline(n) = find own king, alldir, repeat n times step.\n";
    let compiled = compiled(&[("game", variant), ("bottom", &base)]);
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    assert!(print(&compiled.rules.unwrap()).contains("find own king"));
}

#[test]
fn mistakes() {
    let text = |rules: &str| format!("dimensions (2,2)\npieces {{ man 'M' 'm' }}\n{rules}\n");
    check(
        &text("main = line(3).\nline(n, m) = step."),
        expect![[r#"
        error[wrong-arguments]: `line` takes 2 arguments, not 1
          3:8 `line`
          4:1 `line` defined here
          hint: write `line(n, m)` with what they stand for
    "#]],
    );
    check(
        &text("main = line.\nline(n) = step."),
        expect![[r#"
            error[wrong-arguments]: `line` needs arguments
              3:8 `line`
              4:1 `line` defined here
              hint: write `line(n)` with what they stand for
        "#]],
    );
    check(
        &text("main = lne(3).\nline(n) = repeat n times step."),
        expect![[r#"
        error[unknown-name]: no rule with parameters is called `lne`
          3:8 `lne`
          hint: did you mean `line`?
        warning[unused]: the rule `line` is never called
          4:1 `line`
          hint: use it or take it out
    "#]],
    );
    check(
        &text("main = walk(3).\nwalk = step."),
        expect![[r#"
        error[wrong-arguments]: the rule `walk` has no parameters
          3:8 `walk`
          hint: write `walk` alone, or give it parameters
    "#]],
    );
    check(
        &text("main = go(3).\ngo(kind) = find own kind, win."),
        expect![[r#"
            error[wrong-arguments]: `3` has no name, and one is wanted here
              4:21 `kind`
              3:11 `3` what it stands for
              hint: call the rule with the name of a piece, a zone, a counter or the like
        "#]],
    );
    check(
        &text("main = go(mna), go(man).\ngo(kind) = find own kind, win."),
        expect![[r#"
        error[unknown-name]: no piece is called `mna`
          3:11 `mna`
          hint: did you mean `man`?
    "#]],
    );
    check(
        &text("main = win.\ngo(n) = win."),
        expect![[r#"
        warning[unused]: the rule `go` is never called
          4:1 `go`
          hint: use it or take it out
    "#]],
    );
    check(
        &text("main = go(1).\ngo(n) = win.\ngo(n) = win."),
        expect![[r#"
        error[defined-twice]: the rule `go` is defined twice
          5:1 `go`
          4:1 `go` defined here first
          hint: take one of them out, or give it another name
    "#]],
    );
    check(
        &text("main = go(1, 2).\ngo(n, n) = win."),
        expect![[r#"
        error[defined-twice]: the parameter `n` is defined twice
          4:7 `n`
          4:4 `n` defined here first
          hint: take one of them out, or give it another name
    "#]],
    );
    check(
        &text("main = go([ step ])."),
        expect![[r#"
        error[unexpected]: expected an argument, found `[`
          3:11 `[`
          hint: a rule is called with numbers, names and directions: `line(4)`
    "#]],
    );
    check_files(
        &[("game", &text("main = a(1).\na(n) = b(n, n).\nb(n, m) = c.\nc = win."))],
        expect![[r#""#]],
    );
}

#[test]
fn rules_that_make_ever_more_rules_are_limited() {
    let digits: Vec<String> = (0..26).map(|i| ((b'a' + i) as char).to_string()).collect();
    let calls = |first: &str| -> String {
        let calls: Vec<String> = digits.iter().map(|it| format!("{first}{it})")).collect();
        calls.join(", ")
    };
    let text =
        format!("{BOARD}main = {}.\nf(x) = {}.\ng(x, y) = step.\n", calls("f("), calls("g(x, "));
    let compiled = compiled(&[("game", &text)]);
    assert!(compiled.rules.is_none());
    assert!(compiled.diagnostics.iter().any(|it| it.title.contains("more than 500")));
}

/// The parser says that the name cannot be; the calls of the rule are as they should be.
#[test]
fn a_word_of_the_language_as_a_name() {
    check(
        &format!("{BOARD}main = find own man, row(3), win.\nrow(n) = repeat n times north.\n"),
        expect![[r#"
            error[reserved-word]: `row` is a word of the language and cannot be a name
              6:1 `row`
              hint: choose another name, for example `my_row`
        "#]],
    );
}
