//! The pass `tries_to_ifs`: decisions instead of tries and questions that only test.

use super::support::{check_all, run, with_evaluation};
use expect_test::{Expect, expect};
use ir::{FuncId, print_func};

/// The first part of a `try`, and what comes of it.
fn check_try(first: &str, expected: Expect) {
    let text = format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  try first else skip(s0, v1, f5, d3) -> b2(..)
b2(s6, f7, d8):
  s9 = put s6, f7, own v1, knight
  yield s9, f7, d8
}}
gen first(s0, v1, f2, d3) {{
b0:
{first}
}}
gen skip(s0, v1, f2, d3) {{
b0:
  yield s0, f2, d3
}}"
    );
    check_all(&["tries_to_ifs"], &text, expected);
}

#[test]
fn a_guard_decides() {
    check_try(
        "X4 = zone far, v1\nguard f2 in X4\nn5 = 0\ns6 = set s0, v1, quiet, n5\nyield s6, f2, d3",
        expect![[r#"
            gen main(s0, v1, f2, d3) {
            b0:
                X4 = pieces s0, own v1, pawn
                choose field in X4 -> b1(..)
            b1(f5):
                X6 = zone far, v1
                if f5 in X6 ? b2 : b3(s0)
            b2:
                n7 = 0
                s8 = set s0, v1, quiet, n7
                jump b3(s8)
            b3(s9):
                s10 = put s9, f5, own v1, knight
                yield s10, f2, d3
            }
        "#]],
    );
}

#[test]
fn a_step_in_a_known_direction_decides() {
    check_try(
        "d4 = direction north\nf5 = step f2, d4\nyield s0, f5, d4",
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, pawn
            choose field in X4 -> b1(..)
        b1(f5):
            d6 = direction north
            X7 = {a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 g3 h3 a4 b4 c4 d4 e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 h5 a6 b6 c6 d6 e6 f6 g6 h6 a7 b7 c7 d7 e7 f7 g7 h7}
            if f5 in X7 ? b2 : b3(f5)
        b2:
            f8 = step f5, d6
            jump b3(f8)
        b3(f9):
            s10 = put s0, f9, own v1, knight
            yield s10, f2, d3
        }
    "#]],
    );
}

#[test]
fn choices_after_the_last_test_stay() {
    check_try(
        "guard kind s0, f2, pawn
fork b1 | b2
b1:
s4 = become s0, f2, knight
yield s4, f2, d3
b2:
s5 = clear s0, f2
yield s5, f2, d3",
        expect![[r#"
            gen main(s0, v1, f2, d3) {
            b0:
                X4 = pieces s0, own v1, pawn
                choose field in X4 -> b1(..)
            b1(f5):
                if kind s0, f5, pawn ? b2 : b5(s0)
            b2:
                fork b3 | b4
            b3:
                s6 = become s0, f5, knight
                jump b5(s6)
            b4:
                s7 = clear s0, f5
                jump b5(s7)
            b5(s8):
                s9 = put s8, f5, own v1, knight
                yield s9, f2, d3
            }
        "#]],
    );
}

#[test]
fn what_may_end_later_is_tried() {
    // The counter may be at its end, the choice may be empty, the direction is
    // not known, or nothing can be said about the piece.
    let stays = [
        "n4 = counter s0, v1, quiet\nn5 = 1\nn6 = n4 + n5\ns7 = set s0, v1, quiet, n6\nyield s7, f2, d3",
        "X4 = zone far, v1\nchoose field in X4 -> b1(..)\nb1(f5):\nyield s0, f5, d3",
        "f4 = step f2, d3\nyield s0, f4, d3",
        "s4 = become s0, f2, knight\nyield s4, f2, d3",
        "n4 = 200\ns5 = set s0, v1, quiet, n4\nyield s5, f2, d3",
    ];
    for first in stays {
        let mut program = with_evaluation(&format!(
            "gen main(s0, v1, f2, d3) {{\nb0:\n  try first else skip(s0, v1, f2, d3) -> b1(..)\nb1(s4, f5, d6):\n  yield s4, f5, d6\n}}
gen first(s0, v1, f2, d3) {{\nb0:\n{first}\n}}
gen skip(s0, v1, f2, d3) {{\nb0:\n  yield s0, f2, d3\n}}"
        ));
        run(&mut program, "tries_to_ifs");
        assert!(print_func(&program, FuncId(0)).contains("try first else skip"), "{first}");
    }
}

#[test]
fn a_question_that_only_tests_decides() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  ask either(s0, v1, f5, d3) ? b2 : b3
b2:
  s6 = clear s0, f5
  yield s6, f5, d3
b3:
  s7 = become s0, f5, knight
  yield s7, f5, d3
}
gen either(s0, v1, f2, d3) {
b0:
  fork b1 | b2
b1:
  n4 = counter s0, v1, quiet
  n5 = 9
  guard n4 > n5
  jump b3
b2:
  guard occurred s0, 3
  jump b3
b3:
  X6 = zone far, v1
  guard f2 in X6
  s7 = pass s0
  yield s7, f2, d3
}";
    check_all(
        &["tries_to_ifs"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, pawn
            choose field in X4 -> b1(..)
        b1(f5):
            n6 = counter s0, v1, quiet
            n7 = 9
            if n6 > n7 ? b3 : b2
        b2:
            if occurred s0, 3 ? b3 : b5
        b3:
            X8 = zone far, v1
            if f5 in X8 ? b4 : b5
        b4:
            s9 = clear s0, f5
            yield s9, f2, d3
        b5:
            s10 = become s0, f5, knight
            yield s10, f2, d3
        }
    "#]],
    );
}

#[test]
fn tests_of_several_blocks_that_lead_to_one_place_are_asked_in_turn() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, knight
  choose field in X4 -> b1(..)
b1(f5):
  X6 = zone far, v1
  fork b2 | b4
b2:
  X7 = memory s0, passed
  if f5 in X7 ? b3 : b6
b3:
  die
b4:
  guard f5 in X6
  ask ahead(s0, v1, f5, d3) ? b6 : b5
b5:
  die
b6:
  s8 = clear s0, f5
  yield s8, f5, d3
}
gen ahead(s0, v1, f2, d3) {
b0:
  choose direction for v1 in {north} -> b1(..)
b1(d4):
  f5 = step f2, d4
  yield s0, f5, d4
}";
    check_all(
        &["tries_to_ifs"],
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, knight
            choose field in X4 -> b1(..)
        b1(f5):
            X6 = zone far, v1
            X7 = memory s0, passed
            if f5 in X7 ? b2 : b4
        b2:
            guard f5 in X6
            ask ahead(s0, v1, f5, d3) ? b4 : b3
        b3:
            die
        b4:
            s8 = clear s0, f5
            yield s8, f2, d3
        }

        gen ahead(s0, v1, f2, d3) {
        b0:
            d4 = direction north
            f5 = step f2, d4
            yield s0, f2, d3
        }
    "#]],
    );
}
