//! Finger, direction and hand: used before they are set, or left in the wrong
//! state.

use crate::check::{check_findings as check, found, game_text, no_findings as fine, rendered};
use expect_test::expect;
use syntax::Diagnostic;

#[test]
fn hand_full() {
    check(
        r"main = try [ check, lose ] else move.
check = as opponent [ reach, points at enemy king ].
reach = find own king, pickup, alldir, step.
move = reach, points at empty field, putdown.",
        expect![[r#"
            error[hand-full]: `main` can end with a piece in the hand
              1:14 `check` leaves a piece in the hand
              2:23 `reach` on this path
              3:24 `pickup` picked up here
              hint: if this is only a question, ask it with `test`; if not, `putdown` the piece
        "#]],
    );
    fine(
        r"main = try [ test check, lose ] else move.
check = as opponent [ reach, points at enemy king ].
reach = find own king, pickup, alldir, step.
move = reach, points at empty field, putdown.",
    );
}

#[test]
fn hand_full_in_main() {
    check(
        r"main = try [ find own man, pickup, forward, step, points at empty field,
             try [ points at field in row 4, putdown ] ] else lose.",
        expect![[r#"
            error[hand-full]: `main` can end with a piece in the hand
              1:28 `pickup` is not put down on every path
              hint: `putdown` the piece on every path, or ask with `test` what is only a question
        "#]],
    );
    fine(
        r"main = try [ find own man, pickup, forward, step, points at empty field,
             try [ points at field in row 4, putdown, win ] else putdown ] else lose.",
    );
}

#[test]
fn pickup_full_hand() {
    check(
        r"main = try [ reach, not check, points at empty field, putdown ] else lose.
check = as opponent [ reach, points at enemy king ].
reach = find own king, pickup, alldir, step.",
        expect![[r#"
            error[pickup-full-hand]: a piece can be in the hand already when another one is picked up
              3:24 `pickup`
              1:25 `check` is run with a piece in the hand
              hint: `putdown` the first piece before, also before a question that picks up another
        "#]],
    );
    fine(
        r"main = try [ reach, points at empty field, putdown, not check ] else lose.
check = as opponent [ reach, points at enemy king ].
reach = find own king, pickup, alldir, step.",
    );
}

#[test]
fn putdown_empty_hand() {
    check(
        r"main = try [ find own man, forward, step, points at empty field, putdown ] else lose.",
        expect![[r#"
            error[putdown-empty-hand]: the hand can be empty here
              1:66 `putdown`
              hint: `pickup` a piece first, or place a new one with `replace by`
        "#]],
    );
    fine(
        r"main = try [ find own man, pickup, forward, step, points at empty field, putdown ] else lose.",
    );
}

#[test]
fn no_finger() {
    check(
        r"main = try [ points at own man, remove ] else lose.",
        expect![[r#"
            error[no-finger]: the finger points nowhere here, and `points at` needs it
              1:14 `points at own man`
              hint: `find` a field first
        "#]],
    );
    fine(r"main = try [ find own man, remove ] else lose.");
}

#[test]
fn no_direction() {
    check(
        r"main = try [ find own man, pickup, step, points at empty field, putdown ] else lose.",
        expect![[r#"
            error[no-direction]: no direction is set here, and `step` needs one
              1:36 `step`
              hint: set it first: `forward`, `north`, `orthogonal`, `alldir`, …
        "#]],
    );
    fine(
        r"main = try [ north, find own man, pickup, step, points at empty field, putdown ] else lose.",
    );
}

#[test]
fn for_each_hand() {
    check(
        r"main = try [ for each own man do pickup, win ] else lose.",
        expect![[r#"
            error[for-each-hand]: what `for each` does must leave the hand as it was
              1:34 `pickup`
              hint: use `remove`, `keep` or `replace by`, or pick up and put down within the body
        "#]],
    );
    fine(
        r"main = try [ for each own man do [ pickup, forward, step, points at empty field, putdown ] ] else lose.",
    );
}

#[test]
fn sowing_leaves_no_piece_in_the_hand() {
    let sow = |how: &str| {
        format!(
            "stacks 20 dimensions (4,1) pieces {{ seed 'o' }} start {{ 4o 4o 4o 4o }}
             main = try [ find seed in a1, pickup all, east, {how} ] else lose."
        )
    };
    assert_eq!(rendered("case", &sow("repeat hand times [ step, putdown 1 ]")), "");
    assert_eq!(
        rendered("case", &sow("repeat 1 .. infinity times [ step, putdown 1 ], hand = 0")),
        ""
    );
    assert!(rendered("case", &sow("step")).contains("[hand-full]"));
}

/// The pitfalls of the language, in chess.
#[test]
fn pitfalls_in_chess() {
    let chess = game_text("chess").expect("chess is there");
    let with = |from: &str, to: &str| {
        assert!(chess.contains(from), "chess has changed");
        found("chess", &chess.replace(from, to)).1
    };
    let codes =
        |list: Vec<Diagnostic>| list.iter().map(|d| d.code.text()).collect::<Vec<_>>().join(" ");
    let kept = with("try [ test in_check, lose ]", "try [ in_check, lose ]");
    assert_eq!(codes(kept), "hand-full");
    let early = with("putdown, crown", "not in_check, putdown, crown");
    assert!(codes(early).contains("pickup-full-hand"));
}
