//! Which counters only bound how long a game lasts: a small program, and for each condition one
//! that lacks it.

use crate::common::facts;
use ir::analyses::{clocks, idle_counters};
use ir::{Program, parse, verify};

/// A turn that is a draw under a condition, and otherwise counts and puts a pawn down.
fn program(guard: &str, after: &str, count: &str) -> String {
    format!(
        "entry main = main
entry evaluation = value

gen main(s0, v1, f2, d3) {{
b0:
    try over else go(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
    yield s4, f5, d6
}}
gen over(s0, v1, f2, d3) {{
b0:
    call limit(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
    {after}
    yield s7, f5, d6
}}
gen limit(s0, v1, f2, d3) {{
b0:
    n4 = counter s0, v1, quiet
    n5 = 50
    {guard}
    yield s0, f2, d3
}}
gen go(s0, v1, f2, d3) {{
b0:
    n4 = counter s0, v1, quiet
    {count}
    s7 = set s0, v1, quiet, n6
    X8 = empty s7
    choose field in X8 -> b1(..)
b1(f9):
    s10 = put s7, f9, own v1, pawn
    yield s10, f9, d3
}}
num value(s0, v1, f2, d3) {{
b0:
    n4 = counter s0, v1, quiet
    return n4
}}
"
    )
}

const DRAW: &str = "s7 = outcome s4, v1, draw";
const ADD: &str = "n5 = 1\n    n6 = n4 + n5";

fn parsed(text: &str) -> Program {
    let program = parse(facts(), text).unwrap();
    assert_eq!(verify(&program), Ok(()), "{text}");
    program
}

fn check(guard: &str, after: &str, count: &str, expected: Option<i32>) {
    let text = program(guard, after, count);
    assert_eq!(clocks(&parsed(&text)), [expected], "{text}");
}

#[test]
fn a_counter_that_only_makes_draws_is_a_clock() {
    check("guard n4 >= n5", DRAW, ADD, Some(50));
    check("guard n4 = n5", DRAW, ADD, Some(50));
    check("guard n4 > n5", DRAW, ADD, Some(51));
}

#[test]
fn a_counter_that_does_something_else_is_none() {
    // From below it can be told at once.
    check("guard n4 <= n5", DRAW, ADD, None);
    check("guard n4 <> n5", DRAW, ADD, None);
    // It wins a game.
    check("guard n4 >= n5", "s7 = outcome s4, v1, win", ADD, None);
    // It allows a move.
    check("guard n4 >= n5", "s7 = put s4, f5, own v1, pawn", ADD, None);
    // It counts faster, or is set to what is not its lowest value.
    check("guard n4 >= n5", DRAW, "n5 = 2\n    n6 = n4 + n5", None);
    check("guard n4 >= n5", DRAW, "n5 = 1\n    n6 = 7", None);
    // It is a number that something else depends on.
    check("guard n4 >= n4", DRAW, ADD, None);
}

/// The counter of these programs ends at 100.
#[test]
fn a_counter_that_can_come_to_its_end_is_none() {
    let check_limit = |guard: &str, limit: &str, expected: Option<i32>| {
        let text = program(guard, DRAW, ADD).replace("n5 = 50", limit);
        assert_eq!(clocks(&parsed(&text)), [expected], "{text}");
    };
    check_limit("guard n4 >= n5", "n5 = 100", Some(100));
    // Nothing draws before the counter cannot go up any more, which forbids a move.
    check_limit("guard n4 > n5", "n5 = 100", None);
    check_limit("guard n4 >= n5", "n5 = 200", None);
    check_limit("guard occurred s0, 3", "n5 = 50", None);
}

/// What an idle counter brings does not matter, only how it is read and how fast it goes up.
#[test]
fn a_counter_that_is_only_compared_is_idle_below_what_it_is_compared_with() {
    let check = |guard: &str, after: &str, count: &str, expected: Option<i32>| {
        let text = program(guard, after, count);
        assert_eq!(idle_counters(&parsed(&text)), [expected], "{text}");
    };
    let win = "s7 = outcome s4, v1, win";
    for after in [DRAW, win, "s7 = put s4, f5, own v1, pawn"] {
        check("guard n4 >= n5", after, ADD, Some(50));
    }
    // From below it has the same answer, too.
    for (guard, expected) in [("n4 < n5", 50), ("n4 <> n5", 50), ("n4 <= n5", 51), ("n4 = n5", 50)]
    {
        check(&format!("guard {guard}"), win, ADD, Some(expected));
    }
    // It cannot go up from its highest value, which is 100.
    check("guard occurred s0, 3", win, ADD, Some(100));
    check("guard n4 >= n5", win, "n5 = 2\n    n6 = n4 + n5", None);
    check("guard n4 >= n5", win, "n5 = 1\n    n6 = 7", None);
    check("guard n4 >= n4", win, ADD, None);
    // Here the lowest value has another answer than those below the constant.
    let text = program("guard n4 >= n5", win, ADD).replace("n5 = 50", "n5 = 0");
    assert_eq!(idle_counters(&parsed(&text)), [None], "{text}");
}

#[test]
fn a_past_that_only_makes_draws_is_told_from_others() {
    let check = |guard: &str, after: &str, expected: bool| {
        let text = program(guard, after, ADD);
        assert_eq!(parsed(&text).past_only_draws(), expected, "{text}");
    };
    check("guard n4 >= n5", DRAW, true);
    check("guard occurred s0, 3", DRAW, true);
    check("guard occurred s0, 3", "s7 = outcome s4, v1, lose", false);
    check("guard occurred s0, 3", "s7 = put s4, f5, own v1, pawn", false);
    // It forbids what the other answer allows.
    check("if occurred s0, 3 ? b1 : b2\nb1:\n    die\nb2:", DRAW, false);
}

#[test]
fn scores_are_found() {
    let scores = |after: &str| parsed(&program("guard n4 >= n5", after, ADD)).scores();
    assert!(!scores(DRAW));
    assert!(scores("n8 = 3\n    s7 = outcome s4, v1, score n8"));
}
