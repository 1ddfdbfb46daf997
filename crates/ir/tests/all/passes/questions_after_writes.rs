//! The pass `questions_to_sets` at its limits: questions after writes, fingers that may point
//! nowhere, and boards of lines.

use super::support::{EMPTY_AHEAD, asks, check, check_on, question};
use crate::common::{facts, line_facts};
use expect_test::expect;
use game::{Board, Facts};

/// Puts a pawn, goes on, and asks for a pawn where it then points.
fn put_and_go(go: &str) -> String {
    format!(
        "
gen q(s0, v1, f2, d3) {{
b0:
  X4 = empty s0
  choose field in X4 -> b1(..)
b1(f5):
  s6 = put s0, f5, own v1, pawn
  choose direction for v1 in {{north}} -> b2(..)
b2(d7):
  f8 = step f5, d7
  d9 = rotate d7, 180
  {go}
  X11 = pieces s6, own v1, pawn
  guard f10 in X11
  yield s6, f10, d7
}}"
    )
}

#[test]
fn what_is_read_where_something_was_written_stays_a_question() {
    question(
        &put_and_go("f10 = step f8, d7"),
        expect![[r#"
            b1(f5):
                X6 = empty s0
                X7 = walk back X4 by north.north
                X8 = X6 & X7
                if some X8 ? b2 : b3
        "#]],
    );
    // It comes back to the pawn that it has put.
    question(
        &put_and_go("f10 = step f8, d9"),
        expect![[r#"
            b1(f5):
                ask q(s0, v1, f5, d3) ? b2 : b3
        "#]],
    );
}

#[test]
fn a_lifted_piece_is_not_in_its_own_way() {
    let text = "
gen q(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  choose direction for v1 in {east} -> b2(..)
b2(d7):
  f8 = step f5, d7
  f9 = step f8, d7
  X10 = empty s6
  guard f9 in X10
  yield s6, f9, d7
}";
    question(
        text,
        expect![[r#"
            b1(f5):
                X6 = empty s0
                X7 = walk back X6 by east.east
                X8 = X4 & X7
                if some X8 ? b2 : b3
        "#]],
    );
    // On a board of two columns that is a ring it comes back to its own field,
    // which only it has made empty.
    let ring =
        Facts { board: Board::grid(2, 32, game::Cyclic::COLUMNS, false, |_, _| false), ..facts() };
    check_on(
        ring,
        "questions_to_sets",
        &asks(text),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, pawn
            choose field in X4 -> b1(..)
        b1(f5):
            ask q(s0, v1, f5, d3) ? b2 : b3
        b2:
            s6 = pass s0
            yield s6, f5, d3
        b3:
            yield s0, f5, d3
        }
    "#]],
    );
}

#[test]
fn a_finger_that_may_point_nowhere_is_not_in_a_complement() {
    let text = format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  ask q(s0, v1, f2, d3) ? b1 : b2
b1:
  s4 = pass s0
  yield s4, f2, d3
b2:
  yield s0, f2, d3
}}
gen q(s0, v1, f2, d3) {{
b0:
  choose direction for v1 in {{north}} -> b1(..)
b1(d4):
  ask ahead(s0, v1, f2, d4) ? b2 : b3
b2:
  die
b3:
  yield s0, f2, d4
}}
{EMPTY_AHEAD}"
    );
    check(
        "questions_to_sets",
        &text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            ask q(s0, v1, f2, d3) ? b1 : b2
        b1:
            s4 = pass s0
            yield s4, f2, d3
        b2:
            yield s0, f2, d3
        }
    "#]],
    );
}

#[test]
fn the_ways_through_a_point_go_along_lines() {
    let text = "
gen q(s0, v1, f2, d3) {
b0:
  choose direction for v1 in ways f2 -> b1(..)
b1(d4):
  f5 = step f2, d4
  X6 = empty s0
  guard f5 in X6
  d7 = rotate d4, 180
  f8 = step f5, d7
  f9 = step f8, d7
  guard f9 in X6
  yield s0, f9, d7
}";
    check_on(
        line_facts(),
        "questions_to_sets",
        &asks(text),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, pawn
            choose field in X4 -> b1(..)
        b1(f5):
            X6 = empty s0
            X7 = walk back X6 by line1back.line1back
            X8 = X6 & X7
            X9 = walk back X8 by line1
            X10 = walk back X6 by line1.line1
            X11 = X6 & X10
            X12 = walk back X11 by line1back
            X13 = X9 | X12
            X14 = walk back X6 by line2back.line2back
            X15 = X6 & X14
            X16 = walk back X15 by line2
            X17 = X13 | X16
            X18 = walk back X6 by line2.line2
            X19 = X6 & X18
            X20 = walk back X19 by line2back
            X21 = X17 | X20
            if f5 in X21 ? b2 : b3
        b2:
            s22 = pass s0
            yield s22, f5, d3
        b3:
            yield s0, f5, d3
        }
    "#]],
    );
}
