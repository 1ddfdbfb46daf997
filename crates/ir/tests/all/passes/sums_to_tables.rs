//! The pass `sums_to_tables`: sums over pieces whose numbers depend on their fields alone, from
//! tables.

use super::support::check_on;
use crate::common::line_facts;
use expect_test::{Expect, expect};

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
