//! The pass `questions_to_sets` where it is not asked whether, but where and how many: sets and
//! counts of fields, and tries that run themselves.

use super::support::{EMPTY_AHEAD, check};
use expect_test::expect;

#[test]
fn fields_and_counts_are_sets() {
    let text = format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  X6 = fields walk(s0, v1, f5, d3)
  n7 = count walk(s0, v1, f5, d3)
  n8 = size X6
  guard n7 = n8
  choose field in X6 -> b2(..)
b2(f9):
  s10 = put s0, f9, own v1, knight
  yield s10, f9, d3
}}
gen walk(s0, v1, f2, d3) {{
b0:
  choose direction for v1 in {{north east}} -> b1(..)
b1(d4):
  n5 = 1
  repeat ahead(s0, v1, f2, d4) from n5 to infinity bound walk 512 -> b2(..)
b2(s6, f7, d8):
  yield s6, f7, d8
}}
{EMPTY_AHEAD}"
    );
    check(
        "questions_to_sets",
        &text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, pawn
            choose field in X4 -> b1(..)
        b1(f5):
            X6 = empty s0
            X7 = only f5
            X8 = slide X7 by north east through X6
            X9 = X6 & X8
            n10 = size X9
            guard n10 = n10
            choose field in X9 -> b2(..)
        b2(f11):
            s12 = put s0, f11, own v1, knight
            yield s12, f11, d3
        }
    "#]],
    );
}

#[test]
fn fields_between_two_pieces_do_not_depend_on_the_new_one() {
    // A pawn is put; what lies between it and another in one direction is the
    // same, seen from before.
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = empty s0
  choose field in X4 -> b1(..)
b1(f5):
  s6 = put s0, f5, first v1, pawn
  X7 = fields between(s6, v1, f5, d3)
  choose field in X7 -> b2(..)
b2(f8):
  s9 = put s6, f8, first v1, pawn
  yield s9, f8, d3
}
gen between(s0, v1, f2, d3) {
b0:
  choose direction for v1 in {north} -> b1(..)
b1(d4):
  n5 = 1
  repeat enemy(s0, v1, f2, d4) from n5 to infinity bound walk 512 -> b2(..)
b2(s6, f7, d8):
  ask end(s6, v1, f7, d8) ? b4 : b3
b3:
  die
b4:
  yield s6, f7, d8
}
gen end(s0, v1, f2, d3) {
b0:
  n4 = 0
  repeat enemy(s0, v1, f2, d3) from n4 to infinity bound walk 512 -> b1(..)
b1(s5, f6, d7):
  f8 = step f6, d7
  X9 = pieces s5, first v1, pawn
  guard f8 in X9
  yield s5, f8, d7
}
gen enemy(s0, v1, f2, d3) {
b0:
  f4 = step f2, d3
  X5 = pieces s0, second v1, pawn
  guard f4 in X5
  yield s0, f4, d3
}";
    check(
        "questions_to_sets",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = empty s0
            choose field in X4 -> b1(..)
        b1(f5):
            s6 = put s0, f5, first v1, pawn
            X7 = pieces s0, second v1, pawn
            X8 = only f5
            X9 = slide X8 by north through X7
            X10 = X7 & X9
            X11 = pieces s0, first v1, pawn
            X12 = slide back X11 by north through X7
            X13 = X10 & X12
            choose field in X13 -> b2(..)
        b2(f14):
            s15 = put s6, f14, first v1, pawn
            yield s15, f14, d3
        }
    "#]],
    );
}

#[test]
fn what_runs_itself_is_asked_for_before_it_is_tried() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  try capture else idle(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  yield s4, f5, d6
}
gen idle(s0, v1, f2, d3) {
b0:
  s4 = pass s0
  yield s4, f2, d3
}
gen skip(s0, v1, f2, d3) {
b0:
  yield s0, f2, d3
}
gen capture(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  call chain(s0, v1, f5, d3) -> b2(..)
b2(s6, f7, d8):
  yield s6, f7, d8
}
gen chain(s0, v1, f2, d3) depth uses 65 'pieces on the board' {
b0:
  X4 = pieces s0, own v1, pawn
  guard f2 in X4
  choose direction for v1 in {north} -> b1(..)
b1(d5):
  s6 = lift s0, f2
  f7 = step f2, d5
  X8 = pieces s6, enemy v1, piece
  guard f7 in X8
  s9 = clear s6, f7
  f10 = step f7, d5
  X11 = empty s9
  guard f10 in X11
  s12 = lower s9, f10, all
  try chain else skip(s12, v1, f10, d5) -> b2(..)
b2(s13, f14, d15):
  yield s13, f14, d15
}";
    check(
        "questions_to_sets",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, pawn
            X5 = pieces s0, enemy v1, piece
            X6 = empty s0
            X7 = walk back X6 by north
            X8 = X5 & X7
            X9 = walk back X8 by north
            X10 = X4 & X9
            if some X10 ? b1 : b4
        b1:
            choose field in X10 -> b2(..)
        b2(f11):
            call chain(s0, v1, f11, d3) -> b3(..)
        b3(s12, f13, d14):
            jump b5(s12, f13, d14)
        b4:
            s15 = pass s0
            jump b5(s15, f2, d3)
        b5(s16, f17, d18):
            yield s16, f17, d18
        }
    "#]],
    );
}
