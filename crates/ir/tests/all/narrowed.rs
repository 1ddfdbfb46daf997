//! What is left of rules if some pieces are missing and a counter keeps its value, and which
//! symmetries that brings.

use crate::common::{facts, sound};
use expect_test::{Expect, expect};
use game::{Facts, Setup};
use ir::analyses::symmetries_within;
use ir::{Program, narrowed, print_func};

/// Pawns go north and may become knights, knights go one step in any of four directions. A step
/// east needs the counter. `settle` is what happens to the counter after each move.
fn program(facts: Facts, settle: &str) -> Program {
    let text = format!(
        "entry main = main
entry evaluation = value

gen main(s0, v1, f2, d3) {{
b0:
    fork b1 | b4 | b7
b1:
    X4 = pieces s0, own v1, pawn
    choose field in X4 -> b2(..)
b2(f5):
    s6 = lift s0, f5
    choose direction for v1 in {{north}} -> b3(..)
b3(d7):
    f8 = step f5, d7
    s9 = lower s6, f8, all
    s10 = become s9, f8, knight
    jump b9(s10, f8, d7)
b4:
    X11 = pieces s0, own v1, knight
    choose field in X11 -> b5(..)
b5(f12):
    s13 = lift s0, f12
    choose direction for v1 in {{north east south west}} -> b6(..)
b6(d14):
    f15 = step f12, d14
    s16 = lower s13, f15, all
    jump b9(s16, f15, d14)
b7:
    n17 = counter s0, v1, quiet
    n18 = 1
    guard n17 = n18
    choose direction for v1 in {{east}} -> b8(..)
b8(d19):
    f20 = step f2, d19
    jump b9(s0, f20, d19)
b9(s21, f22, d23):
    try settle else skip(s21, v1, f22, d23) -> b10(..)
b10(s24, f25, d26):
    yield s24, f25, d26
}}
gen settle(s0, v1, f2, d3) {{
b0:
    X4 = {{a1}}
    guard f2 in X4
    {settle}
    yield s6, f2, d3
}}
gen skip(s0, v1, f2, d3) {{
b0:
    yield s0, f2, d3
}}
num value(s0, v1, f2, d3) {{
b0:
    n4 = 0
    return n4
}}
"
    );
    sound(facts, &text)
}

const SET: &str = "n5 = 0\n    s6 = set s0, v1, quiet, n5";
const RAISE: &str = "n5 = 1\n    s6 = set s0, v1, quiet, n5";
const KNIGHTS: &[bool] = &[false, true, false];
const PAWNS: &[bool] = &[true, false, false];

fn without_reserve() -> Facts {
    let mut facts = facts();
    facts.reserve.clear();
    facts.start = Setup::empty(&facts);
    facts
}

fn check(settle: &str, kinds: &[bool], counters: &[Option<i32>], n_symmetries: usize) {
    let program = program(without_reserve(), settle);
    let found = symmetries_within(&program, kinds, counters);
    assert_eq!(found.len(), n_symmetries, "{settle} {kinds:?} {counters:?}");
    let narrowed = narrowed(&program, kinds, counters).unwrap();
    assert_eq!(ir::verify(&narrowed), Ok(()));
}

#[test]
fn more_symmetries_are_left_where_more_is_missing() {
    // Seven beside the one that changes nothing.
    check(SET, KNIGHTS, &[Some(0)], 7);
    // The corner matters as long as the counter can change, and so does the step east.
    check(SET, KNIGHTS, &[None], 0);
    check(SET, KNIGHTS, &[Some(1)], 0);
    check(RAISE, KNIGHTS, &[Some(0)], 0);
    // With pawns only the mirror is left that keeps north where it is.
    check(SET, PAWNS, &[Some(0)], 1);
    check(SET, &[true; 3], &[Some(0)], 1);
}

#[test]
fn a_reserve_may_bring_what_is_missing() {
    let program = program(facts(), SET);
    assert_eq!(narrowed(&program, KNIGHTS, &[Some(0)]), None);
    assert!(symmetries_within(&program, KNIGHTS, &[Some(0)]).is_empty());
}

/// What is left of a turn.
fn left(kinds: &[bool], counters: &[Option<i32>], expected: Expect) {
    let program = narrowed(&program(without_reserve(), SET), kinds, counters).unwrap();
    expected.assert_eq(&print_func(&program, program.entries.main));
}

#[test]
fn what_never_happens_is_left_out() {
    left(
        KNIGHTS,
        &[Some(0)],
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, knight
            choose field in X4 -> b1(..)
        b1(f5):
            s6 = lift s0, f5
            choose direction for v1 in {north east south west} -> b2(..)
        b2(d7):
            f8 = step f5, d7
            s9 = lower s6, f8, all
            yield s9, f8, d7
        }
    "#]],
    );
}
