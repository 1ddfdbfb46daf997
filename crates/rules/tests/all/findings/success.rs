//! What never succeeds, what is never needed, and changes that are forgotten.

use crate::check::{check_findings as check, compiled, no_findings as fine};
use expect_test::expect;

#[test]
fn never_succeeds_after_pickup() {
    check(
        r"main = try [ find own piece, pickup, points at own man, forward, step,
             points at empty field, putdown ] else lose.",
        expect![[r#"
            warning[never-succeeds]: the field under the finger can never be like this
              1:38 `points at own man` the field is always empty here
              hint: ask before `pickup` or `remove`, or move the finger first
        "#]],
    );
    fine(
        r"main = try [ find own piece, points at own man, pickup, forward, step,
             points at empty field, putdown ] else lose.",
    );
}

#[test]
fn never_succeeds_on_an_empty_field() {
    check(
        r"main = try [ find own man, forward, step, points at empty field, remove ] else lose.",
        expect![[r#"
            warning[never-succeeds]: there is never a piece here to take
              1:66 `remove` the field is always empty here
              hint: move the finger to a field with a piece first
        "#]],
    );
    fine(
        r"main = try [ find own man, forward, step, not points at empty field, remove ] else lose.",
    );
}

#[test]
fn never_succeeds_for_two_owners() {
    check(
        r"main = try [ find own man, alldir, step, points at own man, points at enemy piece,
             remove ] else lose.",
        expect![[r#"
            warning[never-succeeds]: the field under the finger can never be like this
              1:61 `points at enemy piece` only `own man` can be here
              hint: ask before `pickup` or `remove`, or move the finger first
        "#]],
    );
    fine(
        r"main = try [ find own man, alldir, step, points at own man, points at piece,
             remove ] else lose.",
    );
}

#[test]
fn never_succeeds_outside_a_range() {
    check(
        r"main = try [ add 1 to quiet, find own man, remove, try [ quiet > 9, draw ] ] else lose.
counters { quiet 0 .. 9 }",
        expect![[r#"
            warning[never-succeeds]: this is never true
              1:58 `quiet > 9` never succeeds
              hint: compare with a value that it can have
        "#]],
    );
    fine(
        r"main = try [ add 1 to quiet, find own man, remove, try [ quiet > 8, draw ] ] else lose.
counters { quiet 0 .. 9 }",
    );
}

#[test]
fn never_succeeds_to_promote() {
    check(
        r"main = try [ find own king, promote ] else lose.",
        expect![[r#"
            warning[never-succeeds]: the piece here never promotes to anything
              1:29 `promote` never succeeds
              hint: say what it becomes: `promotes to …` after its symbols
        "#]],
    );
    fine(r"main = try [ find own man, promote ] else lose.");
}

#[test]
fn never_succeeds_to_deny() {
    check(
        r"main = try [ find own man, not points at own piece, remove ] else lose.",
        expect![[r#"
            warning[never-succeeds]: what is denied here always holds
              1:28 `not points at own piece` never succeeds
              hint: leave it out, or ask something else
        "#]],
    );
    fine(r"main = try [ find own piece, not points at own man, remove ] else lose.");
}

#[test]
fn dead_else() {
    check(
        r"main = try [ find own man, remove ] else try [ try [ set quiet to 0 ] else lose, draw ].
counters { quiet 0 .. 9 }",
        expect![[r#"
            warning[dead-else]: what follows this `else` is never needed
              1:76 `lose`
              1:52 `[ set quiet to 0 ]` always succeeds
              hint: leave it out, or let the first part fail where it should
        "#]],
    );
    fine(
        r"main = try [ find own man, remove ] else try [ try [ add 1 to quiet ] else lose, draw ].
counters { quiet 0 .. 9 }",
    );
}

#[test]
fn what_never_happens_explains_a_game_without_end() {
    check(
        r"main = try [ find own man, pickup, points at own man, win ] else try [ ] else draw.",
        expect![[r#"
            warning[never-succeeds]: the field under the finger can never be like this
              1:36 `points at own man` the field is always empty here
              hint: ask before `pickup` or `remove`, or move the finger first
            warning[dead-else]: what follows this `else` is never needed
              1:79 `draw`
              1:70 `[ ]` always succeeds
              hint: leave it out, or let the first part fail where it should
        "#]],
    );
}

#[test]
fn lost_change() {
    check(
        r"main = try [ find own man, test [ forward, step, set quiet to 0 ], remove ] else lose.
counters { quiet 0 .. 9 }",
        expect![[r#"
            warning[lost-change]: this has no effect: a question forgets what was done in it
              1:50 `set quiet to 0`
              hint: do it after the question: `test […], …`
        "#]],
    );
    fine(
        r"main = try [ find own man, test [ forward, step ], set quiet to 0, remove ] else lose.
counters { quiet 0 .. 9 }",
    );
}

/// Where only one player has the piece, `replace by own` can fail.
#[test]
fn a_piece_that_one_player_lacks_may_not_be_placed() {
    fine(
        r"pieces { fox 'F' - }
main = try [ find own man, try [ replace by own fox ] else remove ] else lose.",
    );
    fine(
        r"pieces { fox 'F' - }
main = try [ find own man, test replace by own fox, remove ] else lose.",
    );
}

#[test]
fn what_is_denied_never_holds() {
    check(
        r"main = try [ before [ find own man, not points at empty field ], find own man, remove ] else lose.",
        expect![[r#"
            warning[never-succeeds]: what this `not` denies never holds, so it always succeeds
              1:37 `not points at empty field` only `own man` can be here
              hint: leave it out, or ask something that can be
        "#]],
    );
    check(
        r"main = try [ find own man, not [ quiet > 9 ], remove, add 1 to quiet ] else lose.
counters { quiet 0 .. 9 }",
        expect![[r#"
            warning[never-succeeds]: what this `not` denies never holds, so it always succeeds
              1:28 `not [ quiet > 9 ]` always succeeds
              hint: leave it out, or ask something that can be
        "#]],
    );
    fine(r"main = try [ find own piece, not points at own king, remove ] else lose.");
}

#[test]
fn a_variant_hears_what_its_ranges_do_to_inherited_text() {
    let base = "main = try [ turns_made = 60, draw ]
  else try [ other > 5, draw ]
  else try [ find own man, remove, add 1 to turns_made ] else lose.
counters { turns_made 0 .. 60   other 0 .. 1 }
dimensions (4,4)
pieces { man 'X' 'O' }
start { OO2/4/4/2XX }";
    let found = |variant: &str| {
        let compiled = compiled(&[("variant", variant), ("plain", base)]);
        let rules = compiled.rules.expect("no errors");
        let found = rules::findings(&rules);
        found.iter().map(|d| crate::check::brief(d, &compiled.sources)).collect::<String>()
    };
    expect![[r#"
        warning[never-succeeds]: this is never true
          plain.mg:1:14 `turns_made = 60` never succeeds
          2:12 `turns_made` because of this range
          hint: give it a wider range, or write the rule that compares it again
    "#]]
    .assert_eq(&found("extends plain\ncounters { turns_made 0 .. 12 }"));
    // What the inherited text does wrong by itself is not said.
    assert_eq!(found("extends plain\ncounters { turns_made 0 .. 70 }"), "");
}
