//! The pass that looks numbers of pieces up in tables, and the one that does without
//! walks that come back, text to text.

mod common;
mod passes_sets_support;

use common::line_facts;
use expect_test::{Expect, expect};
use passes_sets_support::{check, check_on};

/// A turn that asks how far all pawns are away from a set.
fn far(home: &str) -> String {
    format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  n4 = sum far at pawns(s0, v1, f2, d3)
  n5 = 3
  guard n4 < n5
  yield s0, f2, d3
}}
gen pawns(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, any v1, pawn
  choose field in X4 -> b1(..)
b1(f5):
  yield s0, f5, d3
}}
num far(s0, v1, f2, d3) {{
b0:
  n4 = steps ahead until home(s0, v1, f2, d3)
  return n4
}}
gen ahead(s0, v1, f2, d3) {{
b0:
  choose direction for v1 in ways f2 -> b1(..)
b1(d4):
  f5 = step f2, d4
  yield s0, f5, d4
}}
gen home(s0, v1, f2, d3) {{
b0:
  X4 = {home}
  guard f2 in X4
  yield s0, f2, d3
}}"
    )
}

fn check_far(home: &str, expected: Expect) {
    check_on(line_facts(), "sums_to_tables", &far(home), expected);
}

#[test]
fn distances_that_only_the_board_decides_are_tables() {
    check_far(
        "{b}",
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, first v1, pawn
            n5 = weigh X4 by 1 0 1 2
            X6 = pieces s0, second v1, pawn
            n7 = weigh X6 by 1 0 1 2
            n8 = n5 + n7
            n9 = 3
            guard n8 < n9
            yield s0, f2, d3
        }
    "#]],
    );
}

#[test]
fn distances_that_depend_on_other_pieces_or_the_player_stay() {
    check_far(
        "empty s0",
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            n4 = sum far at pawns(s0, v1, f2, d3)
            n5 = 3
            guard n4 < n5
            yield s0, f2, d3
        }
    "#]],
    );
    check_far(
        "zone far, v1",
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            n4 = sum far at pawns(s0, v1, f2, d3)
            n5 = 3
            guard n4 < n5
            yield s0, f2, d3
        }
    "#]],
    );
}

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
