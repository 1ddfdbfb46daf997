//! Outcomes that are missing, lost, doubled, or mixed with moves.

use crate::check::{check_findings as check, no_findings as fine};
use expect_test::expect;

#[test]
fn no_outcome() {
    check(
        r"main = find empty field, replace by own man.",
        expect![[r#"
            warning[no-outcome]: no turn can end the game: no outcome is ever reached
              1:1 `main`
              hint: say when the game is over: `main = try move else lose.`
        "#]],
    );
    fine(r"main = try [ find empty field, replace by own man ] else draw.");
}

#[test]
fn outcome_never_reached() {
    check(
        r"main = try [ find empty field, replace by own man, test [ three, win ] ] else draw.
three = find own man, alldir, repeat 2 times [ step, points at own man ].",
        expect![[r#"
            warning[outcome-never-reached]: this outcome never counts: it is only reached inside a question
              1:66 `win`
              hint: `test`, `not`, `count` and the rules of the referee forget what happens in them; write `try [ test …, win ]`
        "#]],
    );
    fine(
        r"main = try [ find empty field, replace by own man, try [ test three, win ] ] else draw.
three = find own man, alldir, repeat 2 times [ step, points at own man ].",
    );
}

#[test]
fn over_and_moves() {
    check(
        r"main = either [ quiet > 5, draw ] or move.
move = add 1 to quiet, find own man, pickup, forward, step, points at empty field, putdown.
counters { quiet 0 .. 9 }",
        expect![[r#"
            warning[over-and-moves]: a position can be over here and have moves as well
              1:15 `[ quiet > 5, draw ]` says that the position is over
              1:38 `move` makes a move
              hint: let one of them come first: `try … else …`
        "#]],
    );
    fine(
        r"main = either [ quiet > 5, draw ] or [ quiet <= 5, move ].
move = add 1 to quiet, find own man, pickup, forward, step, points at empty field, putdown.
counters { quiet 0 .. 9 }",
    );
}

#[test]
fn over_and_moves_of_find() {
    check(
        r"main = find own man, try [ pickup, forward, step, points at empty field, putdown ] else lose.",
        expect![[r#"
            warning[over-and-moves]: a position can be over here and have moves as well
              1:8 `find own man` one field may end the game, another give a move
              hint: choose once for the whole turn: `try [ find …, move ] else lose`
        "#]],
    );
    fine(
        r"main = try [ find own man, pickup, forward, step, points at empty field, putdown ] else lose.",
    );
}

#[test]
fn rules_that_ask_what_is_the_same_everywhere() {
    fine(
        r"main = find own man, try [ quiet > 5, draw ] else move.
move = pickup, forward, step, points at empty field, putdown, add 1 to quiet.
counters { quiet 0 .. 9 }",
    );
}

#[test]
fn two_outcomes() {
    check(
        r"main = try [ find own man, remove, win, draw ] else lose.",
        expect![[r#"
            warning[two-outcomes]: the game already has another outcome here
              1:41 `draw`
              1:36 `win` the first outcome
              hint: choose one of them with `try … else`
        "#]],
    );
    fine(r"main = try [ find own man, remove, win, try [ find own king, win ] ] else lose.");
}
