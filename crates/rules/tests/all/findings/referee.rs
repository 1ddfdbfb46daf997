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
              3:8 `find own man` has several results
              hint: ask with `test`, or say it for every field with `for each … do`
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
              3:40 `alldir` has several results
              hint: ask with `test`, or say it for every field with `for each … do`
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
refused = either tell own 'no' or tell enemy 'try'.
tries = find own man, remove.",
        expect![[r#"
            warning[refused-several]: `refused` can have several results, and only the first counts
              3:11 `either tell own 'no' or tell enemy 'try'` has several results
              hint: ask with `test`, or say it for every field with `for each … do`
        "#]],
    );
    fine(
        r"main = try [ find own man, remove ] else lose.
seen = find own piece.
tries = find own man, remove.
refused = tell own 'no', tell enemy 'try'.",
    );
}

#[test]
fn seen_without_finger() {
    check(
        r"main = try [ find own man, remove ] else lose.
seen = try find piece.",
        expect![[r#"
            warning[seen-without-finger]: `seen` can end with the finger nowhere, so that no field is meant
              2:1 `seen`
              hint: end with the finger on each field that counts: `seen = find own piece.`
        "#]],
    );
    fine(
        r"main = try [ find own man, remove ] else lose.
seen = find man.",
    );
}

#[test]
fn a_referee_who_never_says_anything() {
    check(
        r"main = try [ find own man, remove ] else lose.
seen = find own man.",
        expect![[r#"
            warning[silent-referee]: nobody is ever told or shown anything of what the enemy does
              2:1 `seen`
              hint: let the referee speak (`told`, `tell` in `main`), let players try what may be refused (`tries`), or show them more
        "#]],
    );
    // Each of these is something to go by.
    for more in [
        "told = try [ test find own man, tell both 'men' ].",
        "tries = find own man, remove.",
        "seen = either find own piece or [ find own man, alldir, step ].",
    ] {
        let seen = if more.starts_with("seen") { "" } else { "seen = find own man." };
        fine(&format!("main = try [ find own man, remove ] else lose. {seen} {more}"));
    }
    fine(
        r"main = try [ find own man, remove, tell enemy 'gone' ] else lose.
seen = find own man.",
    );
}

#[test]
fn a_refusal_that_the_player_does_not_hear() {
    let game = |refused: &str| {
        format!(
            "main = try [ find own man, remove ] else lose.
seen = find own man.
tries = find own man, remove.
refused = {refused}."
        )
    };
    check(
        &game("tell enemy 'they try'"),
        expect![[r#"
            warning[silent-refusal]: a player who is refused hears nothing of it
              4:1 `refused`
              hint: tell them: `tell own 'no'`
        "#]],
    );
    check(
        &game("as opponent tell own 'they try'"),
        expect![[r#"
            warning[silent-refusal]: a player who is refused hears nothing of it
              4:1 `refused`
              hint: tell them: `tell own 'no'`
        "#]],
    );
    fine(&game("as opponent tell enemy 'no'"));
    fine(&game("tell enemy 'they tried', pass"));
}

#[test]
fn rules_of_the_referee_without_effect() {
    check(
        r"main = try [ find own man, remove ] else lose.
seen = find piece.
known = find own man.
refused = tell own 'no'.
told = try [ find own man, remember spot ].
memory { spot }",
        expect![[r#"
            warning[referee-idle]: `seen` shows every piece, so that nothing is hidden
              2:1 `seen`
              hint: show less, as `seen = find own piece.` does, or leave the referee out
            warning[referee-idle]: `known` is for tries, and there are none
              3:1 `known`
              hint: say what may be tried: `tries = …`, or leave this rule out
            warning[referee-idle]: nothing can be refused, because players are told their legal moves
              4:1 `refused`
              hint: say what may be tried: `tries = …`, or leave this rule out
            warning[referee-idle]: `told` tells nothing, and nothing else that it does counts
              5:1 `told`
              hint: let it `tell` somebody something, or leave it out
            warning[told-several]: `told` can have several results, and only the first counts
              5:14 `find own man` has several results
              hint: ask with `test`, or say it for every field with `for each … do`
        "#]],
    );
    check(
        r"main = try [ find own man, remove ] else lose.
tries = find own man, remove.",
        expect![[r#"
            warning[referee-idle]: nothing is hidden, so that there is no need to try
              2:1 `tries`
              hint: say what a player sees: `seen = find own piece.`
        "#]],
    );
    check(
        r"main = try [ find own man, remove ] else lose.
told = tell own 'your turn'.",
        expect![[r#"
            warning[referee-idle]: nothing is hidden, so that there is nothing to tell
              2:1 `told`
              hint: say what a player sees: `seen = find own piece.`
        "#]],
    );
    fine(
        r"main = try [ find own man, remove ] else lose.
known = find own man.",
    );
    fine(
        r"main = try [ find own man, remove ] else lose.
known = find own man.
told = tell own 'your turn'.",
    );
}

#[test]
fn a_referee_who_hides_nothing() {
    let game = |seen: &str| {
        format!(
            "main = try [ find own man, remove ] else lose.
seen = {seen}.
tries = find own man, remove.
refused = tell own 'no'.
men = either find own piece or find enemy piece."
        )
    };
    check(
        &game("either find man or men"),
        expect![[r#"
            warning[referee-idle]: `seen` shows every piece, so that nothing is hidden
              2:1 `seen`
              hint: show less, as `seen = find own piece.` does, or leave the referee out
        "#]],
    );
    // Something stays in the dark: a kind, the men elsewhere, the enemy's men.
    fine(&game("either find man or [ test men, find own piece ]"));
    fine(&game("either [ find piece, test [ forward, step ] ] or [ test men, find own piece ]"));
    fine(&game("either find own piece or [ test men, find white piece ]"));
}

#[test]
fn messages_that_nobody_hears() {
    check(
        r"main = try [ find own man, test [ tell both 'asked', step_on ], remove, tell both 'gone' ]
    else lose.
step_on = forward, step.
seen = find piece, tell own 'seen'.
tries = find own man, remove, tell own 'tried'.",
        expect![[r#"
            warning[unheard]: nobody hears this
              1:35 `tell both 'asked'`
              hint: messages count in `main`, `refused` and `told`, outside of questions; tries are only thought of, and `seen` and `known` only look
            warning[unheard]: nobody hears this
              4:20 `tell own 'seen'`
              hint: messages count in `main`, `refused` and `told`, outside of questions; tries are only thought of, and `seen` and `known` only look
            warning[unheard]: nobody hears this
              5:31 `tell own 'tried'`
              hint: messages count in `main`, `refused` and `told`, outside of questions; tries are only thought of, and `seen` and `known` only look
        "#]],
    );
    // A rule that is heard in one place may be asked in another.
    fine(
        r"main = try [ find own man, test taken, taken ] else lose.
taken = remove, tell both 'gone'.
seen = find own man.",
    );
}

#[test]
fn what_a_referee_does_not_know() {
    check(
        r"main = try [ find own man, remember spot, remember last, remove ] else lose.
memory { spot   last for 1 turn }
seen = either find own man or find last.
tries = find own man, not points at last, remove.
told = try [ test again_here, tell both 'again' ], tell both 'from' spot last.
again_here = occurred 2 times.",
        expect![[r#"
            warning[not-known]: in `tries` nothing is remembered as `last`
              4:27 `points at last`
              hint: what is remembered is gone when its turn is over: write `last for 1 turn` in `memory` if it should last, and look at it outside of `tries`
            warning[not-known]: in `told` nothing is remembered as `spot`
              5:52 `tell both 'from' spot last`
              hint: what is remembered is gone when its turn is over: write `spot for 1 turn` in `memory` if it should last, and look at it outside of `tries`
            warning[not-known]: `told` does not know earlier positions, so this is never true
              6:14 `occurred 2 times`
              hint: only `main` can ask what has occurred; let it `tell` then
        "#]],
    );
    // What a rule remembers itself it knows.
    fine(
        r"main = try [ find own man, remove ] else lose.
memory { spot }
seen = find own man.
told = for each own man do [ remember spot, tell both 'man' spot ].",
    );
}
