//! The pass `walks_to_sets`: stretches of walking as one choice of a field.

use super::support::{EMPTY_AHEAD, check};
use expect_test::expect;

/// A turn that walks and then does something.
fn walks(after: &str) -> String {
    format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, knight
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  choose direction for v1 in {{north east}} -> b2(..)
b2(d7):
  n8 = 0
  repeat ahead(s6, v1, f5, d7) from n8 to infinity bound walk 512 -> b3(..)
b3(s9, f10, d11):
  f12 = step f10, d11
  X13 = pieces s9, own v1, piece
  X14 = all
  X15 = X14 - X13
  guard f12 in X15
{after}
}}
{EMPTY_AHEAD}"
    )
}

#[test]
fn a_stretch_of_walking_is_a_choice() {
    check(
        "walks_to_sets",
        &walks("  s16 = lower s9, f12, all\n  yield s16, f12, d11"),
        expect![[r#"
            gen main(s0, v1, f2, d3) {
            b0:
                X4 = pieces s0, own v1, knight
                choose field in X4 -> b1(..)
            b1(f5):
                s6 = lift s0, f5
                X7 = only f5
                X8 = empty s6
                X9 = slide X7 by north east through X8
                X10 = pieces s6, own v1, piece
                X11 = X9 - X10
                choose field in X11 -> b2(..)
            b2(f12):
                s13 = lower s6, f12, all
                yield s13, f12, d3
            }
        "#]],
    );
}

#[test]
fn a_direction_that_lives_on_is_written_out() {
    let after = "
  s16 = lower s9, f12, all
  f17 = step f12, d11
  s18 = put s16, f17, own v1, pawn
  yield s18, f17, d11";
    check(
        "walks_to_sets",
        &walks(after),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, knight
            choose field in X4 -> b1(..)
        b1(f5):
            s6 = lift s0, f5
            fork b2 | b4
        b2:
            d7 = direction north
            X8 = only f5
            X9 = empty s6
            X10 = slide X8 by north through X9
            X11 = pieces s6, own v1, piece
            X12 = X10 - X11
            choose field in X12 -> b3(..)
        b3(f13):
            s14 = lower s6, f13, all
            f15 = step f13, d7
            s16 = put s14, f15, own v1, pawn
            yield s16, f15, d7
        b4:
            d17 = direction east
            X18 = only f5
            X19 = empty s6
            X20 = slide X18 by east through X19
            X21 = pieces s6, own v1, piece
            X22 = X20 - X21
            choose field in X22 -> b5(..)
        b5(f23):
            s24 = lower s6, f23, all
            f25 = step f23, d17
            s26 = put s24, f25, own v1, pawn
            yield s26, f25, d17
        }
    "#]],
    );
}

#[test]
fn a_counter_that_is_set_on_the_way_is_not_lost() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, knight
  choose field in X4 -> b1(..)
b1(f5):
  n6 = 0
  repeat hop(s0, v1, f5, d3) from n6 to infinity bound uses 99 'counter' -> b2(..)
b2(s7, f8, d9):
  s10 = put s7, f8, own v1, pawn
  yield s10, f8, d9
}
gen hop(s0, v1, f2, d3) {
b0:
  choose direction for v1 in {north} -> b1(..)
b1(d4):
  f5 = step f2, d4
  n6 = 5
  s7 = set s0, v1, quiet, n6
  yield s7, f5, d4
}";
    check(
        "walks_to_sets",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, knight
            choose field in X4 -> b1(..)
        b1(f5):
            n6 = 0
            repeat hop(s0, v1, f5, d3) from n6 to infinity bound uses 99 'counter' -> b2(..)
        b2(s7, f8, d9):
            s10 = put s7, f8, own v1, pawn
            yield s10, f8, d9
        }
    "#]],
    );
}

#[test]
fn branches_that_meet_before_the_others_are_a_stretch() {
    let text = format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, knight
  choose field in X4 -> b1(..)
b1(f5):
  fork b2 | b3 | b6
b2:
  d6 = direction north
  jump b4(d6)
b3:
  d7 = direction south
  jump b4(d7)
b4(d8):
  n9 = 1
  repeat ahead(s0, v1, f5, d8) from n9 to infinity bound walk 512 -> b5(..)
b5(s10, f11, d12):
  s13 = put s10, f11, own v1, pawn
  yield s13, f11, d12
b6:
  s14 = clear s0, f5
  yield s14, f5, d3
}}
{EMPTY_AHEAD}"
    );
    check(
        "walks_to_sets",
        &text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, knight
            choose field in X4 -> b1(..)
        b1(f5):
            fork b2 | b4
        b2:
            X6 = empty s0
            X7 = only f5
            X8 = slide X7 by north south through X6
            X9 = X6 & X8
            choose field in X9 -> b3(..)
        b3(f10):
            s11 = put s0, f10, own v1, pawn
            yield s11, f10, d3
        b4:
            s12 = clear s0, f5
            yield s12, f5, d3
        }
    "#]],
    );
}
