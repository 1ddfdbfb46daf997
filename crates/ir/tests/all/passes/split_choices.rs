//! The pass `split_choices`: decisions that are known before a choice, made before it.

use super::support::check;
use expect_test::expect;

#[test]
fn a_choice_is_split_by_what_is_known_before_it() {
    let text = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  X5 = zone far, v1
  choose field in X4 -> b1(..)
b1(f6):
  d7 = direction north
  f8 = step f6, d7
  s9 = lift s0, f6
  s10 = lower s9, f8, all
  X11 = {a8 b8 c8 d8 e8 f8 g8 h8}
  if f8 in X11 ? b2 : b5(s10)
b2:
  if some X5 ? b3 : b4
b3:
  s12 = become s10, f8, knight
  jump b5(s12)
b4:
  jump b5(s10)
b5(s13):
  yield s13, f8, d3
}";
    check(
        "split_choices",
        text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            X5 = zone far, v1
            X6 = {a8 b8 c8 d8 e8 f8 g8 h8}
            X7 = walk back X6 by north
            X8 = X4 & X7
            X9 = X4 - X7
            fork b1 | b6
        b1:
            if some X5 ? b2 : b4
        b2:
            choose field in X8 -> b3(..)
        b3(f10):
            d11 = direction north
            f12 = step f10, d11
            s13 = lift s0, f10
            s14 = lower s13, f12, all
            s15 = become s14, f12, knight
            yield s15, f12, d3
        b4:
            choose field in X8 -> b5(..)
        b5(f16):
            d17 = direction north
            f18 = step f16, d17
            s19 = lift s0, f16
            s20 = lower s19, f18, all
            yield s20, f18, d3
        b6:
            choose field in X9 -> b7(..)
        b7(f21):
            d22 = direction north
            f23 = step f21, d22
            s24 = lift s0, f21
            s25 = lower s24, f23, all
            yield s25, f23, d3
        }
    "#]],
    );
}
