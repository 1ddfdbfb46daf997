//! Messages about rules and values whose names are right.

use crate::check::{check, check_rule, compiled};
use expect_test::expect;
use syntax::Code;

#[test]
fn patterns_that_never_match() {
    check_rule(
        "a = find own wall, points at enemy wall, find black fox, find own fox.",
        expect![[r#"
            error[never-matches]: `wall` belongs to nobody, so this never matches
              8:10 `own wall`
              hint: write `wall` alone
            error[never-matches]: `wall` belongs to nobody, so this never matches
              8:30 `enemy wall`
              hint: write `wall` alone
            error[never-matches]: black has no `fox`, so this never matches
              8:47 `black fox`
              hint: only the other player has a symbol for `fox`
        "#]],
    );
    check(
        "dimensions (2,2) pieces { wall '*' } main = find own piece, win.",
        expect![[r#"
            error[never-matches]: no player has a piece, so this never matches
              1:50 `own piece`
              hint: pieces with one symbol belong to nobody; write `piece`
        "#]],
    );
}

#[test]
fn replacing_needs_one_piece() {
    check_rule(
        "a = replace by own wall, replace by piece, replace by man, replace by empty field.",
        expect![[r#"
            error[never-matches]: `wall` belongs to nobody, so this can never be put down
              8:16 `own wall`
              hint: write `wall` alone
            error[not-one-piece]: this does not say which piece
              8:37 `piece`
              hint: name the piece: `replace by own …`
            error[not-one-piece]: this does not say whose `man`
              8:55 `man`
              hint: write `own man` or `enemy man`
            error[not-one-piece]: `empty field` is not a piece
              8:71 `empty field`
              hint: write `remove`
        "#]],
    );
    check_rule(
        "a = replace by own man in far, replace by fox, replace by enemy man, replace by wall.",
        expect![[r#"
            error[not-one-piece]: `replace by` takes no place
              8:27 `far`
              hint: the piece goes onto the field under the finger; leave `in` out
        "#]],
    );
}

#[test]
fn the_reserve_must_be_declared() {
    check_rule(
        "a = drop man, drop piece, keep.\nvalue b = count own man in reserve.",
        expect![[r#"
            error[no-reserve]: `man` is not in the reserve
              8:10 `man`
              hint: add `reserve { man }`
            error[no-reserve]: `drop` needs a reserve
              8:15 `drop piece`
              hint: add a `reserve { … }` with the pieces that go there
            error[no-reserve]: `keep` needs a reserve
              8:27 `keep`
              hint: add a `reserve { … }` with the pieces that go there
            error[no-reserve]: `man` is not in the reserve
              9:21 `man`
              hint: add `reserve { man }`
        "#]],
    );
    check_rule(
        "value b = count own piece in reserve + count far in reserve.",
        expect![[r#"
            error[no-reserve]: this game has no reserve
              8:17 `own piece in reserve`
              hint: add a `reserve { … }` with the pieces that go there
            error[wrong-kind]: `far` is a zone, not a piece
              8:46 `far`
              5:9 `far` defined here
              hint: only pieces are in the reserve
        "#]],
    );
    check(
        "dimensions (2,2)
pieces { man 'M' 'm' promotes to king  fox 'F' 'f' promotes to king  king 'K' 'k' }
reserve { man fox }
main = find enemy piece, keep, drop piece, drop king.
",
        expect![[r#"
            error[ambiguous-keep]: `keep` does not know as what to keep `king`: `man` and `fox` promote to it
              4:26 `keep`
              hint: put `king` into the reserve, or let only one kind promote to it
            error[no-reserve]: `king` is not in the reserve
              4:49 `king`
              hint: add `reserve { king }`
        "#]],
    );
}

#[test]
fn stacks_must_be_declared() {
    check_rule(
        "a = pickup all, pickup 2, putdown 1, height > 2, hand > 0.",
        expect![[r#"
            error[needs-stacks]: `pickup` with an amount needs a board with stacks
              8:5 `pickup all`
              hint: add `stacks 4`, with the most pieces that a field can hold
            error[needs-stacks]: `pickup` with an amount needs a board with stacks
              8:17 `pickup 2`
              hint: add `stacks 4`, with the most pieces that a field can hold
            error[needs-stacks]: `putdown` with an amount needs a board with stacks
              8:27 `putdown 1`
              hint: add `stacks 4`, with the most pieces that a field can hold
            error[needs-stacks]: `height` needs a board with stacks
              8:38 `height`
              hint: add `stacks 4`, with the most pieces that a field can hold
        "#]],
    );
}

#[test]
fn ranges_and_turns() {
    check_rule(
        "a = repeat 3 .. 1 times step, repeat -1 .. 2 times step, rotate 30.",
        expect![[r#"
            error[empty-range]: there is nothing from 3 to 1
              8:12 `3 .. 1`
              hint: write `1 .. 3`
            error[empty-range]: nothing can be repeated less than 0 times
              8:38 `-1`
              hint: write a number that is not negative
            error[bad-rotation]: `rotate 30` does not fit this board
              8:58 `rotate 30`
              hint: on squares a turn goes by multiples of 45
        "#]],
    );
    check_rule(
        "a = occurred 0 times, occurred 1 times, occurred 3 times.",
        expect![[r#"
            error[occurred-once]: every position has occurred once, so this is no question
              8:14 `0`
              hint: write a number from 2 on: `occurred 3 times`
            error[occurred-once]: every position has occurred once, so this is no question
              8:32 `1`
              hint: write a number from 2 on: `occurred 3 times`
        "#]],
    );
}

#[test]
fn too_many_mistakes_and_too_long_rules() {
    let unknown: String = (0..2000).map(|i| format!("find own knigt{i}, ")).collect();
    let unknown = format!("main = {unknown} win.");
    let text = format!("dimensions (2,2) pieces {{ man 'M' 'm' }} {unknown}");
    let game = compiled(&[("game", &text)]);
    assert_eq!(game.diagnostics.len(), 101);
    assert_eq!(game.diagnostics[100].code, Code::TooManyErrors);

    let long = format!("main = {} win.", "step, ".repeat(30_000));
    let text = format!("dimensions (2,2) pieces {{ man 'M' 'm' }} {long}");
    let game = compiled(&[("game", &text)]);
    assert_eq!(game.diagnostics.len(), 1);
    assert_eq!(game.diagnostics[0].code, Code::OutOfLimits);
}

#[test]
fn a_comma_may_be_missing_after_putdown() {
    check_rule(
        "a = find own man, pickup fly. fly = forward, step, putdown a.",
        expect![[r#"
            error[missing-comma]: a comma is missing between `pickup` and `fly`
              8:25 ``
              hint: write `pickup, fly`
            error[missing-comma]: a comma is missing between `putdown` and `a`
              8:59 ``
              hint: write `putdown, a`
        "#]],
    );
    check_rule(
        "a = find own man, pickup, forward, step, putdown agian.",
        expect![[r#"
            error[missing-comma]: a comma is missing between `putdown` and `agian`
              8:49 ``
              hint: write `putdown, agian`
            error[unknown-name]: no rule is called `agian`
              8:50 `agian`
              hint: did you mean `again`?
        "#]],
    );
}
