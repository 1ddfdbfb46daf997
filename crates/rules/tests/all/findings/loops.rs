//! Loops and recursions that do not end, or get nowhere.

use crate::check::{check_findings as check, no_findings as fine};
use expect_test::expect;

#[test]
fn unbounded_recursion() {
    check(
        r"main = try walk else lose.
walk = find own man, go, pickup, forward, step, points at empty field, putdown.
go =   alldir, step, remember spot, try go.
memory { spot }",
        expect![[r#"
            error[unbounded-recursion]: `go` can call itself without end
              3:1 `go`
              hint: use something up in each round and do not make it again: `remove` a piece, `drop` from the reserve, `add 1 to` a counter, or `step` in one direction; or write `repeat 0 .. N times` instead
        "#]],
    );
    fine(
        r"main = try jump else lose.
jump = find own man, hop.
hop =  pickup, forward, step, points at enemy man, remove, step,
       points at empty field, putdown, try hop.",
    );
}

#[test]
fn unbounded_recursion_of_two_rules() {
    check(
        r"main = try walk else lose.
walk = find own man, forth.
forth = pickup, forward, step, points at empty field, putdown, try back.
back = pickup, backward, step, points at empty field, putdown, try forth.",
        expect![[r#"
            error[unbounded-recursion]: `forth` and `back` can call each other without end
              3:1 `forth`
              4:1 `back` `back` is part of the loop
              hint: use something up in each round and do not make it again: `remove` a piece, `drop` from the reserve, `add 1 to` a counter, or `step` in one direction; or write `repeat 0 .. N times` instead
        "#]],
    );
}

#[test]
fn unbounded_repeat() {
    check(
        r"main = try walk else lose.
walk = find own man,
       repeat 1 .. infinity times
         [ pickup, alldir, step, points at empty field, putdown ].",
        expect![[r#"
            error[unbounded-repeat]: this can be repeated without end: no round uses anything up
              3:8 `repeat 1 .. infinity times [ pickup, alldir, step, points at empty field, putdown ]`
              hint: write `repeat 0 .. N times` with a number, or use something up in each round: `remove` a piece, `add 1 to` a counter
        "#]],
    );
    fine(
        r"main = try walk else lose.
walk = find own man,
       repeat 1 .. 3 times
         [ pickup, alldir, step, points at empty field, putdown ].",
    );
}

#[test]
fn repeat_stands_still() {
    check(
        r"main = try [ find own man, repeat 3 times points at own man, remove ] else lose.",
        expect![[r#"
            warning[repeat-stands-still]: repeating this changes nothing: neither finger, direction nor position
              1:28 `repeat 3 times points at own man`
              hint: add the `step` that is missing, or leave `repeat` out
        "#]],
    );
    fine(
        r"main = try [ find own man, alldir, repeat 3 times [ step, points at own man ], remove ] else lose.",
    );
}

#[test]
fn long_chains_of_rules_are_given_up() {
    let mut rules = String::from("main = try r0 else lose.\n");
    for i in 0..5000 {
        rules += &format!("r{i} = r{}.\n", i + 1);
    }
    fine(&(rules + "r5000 = find own man, remove."));
}

#[test]
fn a_value_made_of_itself() {
    check(
        r"main = try [ find own man, remove ] else lose.
evaluation worth = a.
value a = a + 1.",
        expect![[r#"
            error[unbounded-recursion]: the value `a` is made of itself without end
              3:7 `a`
              hint: make it of other values; to go over several fields, write `count`, `sum … of …` or `steps … until …`
        "#]],
    );
    check(
        r"main = try [ find own man, remove ] else lose.
evaluation worth = a.
value a = b + 1.
value b = 2 * a.",
        expect![[r#"
            error[unbounded-recursion]: `a` and `b` can call each other without end
              3:7 `a`
              4:7 `b` `b` is part of the loop
              hint: make it of other values; to go over several fields, write `count`, `sum … of …` or `steps … until …`
        "#]],
    );
    fine(
        r"main = try [ find own man, remove ] else lose.
evaluation worth = a.
value a = sum [ find own man, remove ] of a + 1.",
    );
}

#[test]
fn a_value_that_nothing_uses_and_that_is_made_of_itself() {
    check(
        r"main = try [ find own man, remove ] else lose.
value a = a + 1.",
        expect![[r#"
            error[unbounded-recursion]: the value `a` is made of itself without end
              2:7 `a`
              hint: make it of other values; to go over several fields, write `count`, `sum … of …` or `steps … until …`
            warning[unused]: the value `a` is never used
              2:7 `a`
              hint: use it or take it out
        "#]],
    );
}

#[test]
fn a_value_and_a_rule_that_call_each_other() {
    check(
        r"main = try [ r, remove ] else lose.
value a = count r.
r = a > 2, find field.",
        expect![[r#"
            error[unbounded-recursion]: `a` and `r` can call each other without end
              2:7 `a`
              3:1 `r` `r` is part of the loop
              hint: use something up in each round and do not make it again: `remove` a piece, `drop` from the reserve, `add 1 to` a counter, or `step` in one direction; or write `repeat 0 .. N times` instead
        "#]],
    );
}

#[test]
fn recursion_inside_a_question() {
    for (call, rule) in [
        ("r", "try test [ find own man, remove, find empty field, replace by own man, r ]"),
        ("find own man, north, r", "try test [ step, rotate 180, r ]"),
        ("r", "count [ find own man, remove, find empty field, replace by own man, r ] >= 0"),
        ("r", "try not [ find own man, remove, find empty field, replace by own man, r ]"),
    ] {
        let text = format!(
            "main = try [ {call}, find own man, remove ] else lose.\nr = {rule}.\n\
             dimensions (4,4)\npieces {{ man 'X' 'O' }}\nstart {{ OO2/4/4/2XX }}"
        );
        let (_, found) = crate::check::found("case", &text);
        let codes: Vec<&str> = found.iter().map(|d| d.code.text()).collect();
        assert_eq!(codes, ["unbounded-recursion"], "{rule}");
    }
    fine(
        r"main = try [ find own man, test r, remove ] else lose.
r = try test [ find own man, remove, r ].",
    );
}
