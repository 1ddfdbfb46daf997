//! Messages about names that are of the wrong kind, defined twice or must be there.

use crate::check::{check, check_rule};
use expect_test::expect;

#[test]
fn names_of_the_wrong_kind_say_what_they_are() {
    check_rule(
        "a = man, quiet, men, far, spot, a1.",
        expect![[r#"
        error[wrong-kind]: `man` is a piece, not a rule
         --> game.mg:8:5
          |
        2 | pieces { man 'M' 'm'   fox 'F' -   wall '*' }
          |          --- defined here
        ...
        8 | a = man, quiet, men, far, spot, a1.
          |     ^^^
          = hint: write `find own man` or `points at own man`
        error[wrong-kind]: `quiet` is a counter, not a rule
         --> game.mg:8:10
          |
        3 | counters { quiet 0 .. 9 }
          |            ----- defined here
        ...
        8 | a = man, quiet, men, far, spot, a1.
          |          ^^^^^
          = hint: compare it (`quiet = 0`) or change it (`add 1 to quiet`)
        error[wrong-kind]: `men` is a value, not a rule
         --> game.mg:8:17
          |
        6 | value men = count own man.
          |       --- defined here
        ...
        8 | a = man, quiet, men, far, spot, a1.
          |                 ^^^
          = hint: compare it: `men > 0`
        error[wrong-kind]: `far` is a zone, not a rule
         --> game.mg:8:22
          |
        5 | zones { far row 4 row 1 }
          |         --- defined here
        ...
        8 | a = man, quiet, men, far, spot, a1.
          |                      ^^^
          = hint: write `find far` or `points at far`
        error[wrong-kind]: `spot` is a remembered field, not a rule
         --> game.mg:8:27
          |
        4 | memory { spot }
          |          ---- defined here
        ...
        8 | a = man, quiet, men, far, spot, a1.
          |                           ^^^^
          = hint: write `find spot` or `points at spot`
        error[wrong-kind]: `a1` is a field, not a rule
         --> game.mg:8:33
          |
        8 | a = man, quiet, men, far, spot, a1.
          |                                 ^^
          = hint: write `find a1` or `points at a1`
    "#]],
    );
    check_rule(
        "a = find own quiet, points at men, set men to 1, remember man.",
        expect![[r#"
        error[wrong-kind]: `quiet` is a counter, not a piece
         --> game.mg:8:14
          |
        3 | counters { quiet 0 .. 9 }
          |            ----- defined here
        ...
        8 | a = find own quiet, points at men, set men to 1, remember man.
          |              ^^^^^
          = hint: compare it (`quiet = 0`) or change it (`add 1 to quiet`)
        error[wrong-kind]: `men` is a value, not a piece or field
         --> game.mg:8:31
          |
        6 | value men = count own man.
          |       --- defined here
        ...
        8 | a = find own quiet, points at men, set men to 1, remember man.
          |                               ^^^
          = hint: compare it: `men > 0`
        error[wrong-kind]: `men` is a value, not a counter
         --> game.mg:8:40
          |
        6 | value men = count own man.
          |       --- defined here
        ...
        8 | a = find own quiet, points at men, set men to 1, remember man.
          |                                        ^^^
          = hint: only counters can be set or added to
        error[wrong-kind]: `man` is a piece, not a remembered field
         --> game.mg:8:59
          |
        2 | pieces { man 'M' 'm'   fox 'F' -   wall '*' }
          |          --- defined here
        ...
        8 | a = find own quiet, points at men, set men to 1, remember man.
          |                                                           ^^^
          = hint: declare one: `memory { my_man }`
    "#]],
    );
    check_rule(
        "a = main > 2, man > 1, far = 1, matches man, drop quiet.",
        expect![[r#"
        error[wrong-kind]: `main` is a rule, not a number
         --> game.mg:8:5
          |
        7 | main = find own man, remove, win.
          | ---- defined here
        8 | a = main > 2, man > 1, far = 1, matches man, drop quiet.
          |     ^^^^
          = hint: write `count main`
        error[wrong-kind]: `man` is a piece, not a number
         --> game.mg:8:15
          |
        2 | pieces { man 'M' 'm'   fox 'F' -   wall '*' }
          |          --- defined here
        ...
        8 | a = main > 2, man > 1, far = 1, matches man, drop quiet.
          |               ^^^
          = hint: write `count own man`
        error[wrong-kind]: `far` is a zone, not a number
         --> game.mg:8:24
          |
        5 | zones { far row 4 row 1 }
          |         --- defined here
        ...
        8 | a = main > 2, man > 1, far = 1, matches man, drop quiet.
          |                        ^^^
          = hint: write `count far`
        error[wrong-kind]: `man` is a piece, not a layout
         --> game.mg:8:41
          |
        2 | pieces { man 'M' 'm'   fox 'F' -   wall '*' }
          |          --- defined here
        ...
        8 | a = main > 2, man > 1, far = 1, matches man, drop quiet.
          |                                         ^^^
          = hint: `matches` compares with `start` or a `layout`
        error[wrong-kind]: `quiet` is a counter, not a piece
         --> game.mg:8:51
          |
        3 | counters { quiet 0 .. 9 }
          |            ----- defined here
        ...
        8 | a = main > 2, man > 1, far = 1, matches man, drop quiet.
          |                                                   ^^^^^
          = hint: `drop` takes a piece of the reserve
    "#]],
    );
    check_rule(
        "a = find man in man, find own far, find enemy a1.",
        expect![[r#"
        error[wrong-kind]: `man` is a piece, not a place
         --> game.mg:8:17
          |
        2 | pieces { man 'M' 'm'   fox 'F' -   wall '*' }
          |          --- defined here
        ...
        8 | a = find man in man, find own far, find enemy a1.
          |                 ^^^
          = hint: `in` takes a zone, rows, columns, a field or a list of them
        error[owned-field]: `far` is a zone and belongs to no player
         --> game.mg:8:27
          |
        8 | a = find man in man, find own far, find enemy a1.
          |                           ^^^^^^^
          = hint: write `own piece in far`, or leave `own` out
        error[owned-field]: `a1` is a field and belongs to no player
         --> game.mg:8:41
          |
        8 | a = find man in man, find own far, find enemy a1.
          |                                         ^^^^^^^^
          = hint: write `enemy piece in a1`, or leave `enemy` out
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
             --> game.mg:1:18
              |
            1 | dimensions (4,4) dimensions (5,5)
              |                  ^^^^^^^^^^^^^^^^
              | ---------------- the first one
              = hint: keep one of the two
            error[defined-twice]: `a1` is already the name of a field, and cannot also be a piece
             --> game.mg:2:23
              |
            2 | pieces { man 'M' 'm'  a1 '*'  man '+'  main '?' }
              |                       ^^
              = hint: choose another name for one of them
            error[defined-twice]: the piece `man` is defined twice
             --> game.mg:2:31
              |
            2 | pieces { man 'M' 'm'  a1 '*'  man '+'  main '?' }
              |                               ^^^
              |          --- defined here first
              = hint: take one of them out, or give it another name
            error[role-name]: `main` can only be the name of a rule
             --> game.mg:2:40
              |
            2 | pieces { man 'M' 'm'  a1 '*'  man '+'  main '?' }
              |                                        ^^^^
              = hint: the game runs `main` by itself; choose another name
            error[defined-twice]: `far` is already the name of a counter, and cannot also be a zone
             --> game.mg:4:9
              |
            3 | counters { far 0 .. 3 }
              |            --- defined here
            4 | zones { far row 1 }
              |         ^^^
              = hint: choose another name for one of them
            error[defined-twice]: `man` is in the reserve twice
             --> game.mg:5:17
              |
            5 | reserve { man 3 man 4 }
              |                 ^^^
              |           --- the first time
              = hint: keep one of the two
            error[defined-twice]: `quiet` is already the name of a value, and cannot also be a rule
             --> game.mg:7:1
              |
            6 | value quiet = 1.
              |       ----- defined here
            7 | quiet = win.
              | ^^^^^
              = hint: choose another name for one of them
            error[defined-twice]: `quiet` is already the name of a value, and cannot also be a rule
             --> game.mg:8:1
              |
            6 | value quiet = 1.
              |       ----- defined here
            ...
            8 | quiet = lose.
              | ^^^^^
              = hint: choose another name for one of them
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
             --> game.mg:2:33
              |
            2 | main = find tile2, remove, find tile4, replace by tile.
              |                                 ^^^^^
              = hint: did you mean `tile`?
            error[not-one-piece]: `tile` is a family of 3 pieces
             --> game.mg:2:51
              |
            2 | main = find tile2, remove, find tile4, replace by tile.
              |                                                   ^^^^
              = hint: name one of `tile1` to `tile3`
        "#]],
    );
}

#[test]
fn main_board_and_pieces_must_be_there() {
    check(
        "",
        expect![[r#"
        error[no-board]: the game has no board
         --> game.mg:1:1
          |
        1 |
          | ^
          = hint: add `dimensions (8,8)`, or `lines { … }` with the points of each line
        error[no-pieces]: the game has no pieces
         --> game.mg:1:1
          |
        1 |
          | ^
          = hint: add `pieces { stone 'X' 'O' }`
        error[no-main]: the game has no rule `main`
         --> game.mg:1:1
          |
        1 |
          | ^
          = hint: `main` is the rule that makes a turn: `main = try move else lose.`
    "#]],
    );
    check(
        "dimensions (0,100) pieces { man 'M' 'm' } mian = win.",
        expect![[r#"
            error[no-main]: the game has no rule `main`
             --> game.mg:1:1
              |
            1 | dimensions (0,100) pieces { man 'M' 'm' } mian = win.
              | ^
              = hint: the rule that makes a turn is called `main`, not `mian`
            error[board-size]: a board cannot have 0 columns
             --> game.mg:1:13
              |
            1 | dimensions (0,100) pieces { man 'M' 'm' } mian = win.
              |             ^
              = hint: a board has from 1 to 26 columns
            error[board-size]: a board cannot have 100 rows
             --> game.mg:1:15
              |
            1 | dimensions (0,100) pieces { man 'M' 'm' } mian = win.
              |               ^^^
              = hint: a board has from 1 to 99 rows
        "#]],
    );
}

#[test]
fn players_are_no_pieces() {
    check_rule(
        "a = find white, points at own black, count white > 2.",
        expect![[r#"
        error[wrong-kind]: `white` is a player, not a piece
         --> game.mg:8:10
          |
        8 | a = find white, points at own black, count white > 2.
          |          ^^^^^
          |                                            ----- also here
          = hint: write `white piece`
        error[wrong-kind]: `black` is a player, not a piece
         --> game.mg:8:31
          |
        8 | a = find white, points at own black, count white > 2.
          |                               ^^^^^
          = hint: write `black piece`
    "#]],
    );
    check_rule(
        "a = find own man in white.",
        expect![[r#"
        error[wrong-kind]: `white` is a player, not a zone
         --> game.mg:8:21
          |
        8 | a = find own man in white.
          |                     ^^^^^
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
         --> game.mg:1:52
          |
        1 | dimensions (2,2) pieces { man 'M' 'm' } counters { main }
          |                                                    ^^^^
          = hint: the game runs `main` by itself; choose another name
    "#]],
    );
    check(
        &format!("main = win.\n{board} counters {{ main }}\n"),
        expect![[r#"
        error[defined-twice]: `main` is already the name of a rule, and cannot also be a counter
         --> game.mg:2:52
          |
        1 | main = win.
          | ---- defined here
        2 | dimensions (2,2) pieces { man 'M' 'm' } counters { main }
          |                                                    ^^^^
          = hint: choose another name for one of them
    "#]],
    );
}
