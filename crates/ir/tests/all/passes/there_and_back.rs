//! The pass `there_and_back`: walks that come back to where they began, without walking.

use super::support::check;
use expect_test::expect;

#[test]
fn a_walk_and_its_way_back_are_none() {
    let turn = |back: &str| {
        format!(
            "
gen main(s0, v1, f2, d3) {{
b0:
  X4 = empty s0
  X5 = walk X4 by north
  X6 = walk X5 by {back}
  choose field in X6 -> b1(..)
b1(f7):
  s8 = put s0, f7, own v1, knight
  yield s8, f7, d3
}}"
        )
    };
    check(
        "there_and_back",
        &turn("south"),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = empty s0
            X5 = {a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 g3 h3 a4 b4 c4 d4 e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 h5 a6 b6 c6 d6 e6 f6 g6 h6 a7 b7 c7 d7 e7 f7 g7 h7}
            X6 = X4 & X5
            choose field in X6 -> b1(..)
        b1(f7):
            s8 = put s0, f7, own v1, knight
            yield s8, f7, d3
        }
    "#]],
    );
    check(
        "there_and_back",
        &turn("east"),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = empty s0
            X5 = walk X4 by north
            X6 = walk X5 by east
            choose field in X6 -> b1(..)
        b1(f7):
            s8 = put s0, f7, own v1, knight
            yield s8, f7, d3
        }
    "#]],
    );
}
