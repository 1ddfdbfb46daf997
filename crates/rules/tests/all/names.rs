//! Messages about names that are of the wrong kind, defined twice or must be there.

use crate::check::{check, check_rule};
use expect_test::expect;

#[test]
fn names_of_the_wrong_kind_say_what_they_are() {
    check_rule(
        "a = man, quiet, men, far, spot, a1.",
        expect![[r#"
            error[wrong-kind]: `man` is a piece, not a rule
              8:5 `man`
              2:10 `man` defined here
              hint: write `find own man` or `points at own man`
            error[wrong-kind]: `quiet` is a counter, not a rule
              8:10 `quiet`
              3:12 `quiet` defined here
              hint: compare it (`quiet = 0`) or change it (`add 1 to quiet`)
            error[wrong-kind]: `men` is a value, not a rule
              8:17 `men`
              6:7 `men` defined here
              hint: compare it: `men > 0`
            error[wrong-kind]: `far` is a zone, not a rule
              8:22 `far`
              5:9 `far` defined here
              hint: write `find far` or `points at far`
            error[wrong-kind]: `spot` is a remembered field, not a rule
              8:27 `spot`
              4:10 `spot` defined here
              hint: write `find spot` or `points at spot`
            error[wrong-kind]: `a1` is a field, not a rule
              8:33 `a1`
              hint: write `find a1` or `points at a1`
        "#]],
    );
    check_rule(
        "a = find own quiet, points at men, set men to 1, remember man.",
        expect![[r#"
            error[wrong-kind]: `quiet` is a counter, not a piece
              8:14 `quiet`
              3:12 `quiet` defined here
              hint: compare it (`quiet = 0`) or change it (`add 1 to quiet`)
            error[wrong-kind]: `men` is a value, not a piece or field
              8:31 `men`
              6:7 `men` defined here
              hint: compare it: `men > 0`
            error[wrong-kind]: `men` is a value, not a counter
              8:40 `men`
              6:7 `men` defined here
              hint: only counters can be set or added to
            error[wrong-kind]: `man` is a piece, not a remembered field
              8:59 `man`
              2:10 `man` defined here
              hint: declare one: `memory { my_man }`
        "#]],
    );
    check_rule(
        "a = main > 2, man > 1, far = 1, matches man, drop quiet.",
        expect![[r#"
            error[wrong-kind]: `main` is a rule, not a number
              8:5 `main`
              7:1 `main` defined here
              hint: write `count main`
            error[wrong-kind]: `man` is a piece, not a number
              8:15 `man`
              2:10 `man` defined here
              hint: write `count own man`
            error[wrong-kind]: `far` is a zone, not a number
              8:24 `far`
              5:9 `far` defined here
              hint: write `count far`
            error[wrong-kind]: `man` is a piece, not a layout
              8:41 `man`
              2:10 `man` defined here
              hint: `matches` compares with `start` or a `layout`
            error[wrong-kind]: `quiet` is a counter, not a piece
              8:51 `quiet`
              3:12 `quiet` defined here
              hint: `drop` takes a piece of the reserve
        "#]],
    );
    check_rule(
        "a = find man in man, find own far, find enemy a1.",
        expect![[r#"
            error[wrong-kind]: `man` is a piece, not a place
              8:17 `man`
              2:10 `man` defined here
              hint: `in` takes a zone, rows, columns, a field or a list of them
            error[owned-field]: `far` is a zone and belongs to no player
              8:27 `own far`
              hint: write `own piece in far`, or leave `own` out
            error[owned-field]: `a1` is a field and belongs to no player
              8:41 `enemy a1`
              hint: write `enemy piece in a1`, or leave `enemy` out
        "#]],
    );
}

#[test]
fn names_are_defined_once() {
    check(
        "dimensions (4,4) dimensions (5,5)
pieces { man 'M' 'm'  a1 '*'  man '+'  main '?' }
counters { far 0 .. 3 }
zones { far row 1 }
reserve { man 3 man 4 }
value quiet = 1.
quiet = win.
quiet = lose.
",
        expect![[r#"
            error[section-twice]: a second `dimensions`
              1:18 `dimensions (5,5)`
              1:1 `dimensions (4,4)` the first one
              hint: keep one of the two
            error[defined-twice]: `a1` is already the name of a field, and cannot also be a piece
              2:23 `a1`
              hint: choose another name for one of them
            error[defined-twice]: the piece `man` is defined twice
              2:31 `man`
              2:10 `man` defined here first
              hint: take one of them out, or give it another name
            error[role-name]: `main` can only be the name of a rule
              2:40 `main`
              hint: the game runs `main` by itself; choose another name
            error[defined-twice]: `far` is already the name of a counter, and cannot also be a zone
              4:9 `far`
              3:12 `far` defined here
              hint: choose another name for one of them
            error[defined-twice]: `man` is in the reserve twice
              5:17 `man`
              5:11 `man` the first time
              hint: keep one of the two
            error[defined-twice]: `quiet` is already the name of a value, and cannot also be a rule
              7:1 `quiet`
              6:7 `quiet` defined here
              hint: choose another name for one of them
            error[defined-twice]: `quiet` is already the name of a value, and cannot also be a rule
              8:1 `quiet`
              6:7 `quiet` defined here
              hint: choose another name for one of them
        "#]],
    );
}

#[test]
fn members_of_families_have_names() {
    check(
        "players solver dimensions (2,2) pieces { tile '1' .. '3' }
main = find tile2, remove, find tile4, replace by tile.",
        expect![[r#"
            error[unknown-name]: no piece is called `tile4`
              2:33 `tile4`
              hint: did you mean `tile`?
            error[not-one-piece]: `tile` is a family of 3 pieces
              2:51 `tile`
              hint: name one of `tile1` to `tile3`
        "#]],
    );
}

#[test]
fn main_board_and_pieces_must_be_there() {
    check(
        "players white black",
        expect![[r#"
            error[no-board]: the game has no board
              1:1 ``
              hint: add `dimensions (8,8)`, or `lines { … }` with the points of each line
            error[no-pieces]: the game has no pieces
              1:1 ``
              hint: add `pieces { stone 'X' 'O' }`
            error[no-main]: the game has no rule `main`
              1:1 ``
              hint: `main` is the rule that makes a turn: `main = try move else lose.`
        "#]],
    );
    check(
        "dimensions (0,100) pieces { man 'M' 'm' } mian = win.",
        expect![[r#"
            error[no-main]: the game has no rule `main`
              1:1 ``
              hint: the rule that makes a turn is called `main`, not `mian`
            error[board-size]: a board cannot have 0 columns
              1:13 `0`
              hint: a board has from 1 to 26 columns
            error[board-size]: a board cannot have 100 rows
              1:15 `100`
              hint: a board has from 1 to 99 rows
        "#]],
    );
}

/// One message, and not one for each thing that is missing.
#[test]
fn a_file_without_rules_is_one_mistake() {
    for text in ["", "  \n", "// to be written\n"] {
        check(
            text,
            expect![[r#"
            error[empty-file]: there are no rules in this file
              1:1 ``
              hint: begin with `dimensions (8,8)`, `pieces { stone 'X' 'O' }` and `main = …`
        "#]],
        );
    }
}

#[test]
fn players_are_no_pieces() {
    check_rule(
        "a = find white, points at own black, count white > 2.",
        expect![[r#"
            error[wrong-kind]: `white` is a player, not a piece
              8:10 `white`
              8:44 `white` also here
              hint: write `white piece`
            error[wrong-kind]: `black` is a player, not a piece
              8:31 `black`
              hint: write `black piece`
        "#]],
    );
    check_rule(
        "a = find own man in white.",
        expect![[r#"
            error[wrong-kind]: `white` is a player, not a zone
              8:21 `white`
        "#]],
    );
}

#[test]
fn a_name_with_a_role_is_one_mistake() {
    let board = "dimensions (2,2) pieces { man 'M' 'm' }";
    check(
        &format!("{board} counters {{ main }}\nmain = win.\n"),
        expect![[r#"
            error[role-name]: `main` can only be the name of a rule
              1:52 `main`
              hint: the game runs `main` by itself; choose another name
        "#]],
    );
    check(
        &format!("main = win.\n{board} counters {{ main }}\n"),
        expect![[r#"
            error[defined-twice]: `main` is already the name of a rule, and cannot also be a counter
              2:52 `main`
              1:1 `main` defined here
              hint: choose another name for one of them
        "#]],
    );
}
