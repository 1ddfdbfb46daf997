//! The pass `sources_to_targets`: choices of where a piece goes instead of where it comes from.

use super::support::check;
use expect_test::expect;

#[test]
fn pushes_become_shifts() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  d7 = direction north
  f8 = step f5, d7
  X9 = empty s6
  guard f8 in X9
  s10 = remember s6, f8, passed
  f11 = step f8, d7
  X12 = empty s10
  guard f11 in X12
  s13 = lower s10, f11, all
  yield s13, f11, d7
}";
    check(
        "sources_to_targets",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            X5 = walk X4 by north
            X6 = empty s0
            X7 = X5 & X6
            X8 = walk X7 by north
            X9 = X8 & X6
            choose field in X9 -> b1(..)
        b1(f10):
            d11 = direction north
            f12 = back f10, d11
            f13 = back f12, d11
            s14 = lift s0, f13
            s15 = remember s14, f12, passed
            s16 = lower s15, f10, all
            yield s16, f10, d11
        }
    "#]],
    );
}

#[test]
fn each_of_a_few_ways_gets_a_choice() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  X7 = only f5
  X8 = walk X7 by northeast northwest.north
  X9 = pieces s6, second v1, piece
  X10 = X8 & X9
  choose field in X10 -> b2(..)
b2(f11):
  s12 = lower s6, f11, all
  yield s12, f11, d3
}";
    check(
        "sources_to_targets",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            X5 = pieces s0, second v1, piece
            fork b1 | b3
        b1:
            X6 = walk X4 by northeast
            X7 = X6 & X5
            choose field in X7 -> b2(..)
        b2(f8):
            d9 = direction northeast
            f10 = back f8, d9
            s11 = lift s0, f10
            s12 = lower s11, f8, all
            yield s12, f8, d3
        b3:
            X13 = walk X4 by northwest.north
            X14 = X13 & X5
            choose field in X14 -> b4(..)
        b4(f15):
            d16 = direction north
            f17 = back f15, d16
            d18 = direction northwest
            f19 = back f17, d18
            s20 = lift s0, f19
            s21 = lower s20, f15, all
            yield s21, f15, d3
        }
    "#]],
    );
}

#[test]
fn a_fork_after_a_choice_is_done_before_it() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  d7 = direction northeast
  d8 = direction northwest
  fork b2(d7) | b2(d8)
b2(d9):
  f10 = step f5, d9
  X11 = all
  X12 = pieces s6, first v1, piece
  X13 = X11 - X12
  guard f10 in X13
  s14 = lower s6, f10, all
  yield s14, f10, d9
}";
    check(
        "sources_to_targets",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            fork b1 | b3
        b1:
            X5 = walk X4 by northeast
            X6 = all
            X7 = pieces s0, first v1, piece
            X8 = X6 - X7
            X9 = X5 & X8
            choose field in X9 -> b2(..)
        b2(f10):
            d11 = direction northeast
            f12 = back f10, d11
            s13 = lift s0, f12
            s14 = lower s13, f10, all
            yield s14, f10, d11
        b3:
            X15 = walk X4 by northwest
            X16 = all
            X17 = pieces s0, first v1, piece
            X18 = X16 - X17
            X19 = X15 & X18
            choose field in X19 -> b4(..)
        b4(f20):
            d21 = direction northwest
            f22 = back f20, d21
            s23 = lift s0, f22
            s24 = lower s23, f20, all
            yield s24, f20, d21
        }
    "#]],
    );
}

#[test]
fn a_source_that_does_not_matter_is_forgotten() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  X6 = only f5
  X7 = walk X6 by north northeast east southeast south southwest west northwest
  X8 = empty s0
  X9 = X7 & X8
  choose field in X9 -> b2(..)
b2(f10):
  s11 = put s0, f10, first v1, pawn
  yield s11, f10, d3
}";
    check(
        "sources_to_targets",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            X5 = empty s0
            X6 = walk X4 by north northeast east southeast south southwest west northwest
            X7 = X6 & X5
            choose field in X7 -> b1(..)
        b1(f8):
            s9 = put s0, f8, first v1, pawn
            yield s9, f8, d3
        }
    "#]],
    );
}
