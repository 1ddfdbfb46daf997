//! The pass `guards_into_sets`: choices that offer only what passes the tests after them.

use super::support::check;
use expect_test::expect;

#[test]
fn tests_of_the_chosen_field_become_part_of_the_set() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, piece
  n5 = 1
  choose field in X4 -> b1(..)
b1(f6):
  guard matches s0, f6, start
  guard kind s0, f6, pawn
  n7 = counter s0, v1, quiet
  guard n7 = n5
  s8 = set s0, v1, quiet, n5
  X9 = zone far, v1
  guard f6 in X9
  yield s8, f6, d3
}";
    check(
        "guards_into_sets",
        text,
        expect![[r#"
            gen main(s0, v1, f2, d3) {
            b0:
                X4 = pieces s0, first v1, piece
                n5 = 1
                X6 = matching s0, start
                X7 = X4 & X6
                X8 = pieces s0, any v1, pawn
                X9 = X7 & X8
                n10 = counter s0, v1, quiet
                guard n10 = n5
                X11 = zone far, v1
                X12 = X9 & X11
                choose field in X12 -> b1(..)
            b1(f13):
                s14 = set s0, v1, quiet, n5
                yield s14, f13, d3
            }
        "#]],
    );
}

#[test]
fn what_is_known_is_not_asked() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  s7 = remember s6, f5, passed
  guard kind s0, f5, pawn
  X8 = memory s7, passed
  choose field in X8 -> b2(..)
b2(f9):
  s10 = lower s7, f9, all
  if kind s10, f9, pawn ? b3 : b4
b3:
  X11 = pieces s10, second v1, piece
  if f9 in X11 ? b4 : b5
b4:
  s12 = clear s10, f9
  yield s12, f9, d3
b5:
  s13 = become s10, f9, knight
  yield s13, f9, d3
}";
    check(
        "guards_into_sets",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            choose field in X4 -> b1(..)
        b1(f5):
            s6 = lift s0, f5
            s7 = remember s6, f5, passed
            s8 = lower s7, f5, all
            s9 = become s8, f5, knight
            yield s9, f5, d3
        }
    "#]],
    );
}

#[test]
fn a_test_after_a_join_goes_to_every_choice() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  X5 = pieces s0, first v1, knight
  fork b1 | b3
b1:
  choose field in X4 -> b2(..)
b2(f6):
  s7 = lift s0, f6
  X8 = only f6
  X9 = walk X8 by north east
  choose field in X9 -> b5(.., s7)
b3:
  choose field in X5 -> b4(..)
b4(f10):
  s11 = clear s0, f10
  jump b5(f10, s11)
b5(f12, s13):
  X14 = pieces s13, second v1, piece
  guard f12 in X14
  s15 = put s13, f12, first v1, pawn
  yield s15, f12, d3
}";
    check(
        "guards_into_sets",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            X5 = pieces s0, first v1, knight
            fork b1 | b3
        b1:
            choose field in X4 -> b2(..)
        b2(f6):
            s7 = lift s0, f6
            X8 = only f6
            X9 = walk X8 by north east
            X10 = pieces s7, second v1, piece
            X11 = X9 & X10
            choose field in X11 -> b5(.., s7)
        b3:
            choose field in X5 -> b4(..)
        b4(f12):
            s13 = clear s0, f12
            X14 = pieces s13, second v1, piece
            guard f12 in X14
            jump b5(f12, s13)
        b5(f15, s16):
            s17 = put s16, f15, first v1, pawn
            yield s17, f15, d3
        }
    "#]],
    );
}

#[test]
fn a_test_that_depends_on_the_choice_stays() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, piece
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  X7 = empty s6
  guard f5 in X7
  ask main.1(s0, v1, f5, d3) ? b2 : b3
b2:
  X8 = zone far, v1
  guard f5 in X8
  s9 = lower s6, f5, all
  yield s9, f5, d3
b3:
  s10 = lower s6, f5, all
  yield s10, f5, d3
}
gen main.1(s0, v1, f2, d3) {
b0:
  f4 = step f2, d3
  yield s0, f4, d3
}";
    check(
        "guards_into_sets",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, piece
            choose field in X4 -> b1(..)
        b1(f5):
            s6 = lift s0, f5
            X7 = empty s6
            guard f5 in X7
            ask main.1(s0, v1, f5, d3) ? b2 : b3
        b2:
            X8 = zone far, v1
            guard f5 in X8
            s9 = lower s6, f5, all
            yield s9, f5, d3
        b3:
            s10 = lower s6, f5, all
            yield s10, f5, d3
        }
    "#]],
    );
}
