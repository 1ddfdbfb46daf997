//! The rules of the referee: what they say once, and which fields they show.

use crate::check::{check_findings as check, no_findings as fine};
use expect_test::expect;

#[test]
fn told_several() {
    check(
        r"main = try [ find own man, remove ] else lose.
seen = find own piece.
told = find own man, tell both 'man' here.",
        expect![[r#"
            warning[told-several]: `told` can have several results, and only the first counts
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
fn told_several_inside_for_each() {
    check(
        r"main = try [ find own man, remove ] else lose.
seen = find own piece.
told = for each [ find own king ] do [ alldir, step, tell both 'x' here ].",
        expect![[r#"
            warning[told-several]: `told` can have several results, and only the first counts
             --> case.mg:3:40
              |
            3 | told = for each [ find own king ] do [ alldir, step, tell both 'x' here ].
              |                                        ^^^^^^ goes on in several ways
              = hint: ask with `test`, or say it for every field with `for each … do`
        "#]],
    );
    fine(
        r"main = try [ find own man, remove ] else lose.
seen = find own piece.
told = for each own man do try [ forward, step, tell both 'x' here ].",
    );
}

#[test]
fn refused_several() {
    check(
        r"main = try [ find own man, remove ] else lose.
seen = find own piece.
refused = either tell own 'no' or tell enemy 'try'.",
        expect![[r#"
            warning[refused-several]: `refused` can have several results, and only the first counts
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
