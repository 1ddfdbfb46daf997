//! Each finding on a game that deserves it and on one that nearly does, and all
//! games of the project, which must deserve none.

use expect_test::{Expect, expect};
use std::path::{Path, PathBuf};
use syntax::{Diagnostic, Sources, render};

/// Everything that is found in a rules text.
fn found(name: &str, text: &str) -> (Sources, Vec<Diagnostic>) {
    let mut load = |base: &str| Some((format!("{base}.mg"), game_text(base)?));
    let mut library = rules::Library { load: &mut load, known: Vec::new() };
    let compiled = rules::compile(name, &format!("{name}.mg"), text, &mut library);
    let mut diagnostics = compiled.diagnostics;
    if let Some(rules) = &compiled.rules {
        let findings = rules::findings(rules);
        assert!(findings.iter().all(|d| rules::FINDING_CODES.contains(&d.code)));
        diagnostics.extend(findings);
    }
    (compiled.sources, diagnostics)
}

fn rendered(name: &str, text: &str) -> String {
    let (sources, diagnostics) = found(name, text);
    diagnostics.iter().map(|d| render(d, &sources, false)).collect::<Vec<_>>().join("\n")
}

fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

#[allow(clippy::disallowed_methods, reason = "a test may read the games")]
fn game_text(name: &str) -> Option<String> {
    std::fs::read_to_string(games().join(name).join(format!("{name}.mg"))).ok()
}

#[test]
fn the_games_deserve_no_finding() {
    let mut names: Vec<String> = std::fs::read_dir(games())
        .expect("the games are there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| game_text(name).is_some())
        .collect();
    names.sort();
    assert!(names.len() > 20);
    let mut all = String::new();
    for name in names {
        let text = game_text(&name).expect("the text is there");
        all += &rendered(&name, &text);
    }
    assert_eq!(all, "");
}

#[test]
fn every_code_has_a_case() {
    let cases = include_str!("findings.rs");
    for code in rules::FINDING_CODES {
        assert!(cases.contains(&format!("[{code}]: ")), "no case gives {code}");
    }
    assert!(rules::FINDING_CODES.is_sorted());
}

/// The board and pieces of all cases.
const BOARD: &str = "
dimensions (4,4)
pieces { man 'X' 'O' promotes to king   king 'K' 'k' }
start { kOO1/4/4/1XXK }
";

/// What is found in rules of which the board is not interesting.
#[track_caller]
fn check(rules: &str, expected: Expect) {
    expected.assert_eq(&rendered("case", &format!("{rules}\n{BOARD}")));
}

/// Nothing is found.
#[track_caller]
fn fine(rules: &str) {
    assert_eq!(rendered("case", &format!("{rules}\n{BOARD}")), "");
}

#[test]
fn unbounded_recursion() {
    check(
        r"main = try walk else lose.
walk = find own man, go, pickup, forward, step, points at empty field, putdown.
go =   alldir, step, remember spot, try go.
memory { spot }",
        expect![[r#"
            error[unbounded-recursion]: `go` can call itself without end
             --> case.mg:3:1
              |
            3 | go =   alldir, step, remember spot, try go.
              | ^^
              = hint: use something up each time round and do not make it again: `remove` a piece, `drop` from the reserve, `add 1 to` a counter, or `step` in one direction; or write `repeat 0 .. N times` instead
        "#]],
    );
    fine(
        r"main = try jump else lose.
jump = find own man, hop.
hop =  pickup, forward, step, points at enemy man, remove, step,
       points at empty field, putdown, try hop.",
    );
}

#[test]
fn unbounded_recursion_of_two_rules() {
    check(
        r"main = try walk else lose.
walk = find own man, forth.
forth = pickup, forward, step, points at empty field, putdown, try back.
back = pickup, backward, step, points at empty field, putdown, try forth.",
        expect![[r#"
            error[unbounded-recursion]: `forth` and `back` can call each other without end
             --> case.mg:3:1
              |
            3 | forth = pickup, forward, step, points at empty field, putdown, try back.
              | ^^^^^
            4 | back = pickup, backward, step, points at empty field, putdown, try forth.
              | ---- `back` is on the way round
              = hint: use something up each time round and do not make it again: `remove` a piece, `drop` from the reserve, `add 1 to` a counter, or `step` in one direction; or write `repeat 0 .. N times` instead
        "#]],
    );
}

#[test]
fn unbounded_repeat() {
    check(
        r"main = try walk else lose.
walk = find own man,
       repeat 1 .. infinity times
         [ pickup, alldir, step, points at empty field, putdown ].",
        expect![[r#"
            error[unbounded-repeat]: this can be repeated without end: no round uses anything up
             --> case.mg:3:8
              |
            3 |        repeat 1 .. infinity times
              |        ^^^^^^^^^^^^^^^^^^^^^^^^^^
              = hint: write `repeat 0 .. N times` with a number, or use something up in each round: `remove` a piece, `add 1 to` a counter
        "#]],
    );
    fine(
        r"main = try walk else lose.
walk = find own man,
       repeat 1 .. 3 times
         [ pickup, alldir, step, points at empty field, putdown ].",
    );
}

#[test]
fn hand_full() {
    check(
        r"main = try [ check, lose ] else move.
check = as opponent [ reach, points at enemy king ].
reach = find own king, pickup, alldir, step.
move = reach, points at empty field, putdown.",
        expect![[r#"
            error[hand-full]: `main` can end with a piece in the hand
             --> case.mg:1:14
              |
            1 | main = try [ check, lose ] else move.
              |              ^^^^^ leaves a piece in the hand
            2 | check = as opponent [ reach, points at enemy king ].
              |                       ----- on this way
            3 | reach = find own king, pickup, alldir, step.
              |                        ------ picked up here
              = hint: if this is only a question, ask it with `test`; if not, `putdown` the piece
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
             --> case.mg:1:28
              |
            1 | main = try [ find own man, pickup, forward, step, points at empty field,
              |                            ^^^^^^ is not put down on every way
              = hint: `putdown` the piece on every way, or ask with `test` what is only a question
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
             --> case.mg:3:24
              |
            1 | main = try [ reach, not check, points at empty field, putdown ] else lose.
              |                         ----- is run with a piece in the hand
            ...
            3 | reach = find own king, pickup, alldir, step.
              |                        ^^^^^^
              = hint: `putdown` the first piece before, also before a question that picks up another
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
             --> case.mg:1:66
              |
            1 | main = try [ find own man, forward, step, points at empty field, putdown ] else lose.
              |                                                                  ^^^^^^^
              = hint: `pickup` a piece first, or place a new one with `replace by`
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
             --> case.mg:1:14
              |
            1 | main = try [ points at own man, remove ] else lose.
              |              ^^^^^^^^^^^^^^^^^
              = hint: `find` a field first
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
             --> case.mg:1:36
              |
            1 | main = try [ find own man, pickup, step, points at empty field, putdown ] else lose.
              |                                    ^^^^
              = hint: set it first: `forward`, `north`, `orthogonal`, `alldir`, …
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
             --> case.mg:1:34
              |
            1 | main = try [ for each own man do pickup, win ] else lose.
              |                                  ^^^^^^
              = hint: use `remove`, `keep` or `replace by`, or pick up and put down within the body
        "#]],
    );
    fine(
        r"main = try [ for each own man do [ pickup, forward, step, points at empty field, putdown ] ] else lose.",
    );
}

#[test]
fn unused() {
    check(
        r"main = try place else draw.
place = find empty field, replace by own man.
other = find own man in far.
value worth = count own man.
pieces { stone '*' }
zones { far row 4 }
counters { quiet 0 .. 9 }
memory { spot }
directions { along north }
layout full { XXXX/XXXX/XXXX/XXXX }",
        expect![[r#"
            warning[unused]: the rule `other` is never used
             --> case.mg:3:1
              |
            3 | other = find own man in far.
              | ^^^^^
              = hint: use it or take it out

            warning[unused]: the value `worth` is never used
             --> case.mg:4:7
              |
            4 | value worth = count own man.
              |       ^^^^^
              = hint: use it or take it out

            warning[unused]: the piece `stone` is never used
             --> case.mg:5:10
              |
            5 | pieces { stone '*' }
              |          ^^^^^
              = hint: use it or take it out

            warning[unused]: the zone `far` is never used
             --> case.mg:6:9
              |
            6 | zones { far row 4 }
              |         ^^^
              = hint: use it or take it out

            warning[unused]: the counter `quiet` is never used
             --> case.mg:7:12
              |
            7 | counters { quiet 0 .. 9 }
              |            ^^^^^
              = hint: use it or take it out

            warning[unused]: the remembered field `spot` is never used
             --> case.mg:8:10
              |
            8 | memory { spot }
              |          ^^^^
              = hint: use it or take it out

            warning[unused]: the set of directions `along` is never used
             --> case.mg:9:14
              |
            9 | directions { along north }
              |              ^^^^^
              = hint: use it or take it out

            warning[unused]: the layout `full` is never used
              --> case.mg:10:8
               |
            10 | layout full { XXXX/XXXX/XXXX/XXXX }
               |        ^^^^
               = hint: use it or take it out
        "#]],
    );
    fine(
        r"main = try place else draw.
place = find empty field, replace by own man, try [ other, win ].
other = find own man in far, along, step, remember spot,
        either matches full or points at stone, worth > quiet.
value worth = count own man.
pieces { stone '*' }
zones { far row 4 }
counters { quiet 0 .. 9 }
memory { spot }
directions { along north }
layout full { XXXX/XXXX/XXXX/XXXX }",
    );
}

#[test]
fn repeat_stands_still() {
    check(
        r"main = try [ find own man, repeat 3 times points at own man, remove ] else lose.",
        expect![[r#"
            warning[repeat-stands-still]: repeating this changes nothing: neither finger, direction nor position
             --> case.mg:1:28
              |
            1 | main = try [ find own man, repeat 3 times points at own man, remove ] else lose.
              |                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              = hint: add the `step` that is missing, or leave `repeat` out
        "#]],
    );
    fine(
        r"main = try [ find own man, alldir, repeat 3 times [ step, points at own man ], remove ] else lose.",
    );
}

#[test]
fn never_succeeds_after_pickup() {
    check(
        r"main = try [ find own piece, pickup, points at own man, forward, step,
             points at empty field, putdown ] else lose.",
        expect![[r#"
            warning[never-succeeds]: the field under the finger can never be like this
             --> case.mg:1:38
              |
            1 | main = try [ find own piece, pickup, points at own man, forward, step,
              |                                      ^^^^^^^^^^^^^^^^^ the field is always empty here
              = hint: ask before `pickup` or `remove`, or move the finger first
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
             --> case.mg:1:66
              |
            1 | main = try [ find own man, forward, step, points at empty field, remove ] else lose.
              |                                                                  ^^^^^^ the field is always empty here
              = hint: move the finger to a field with a piece first
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
             --> case.mg:1:61
              |
            1 | main = try [ find own man, alldir, step, points at own man, points at enemy piece,
              |                                                             ^^^^^^^^^^^^^^^^^^^^^ only `own man` can be here
              = hint: ask before `pickup` or `remove`, or move the finger first
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
             --> case.mg:1:58
              |
            1 | main = try [ add 1 to quiet, find own man, remove, try [ quiet > 9, draw ] ] else lose.
              |                                                          ^^^^^^^^^ never succeeds
              = hint: compare with a value that it can have
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
             --> case.mg:1:29
              |
            1 | main = try [ find own king, promote ] else lose.
              |                             ^^^^^^^ never succeeds
              = hint: say what it becomes: `promotes to …` behind its signs
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
             --> case.mg:1:28
              |
            1 | main = try [ find own man, not points at own piece, remove ] else lose.
              |                            ^^^^^^^^^^^^^^^^^^^^^^^ never succeeds
              = hint: leave it out, or ask something else
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
             --> case.mg:1:76
              |
            1 | main = try [ find own man, remove ] else try [ try [ set quiet to 0 ] else lose, draw ].
              |                                                                            ^^^^
              |                                                    ------------------ always succeeds
              = hint: leave it out, or let the first part fail where it should
        "#]],
    );
    fine(
        r"main = try [ find own man, remove ] else try [ try [ add 1 to quiet ] else lose, draw ].
counters { quiet 0 .. 9 }",
    );
}

#[test]
fn no_outcome() {
    check(
        r"main = find empty field, replace by own man.",
        expect![[r#"
            warning[no-outcome]: no turn can end the game: no outcome is ever reached
             --> case.mg:1:1
              |
            1 | main = find empty field, replace by own man.
              | ^^^^
              = hint: say when the game is over: `main = try move else lose.`
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
             --> case.mg:1:66
              |
            1 | main = try [ find empty field, replace by own man, test [ three, win ] ] else draw.
              |                                                                  ^^^
              = hint: `test`, `not`, `count` and the rules of the referee forget what happens in them; write `try [ test …, win ]`
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
             --> case.mg:1:15
              |
            1 | main = either [ quiet > 5, draw ] or move.
              |               ^^^^^^^^^^^^^^^^^^^ says that the position is over
              |                                      ---- makes a move
              = hint: let one of them come first: `try … else …`
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
             --> case.mg:1:8
              |
            1 | main = find own man, try [ pickup, forward, step, points at empty field, putdown ] else lose.
              |        ^^^^^^^^^^^^ one field may end the game, another give a move
              = hint: choose once for the whole turn: `try [ find …, move ] else lose`
        "#]],
    );
    fine(
        r"main = try [ find own man, pickup, forward, step, points at empty field, putdown ] else lose.",
    );
}

#[test]
fn two_outcomes() {
    check(
        r"main = try [ find own man, remove, win, draw ] else lose.",
        expect![[r#"
            warning[two-outcomes]: the game already has another outcome here
             --> case.mg:1:41
              |
            1 | main = try [ find own man, remove, win, draw ] else lose.
              |                                         ^^^^
              |                                    --- the first outcome
              = hint: choose one of them with `try … else`
        "#]],
    );
    fine(r"main = try [ find own man, remove, win, try [ find own king, win ] ] else lose.");
}

#[test]
fn putdown_on_own() {
    check(
        r"main = try [ find own man, pickup, forward, step, putdown ] else lose.",
        expect![[r#"
            warning[putdown-on-own]: an own piece can stand on this field, and would be gone
             --> case.mg:1:51
              |
            1 | main = try [ find own man, pickup, forward, step, putdown ] else lose.
              |                                                   ^^^^^^^
              = hint: ask before: `points at empty field`, or `not points at own piece`
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
             --> case.mg:1:43
              |
            1 | main = try [ find own man, forward, step, replace by own man ] else lose.
              |                                           ^^^^^^^^^^^^^^^^^^
              = hint: ask before: `points at empty field`, or `not points at own piece`
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
             --> case.mg:2:74
              |
            2 |              repeat 0 .. infinity times [ step, points at empty field ], putdown ]
              |                                                                          ^^^^^^^ a turn that changes nothing is no move
              = hint: go at least one field: `step` before, or `repeat 1 .. ` instead of `repeat 0 .. `
        "#]],
    );
    fine(
        r"main = try [ find own king, pickup, orthogonal,
             repeat 1 .. infinity times [ step, points at empty field ], putdown ]
       else lose.",
    );
}

#[test]
fn lost_change() {
    check(
        r"main = try [ find own man, test [ forward, step, set quiet to 0 ], remove ] else lose.
counters { quiet 0 .. 9 }",
        expect![[r#"
            warning[lost-change]: this has no effect: a question forgets what was done in it
             --> case.mg:1:50
              |
            1 | main = try [ find own man, test [ forward, step, set quiet to 0 ], remove ] else lose.
              |                                                  ^^^^^^^^^^^^^^
              = hint: do it behind the question: `test […], …`
        "#]],
    );
    fine(
        r"main = try [ find own man, test [ forward, step ], set quiet to 0, remove ] else lose.
counters { quiet 0 .. 9 }",
    );
}

#[test]
fn told_several() {
    check(
        r"main = try [ find own man, remove ] else lose.
seen = find own piece.
told = find own man, tell both 'man' here.",
        expect![[r#"
            warning[told-several]: `told` can have several results, and only one counts
             --> case.mg:3:8
              |
            3 | told = find own man, tell both 'man' here.
              |        ^^^^^^^^^^^^ goes on in several ways
              = hint: ask with `test`, or say it for every field with `for each … do`
        "#]],
    );
    fine(
        r"main = try [ find own man, remove ] else lose.
seen = find own piece.
told = for each own man do tell both 'man' here.",
    );
}

#[test]
fn refused_several() {
    check(
        r"main = try [ find own man, remove ] else lose.
seen = find own piece.
refused = either tell own 'no' or tell enemy 'try'.",
        expect![[r#"
            warning[refused-several]: `refused` can have several results, and only one counts
             --> case.mg:3:11
              |
            3 | refused = either tell own 'no' or tell enemy 'try'.
              |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ goes on in several ways
              = hint: ask with `test`, or say it for every field with `for each … do`
        "#]],
    );
    fine(
        r"main = try [ find own man, remove ] else lose.
seen = find own piece.
refused = tell own 'no', tell enemy 'try'.",
    );
}

#[test]
fn seen_without_finger() {
    check(
        r"main = try [ find own man, remove ] else lose.
seen = try find own man.",
        expect![[r#"
            warning[seen-without-finger]: `seen` can end without a finger, so that no field is meant
             --> case.mg:2:1
              |
            2 | seen = try find own man.
              | ^^^^
              = hint: end with the finger on each field that counts: `seen = find own piece.`
        "#]],
    );
    fine(
        r"main = try [ find own man, remove ] else lose.
seen = find own man.",
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
fn what_never_happens_explains_a_game_without_end() {
    check(
        r"main = try [ find own man, pickup, points at own man, win ] else try [ ] else draw.",
        expect![[r#"
            warning[never-succeeds]: the field under the finger can never be like this
             --> case.mg:1:36
              |
            1 | main = try [ find own man, pickup, points at own man, win ] else try [ ] else draw.
              |                                    ^^^^^^^^^^^^^^^^^ the field is always empty here
              = hint: ask before `pickup` or `remove`, or move the finger first

            warning[dead-else]: what follows this `else` is never needed
             --> case.mg:1:79
              |
            1 | main = try [ find own man, pickup, points at own man, win ] else try [ ] else draw.
              |                                                                               ^^^^
              |                                                                      --- always succeeds
              = hint: leave it out, or let the first part fail where it should
        "#]],
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

#[test]
fn nothing_is_said_about_the_text_of_another_game() {
    let text = "extends tictactoe pieces { stone '*' } new_mark = draw.";
    expect![[r#"
        warning[unused]: the piece `stone` is never used
         --> case.mg:1:28
          |
        1 | extends tictactoe pieces { stone '*' } new_mark = draw.
          |                            ^^^^^
          = hint: use it or take it out
    "#]]
    .assert_eq(&rendered("case", text));
}

#[test]
fn a_rule_that_replaces_nothing_is_probably_misspelled() {
    let text = "extends tictactoe three_in_row = find own mark.";
    expect![[r#"
        warning[unused]: the rule `three_in_row` is never used
         --> case.mg:1:19
          |
        1 | extends tictactoe three_in_row = find own mark.
          |                   ^^^^^^^^^^^^
          = hint: did you mean to replace `three_in_a_row`?
    "#]]
    .assert_eq(&rendered("case", text));
}

/// The pitfalls of the language, in chess.
#[test]
fn pitfalls_in_chess() {
    let chess = game_text("chess").expect("chess is there");
    let with = |from: &str, to: &str| {
        assert!(chess.contains(from), "chess has changed");
        found("chess", &chess.replace(from, to)).1
    };
    let codes = |list: Vec<Diagnostic>| list.iter().map(|d| d.code).collect::<Vec<_>>().join(" ");
    let kept = with("try [ test in_check, lose ]", "try [ in_check, lose ]");
    assert_eq!(codes(kept), "hand-full");
    let early = with("putdown, crown", "not in_check, putdown, crown");
    assert!(codes(early).contains("pickup-full-hand"));
}

#[test]
fn long_chains_of_rules_are_given_up() {
    let mut rules = String::from("main = try r0 else lose.\n");
    for i in 0..5000 {
        rules += &format!("r{i} = r{}.\n", i + 1);
    }
    fine(&(rules + "r5000 = find own man, remove."));
}
