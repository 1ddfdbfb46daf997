//! The pass `questions_to_sets`: questions that only walk as questions about sets.

use super::support::{EMPTY_AHEAD, question};
use expect_test::expect;

#[test]
fn a_step_and_a_test_are_walked_back() {
    let text = "
gen q(s0, v1, f2, d3) {
b0:
  choose direction for v1 in {north east} -> b1(..)
b1(d4):
  f5 = step f2, d4
  X6 = empty s0
  guard f5 in X6
  yield s0, f5, d4
}";
    question(
        text,
        expect![[r#"
            b1(f5):
                X6 = empty s0
                X7 = walk back X6 by north east
                if f5 in X7 ? b2 : b3
        "#]],
    );
}

#[test]
fn rays_from_the_same_fields_are_shared() {
    // A rook or a queen that sees the knight, as it is asked in chess.
    let text = format!(
        "
gen q(s0, v1, f2, d3) {{
b0:
  fork b1 | b4
b1:
  X4 = pieces s0, enemy v1, pawn
  choose field in X4 -> b2(..)
b2(f5):
  s6 = lift s0, f5
  choose direction for v1 in {{north east}} -> b3(..)
b3(d7):
  jump b7(s6, f5, d7)
b4:
  X8 = pieces s0, enemy v1, knight
  choose field in X8 -> b5(..)
b5(f9):
  s10 = lift s0, f9
  choose direction for v1 in {{north east southeast}} -> b6(..)
b6(d11):
  jump b7(s10, f9, d11)
b7(s12, f13, d14):
  n15 = 0
  repeat ahead(s12, v1, f13, d14) from n15 to infinity bound walk 512 -> b8(..)
b8(s16, f17, d18):
  f19 = step f17, d18
  X20 = pieces s16, own v1, knight
  guard f19 in X20
  yield s16, f19, d18
}}
{EMPTY_AHEAD}"
    );
    question(
        &text,
        expect![[r#"
            b1(f5):
                X6 = pieces s0, enemy v1, knight
                X7 = pieces s0, own v1, knight
                X8 = empty s0
                X9 = slide back X7 by southeast through X8
                X10 = X6 & X9
                X11 = slide back X7 by north east through X8
                X12 = pieces s0, enemy v1, {pawn knight}
                X13 = X11 & X12
                X14 = X10 | X13
                if some X14 ? b2 : b3
        "#]],
    );
}

#[test]
fn a_row_is_looked_for_from_one_end() {
    let text = "
gen q(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  choose direction for v1 in {north northeast south southwest} -> b2(..)
b2(d6):
  f7 = step f5, d6
  guard f7 in X4
  f8 = step f7, d6
  guard f8 in X4
  yield s0, f8, d6
}";
    question(
        text,
        expect![[r#"
            b1(f5):
                X6 = walk back X4 by north
                X7 = X4 & X6
                X8 = walk back X7 by north
                X9 = walk back X4 by northeast
                X10 = X4 & X9
                X11 = walk back X10 by northeast
                X12 = X8 | X11
                X13 = X4 & X12
                if some X13 ? b2 : b3
        "#]],
    );
}

#[test]
fn a_region_spreads() {
    let text = "
gen q(s0, v1, f2, d3) {
b0:
  n4 = 0
  repeat any(s0, v1, f2, d3) from n4 to infinity bound walk 512 -> b1(..)
b1(s5, f6, d7):
  X8 = zone far, v1
  guard f6 in X8
  yield s5, f6, d7
}
gen any(s0, v1, f2, d3) {
b0:
  choose direction for v1 in {north south} -> b1(..)
b1(d4):
  f5 = step f2, d4
  X6 = pieces s0, own v1, piece
  guard f5 in X6
  yield s0, f5, d4
}";
    question(
        text,
        expect![[r#"
            b1(f5):
                X6 = sides v1, {g8 h8} {a1 b1}
                X7 = pieces s0, own v1, piece
                X8 = spread back X6 by north south through X7
                if f5 in X8 ? b2 : b3
        "#]],
    );
}

#[test]
fn questions_in_questions_are_sets_in_sets() {
    let text = format!(
        "
gen q(s0, v1, f2, d3) {{
b0:
  choose direction for v1 in {{north}} -> b1(..)
b1(d4):
  ask ahead(s0, v1, f2, d4) ? b2 : b3
b2:
  die
b3:
  try ahead else other(s0, v1, f2, d4) -> b4(..)
b4(s5, f6, d7):
  yield s5, f6, d7
}}
gen other(s0, v1, f2, d3) {{
b0:
  d4 = rotate d3, 180
  f5 = step f2, d4
  guard matches s0, f5, start
  yield s0, f5, d4
}}
{EMPTY_AHEAD}"
    );
    question(
        &text,
        expect![[r#"
            b1(f5):
                X6 = empty s0
                X7 = walk back X6 by north
                X8 = matching s0, start
                X9 = walk back X8 by south
                X10 = X7 | X9
                X11 = X10 - X7
                if f5 in X11 ? b2 : b3
        "#]],
    );
}

#[test]
fn what_cannot_fail_after_the_last_test_does_not_matter() {
    let text = "
gen q(s0, v1, f2, d3) {
b0:
  X4 = empty s0
  choose field in X4 -> b1(..)
b1(f5):
  n6 = 3
  s7 = set s0, v1, quiet, n6
  s8 = put s7, f5, own v1, pawn
  X9 = pieces s8, own v1, pawn
  each X9 do turn(s8, v1, f5, d3) -> b2(..)
b2(s10):
  s11 = hush s10, like s8
  yield s11, f5, d3
}
gen turn(s0, v1, f2, d3) {
b0:
  s4 = put s0, f2, own v1, knight
  yield s4, f2, d3
}";
    question(
        text,
        expect![[r#"
            b1(f5):
                X6 = empty s0
                if some X6 ? b2 : b3
        "#]],
    );
}
