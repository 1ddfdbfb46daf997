//! Turns that are not the moves they seem to be.

use crate::check::{check_findings as check, no_findings as fine};
use expect_test::expect;

#[test]
fn putdown_on_own() {
    check(
        r"main = try [ find own man, pickup, forward, step, putdown ] else lose.",
        expect![[r#"
            warning[putdown-on-own]: an own piece can stand on this field, and would be gone
              1:51 `putdown`
              hint: ask before: `points at empty field`, or `not points at own piece`
        "#]],
    );
    fine(
        r"main = try [ find own man, pickup, forward, step, not points at own piece, putdown ] else lose.",
    );
}

#[test]
fn replace_on_own() {
    check(
        r"main = try [ find own man, forward, step, replace by own man ] else lose.",
        expect![[r#"
            warning[putdown-on-own]: an own piece can stand on this field, and would be gone
              1:43 `replace by own man`
              hint: ask before: `points at empty field`, or `not points at own piece`
        "#]],
    );
    fine(
        r"main = try [ find own man, forward, step, points at empty field, replace by own man ] else lose.",
    );
}

#[test]
fn null_move() {
    check(
        r"main = try [ find own king, pickup, orthogonal,
             repeat 0 .. infinity times [ step, points at empty field ], putdown ]
       else lose.",
        expect![[r#"
            warning[null-move]: the piece can be put down on the field that it was picked up from
              2:74 `putdown` a turn that changes nothing is no move
              hint: go at least one field: `step` before, or `repeat 1 .. ` instead of `repeat 0 .. `
        "#]],
    );
    fine(
        r"main = try [ find own king, pickup, orthogonal,
             repeat 1 .. infinity times [ step, points at empty field ], putdown ]
       else lose.",
    );
}
