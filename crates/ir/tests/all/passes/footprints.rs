//! The pass `footprints`: questions that are asked only after moves that can change the answer.

use super::support::check;
use expect_test::expect;

/// A pawn or a knight moves; the knight must not be attacked by a pawn from afar.
const SHOT: &str = "
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, first v1, pawn
  X5 = pieces s0, first v1, knight
  X6 = empty s0
  fork b1 | b3
b1:
  choose field in X4 -> b2(..)
b2(f7):
  s8 = lift s0, f7
  choose field in X6 -> b5(.., s8)
b3:
  choose field in X5 -> b4(..)
b4(f9):
  s10 = lift s0, f9
  choose field in X6 -> b5(.., s10)
b5(f11, s12):
  s13 = lower s12, f11, all
  X14 = pieces s13, first v1, knight
  X15 = empty s13
  X16 = slide back X14 by north south through X15
  X17 = pieces s13, second v1, pawn
  X18 = X16 & X17
  if some X18 ? b6 : b7
b6:
  die
b7:
  X19 = zone far, v1
  if f11 in X19 ? b8 : b9
b8:
  s20 = outcome s13, v1, win
  yield s20, f11, d3
b9:
  yield s13, f11, d3
}";

#[test]
fn a_question_is_skipped_where_the_answer_cannot_have_changed() {
    check(
        "footprints",
        SHOT,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            X5 = pieces s0, first v1, knight
            X6 = empty s0
            X7 = slide back X5 by north south through X6
            X8 = pieces s0, second v1, pawn
            X9 = X7 & X8
            X10 = all
            X11 = ifsome X9, X10
            X12 = X7 - X6
            X13 = X11 | X12
            fork b1 | b9
        b1:
            choose field in X4 -> b2(..)
        b2(f14):
            s15 = lift s0, f14
            choose field in X6 -> b3(..)
        b3(f16):
            s17 = lower s15, f16, all
            if f14 in X13 ? b4 : b6
        b4:
            X18 = pieces s17, first v1, knight
            X19 = empty s17
            X20 = slide back X18 by north south through X19
            X21 = pieces s17, second v1, pawn
            X22 = X20 & X21
            if some X22 ? b5 : b6
        b5:
            die
        b6:
            X23 = zone far, v1
            if f16 in X23 ? b7 : b8
        b7:
            s24 = outcome s17, v1, win
            yield s24, f16, d3
        b8:
            yield s17, f16, d3
        b9:
            choose field in X5 -> b10(..)
        b10(f25):
            s26 = lift s0, f25
            choose field in X6 -> b11(..)
        b11(f27):
            s28 = lower s26, f27, all
            X29 = pieces s28, first v1, knight
            X30 = empty s28
            X31 = slide back X29 by north south through X30
            X32 = pieces s28, second v1, pawn
            X33 = X31 & X32
            if some X33 ? b12 : b13
        b12:
            die
        b13:
            X34 = zone far, v1
            if f27 in X34 ? b14 : b15
        b14:
            s35 = outcome s28, v1, win
            yield s35, f27, d3
        b15:
            yield s28, f27, d3
        }
    "#]],
    );
}
