//! The pass `digs_to_sets`: piles that have a piece somewhere, without taking them apart.

use super::support::{check, made_by};
use expect_test::expect;

/// A loop that is done at least so often, its body, and what follows.
fn dig(low: u32, body: &str, after: &str) -> String {
    format!(
        "
gen main(s0, v1, f2, d3) {{
b0:
  n4 = {low}
  repeat off(s0, v1, f2, d3) from n4 to infinity bound uses 9 'pieces' -> b1(..)
b1(s5, f6, d7):
{after}
}}
gen off(s0, v1, f2, d3) {{
b0:
{body}
}}"
    )
}

const OFF: &str = "  s4 = clear s0, f2\n  yield s4, f2, d3";

#[test]
fn a_pile_that_is_taken_apart_is_asked_what_it_has() {
    let after = "  X8 = pieces s5, own v1, pawn\n  guard f6 in X8\n  yield s0, f6, d7";
    check(
        "digs_to_sets",
        &dig(0, OFF, after),
        expect![[r#"
            gen main(s0, v1, f2, d3) {
            b0:
                X4 = holding s0, own v1, pawn
                guard f2 in X4
                yield s0, f2, d3
            }
        "#]],
    );
    let after = "  X8 = pieces s5, any v1, knight
  X9 = zone far, v1
  X10 = X8 & X9
  X11 = pieces s0, own v1, piece
  X12 = X10 - X11
  guard f6 in X12
  yield s0, f2, d3";
    check(
        "digs_to_sets",
        &dig(0, OFF, after),
        expect![[r#"
            gen main(s0, v1, f2, d3) {
            b0:
                X4 = holding s0, any v1, knight
                X5 = zone far, v1
                X6 = X4 & X5
                X7 = pieces s0, own v1, piece
                X8 = X6 - X7
                guard f2 in X8
                yield s0, f2, d3
            }
        "#]],
    );
}

#[test]
fn other_loops_stay() {
    let asked = "  X8 = pieces s5, own v1, pawn\n  guard f6 in X8\n";
    let after = format!("{asked}  yield s0, f2, d3");
    let step = "  f4 = step f2, d3\n  s5 = clear s0, f2\n  yield s5, f4, d3";
    let put = "  s4 = put s0, f2, own v1, pawn\n  yield s4, f2, d3";
    let twice = "  X9 = pieces s5, own v1, knight\n  guard f6 in X9\n  yield s0, f2, d3";
    let outside = "  X8 = pieces s5, own v1, pawn\n  X9 = pieces s0, own v1, knight
  X10 = X9 - X8\n  guard f6 in X10\n  yield s0, f2, d3";
    let elsewhere = "  X8 = pieces s5, own v1, pawn\n  guard f2 in X8\n  yield s0, f2, d3";
    for (why, text) in [
        ("the top is not asked for", dig(1, OFF, &after)),
        ("what is left goes on", dig(0, OFF, &format!("{asked}  yield s5, f2, d3"))),
        ("two pieces are asked for at once", dig(0, OFF, &format!("{asked}{twice}"))),
        ("some piece is not one of these", dig(0, OFF, outside)),
        ("another finger is asked about", dig(0, OFF, elsewhere)),
        ("another field comes next", dig(0, step, &after)),
        ("nothing is taken off", dig(0, put, &after)),
    ] {
        let made = made_by("digs_to_sets", &text);
        assert!(made.contains("repeat off"), "{why}: {made}");
    }
}
