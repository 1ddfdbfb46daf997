//! The pass `each_to_sets`: the same piece put on every field of a set at once.

use super::support::check;
use expect_test::expect;

/// A loop over the empty fields, with this body and what follows.
fn each(body: &str, after: &str) -> String {
    format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  X4 = empty s0
  each X4 do turn(s0, v1, f2, d3) -> b1(..)
b1(s5):
{after}
}}
gen turn(s0, v1, f2, d3) {{
b0:
{body}
}}"
    )
}

#[test]
fn the_same_piece_is_put_at_once() {
    let body = "  s4 = put s0, f2, own v1, pawn\n  yield s4, f2, d3";
    let hush = "  s6 = hush s5, like s0\n  yield s6, f2, d3";
    check(
        "each_to_sets",
        &each(body, hush),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = empty s0
            s5 = putall s0, X4, own v1, pawn
            yield s5, f2, d3
        }
    "#]],
    );
    // Without the hush the text of the move would be another.
    check(
        "each_to_sets",
        &each(body, "  yield s5, f2, d3"),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = empty s0
            each X4 do turn(s0, v1, f2, d3) -> b1(..)
        b1(s5):
            yield s5, f2, d3
        }
    "#]],
    );
    // Nobody's pawn has no sign, so this has no result.
    let body = "  s4 = put s0, f2, nobody v1, pawn\n  yield s4, f2, d3";
    check(
        "each_to_sets",
        &each(body, hush),
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = empty s0
            each X4 do turn(s0, v1, f2, d3) -> b1(..)
        b1(s5):
            s6 = hush s5, like s0
            yield s6, f2, d3
        }
    "#]],
    );
}
