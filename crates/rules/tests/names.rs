//! Messages about names: unknown, of the wrong kind, or defined twice.

mod check;

use check::{check, check_rule};
use expect_test::expect;

#[test]
fn unknown_names_get_the_closest_one() {
    check_rule(
        "a = find own mna, points at enemy kin.",
        expect![[r#"
        error[unknown-name]: no piece is called `mna`
         --> game.mg:8:14
          |
        8 | a = find own mna, points at enemy kin.
          |              ^^^
          = hint: did you mean `man`?
        error[unknown-name]: no piece is called `kin`
         --> game.mg:8:35
          |
        8 | a = find own mna, points at enemy kin.
          |                                   ^^^
          = hint: the pieces are `man`, `fox`, `wall`
    "#]],
    );
    check_rule(
        "a = mian, set quite to 0, remember sport.",
        expect![[r#"
        error[unknown-name]: no rule is called `mian`
         --> game.mg:8:5
          |
        8 | a = mian, set quite to 0, remember sport.
          |     ^^^^
          = hint: did you mean `main`?
        error[unknown-name]: no counter is called `quite`
         --> game.mg:8:15
          |
        8 | a = mian, set quite to 0, remember sport.
          |               ^^^^^
          = hint: did you mean `quiet`?
        error[unknown-name]: no remembered field is called `sport`
         --> game.mg:8:36
          |
        8 | a = mian, set quite to 0, remember sport.
          |                                    ^^^^^
          = hint: did you mean `spot`?
    "#]],
    );
    check_rule(
        "a = matches solved, mn > 2, for each mna do remove.",
        expect![[r#"
        error[unknown-name]: no layout is called `solved`
         --> game.mg:8:13
          |
        8 | a = matches solved, mn > 2, for each mna do remove.
          |             ^^^^^^
          = hint: this game has no layouts
        error[unknown-name]: no value is called `mn`
         --> game.mg:8:21
          |
        8 | a = matches solved, mn > 2, for each mna do remove.
          |                     ^^
          = hint: did you mean `men`?
        error[unknown-name]: no piece is called `mna`
         --> game.mg:8:38
          |
        8 | a = matches solved, mn > 2, for each mna do remove.
          |                                      ^^^
          = hint: did you mean `man`?
    "#]],
    );
    check_rule(
        "a = find own man in fra, find red man, tell both 'x' sopt.",
        expect![[r#"
        error[unknown-name]: no zone is called `fra`
         --> game.mg:8:21
          |
        8 | a = find own man in fra, find red man, tell both 'x' sopt.
          |                     ^^^
          = hint: did you mean `far`?
        error[unknown-name]: no player is called `red`
         --> game.mg:8:31
          |
        8 | a = find own man in fra, find red man, tell both 'x' sopt.
          |                               ^^^
          = hint: the players are `white` and `black`
        error[unknown-name]: no remembered field is called `sopt`
         --> game.mg:8:54
          |
        8 | a = find own man in fra, find red man, tell both 'x' sopt.
          |                                                      ^^^^
          = hint: did you mean `spot`?
    "#]],
    );
}

#[test]
fn a_missing_name_is_one_mistake() {
    check_rule(
        "a = find own rook, b, points at enemy rook.\nb = find rook, c.",
        expect![[r#"
            error[unknown-name]: no piece is called `rook`
             --> game.mg:8:14
              |
            8 | a = find own rook, b, points at enemy rook.
              |              ^^^^
              |                                       ---- also here
            9 | b = find rook, c.
              |          ---- also here
              = hint: the pieces are `man`, `fox`, `wall`
            error[unknown-name]: no rule is called `c`
             --> game.mg:9:16
              |
            9 | b = find rook, c.
              |                ^
              = hint: the rules are `main`, `a`, `b`
        "#]],
    );
}

#[test]
fn fields_that_are_not_on_the_board() {
    check_rule(
        "a = find own man in a5, find e1, points at man in row 0.",
        expect![[r#"
        error[no-such-field]: there is no field `a5` on this board
         --> game.mg:8:21
          |
        8 | a = find own man in a5, find e1, points at man in row 0.
          |                     ^^
          = hint: the fields are `a1` to `d4`
        error[no-such-field]: there is no field `e1` on this board
         --> game.mg:8:30
          |
        8 | a = find own man in a5, find e1, points at man in row 0.
          |                              ^^
          = hint: the fields are `a1` to `d4`
        error[no-such-field]: there is no row 0 on this board
         --> game.mg:8:55
          |
        8 | a = find own man in a5, find e1, points at man in row 0.
          |                                                       ^
          = hint: the rows are 1 to 4
    "#]],
    );
    check_rule(
        "a = find man in rows 3 .. 2, find man in columns a .. g.",
        expect![[r#"
        error[empty-range]: there is nothing from 3 to 2
         --> game.mg:8:22
          |
        8 | a = find man in rows 3 .. 2, find man in columns a .. g.
          |                      ^^^^^^
          = hint: write `2 .. 3`
        error[no-such-field]: there is no column `g` on this board
         --> game.mg:8:55
          |
        8 | a = find man in rows 3 .. 2, find man in columns a .. g.
          |                                                       ^
          = hint: the columns are `a` to `d`
    "#]],
    );
    check(
        "lines { p q r } pieces { man 'M' 'm' } main = find man in row 1, find man in p.",
        expect![[r#"
            error[no-grid]: this board has no rows and columns
             --> game.mg:1:59
              |
            1 | lines { p q r } pieces { man 'M' 'm' } main = find man in row 1, find man in p.
              |                                                           ^^^^^
              = hint: name the points, or give the board `dimensions`
        "#]],
    );
}

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
fn no_message_follows_from_what_was_not_understood() {
    check(
        "dimensions (4 4)
pieces { man 'M' 'm'  kng K 'k' }
reserve { man }
broken step step.
main = find own kng in a9, broken, rotate 30, find own knig.
other = find own man, ] step.
third = other, fourth.",
        expect![[r#"
            error[unexpected]: expected `,`, found `4`
             --> game.mg:1:15
              |
            1 | dimensions (4 4)
              |               ^
              = hint: write the columns and rows in parentheses: `dimensions (8,8)`
            error[unexpected]: expected a symbol in quotes, such as `'X'`, found `K`
             --> game.mg:2:27
              |
            2 | pieces { man 'M' 'm'  kng K 'k' }
              |                           ^
              = hint: write it in quotes: `'K'`
            error[unexpected]: `=` is missing behind `broken`
             --> game.mg:4:7
              |
            4 | broken step step.
              |       ^
              = hint: a rule is written `name = …`
            error[missing-comma]: a comma is missing before `step`
             --> game.mg:4:12
              |
            4 | broken step step.
              |            ^
              = hint: statements are separated by `,`
            error[unknown-name]: no piece is called `knig`
             --> game.mg:5:56
              |
            5 | main = find own kng in a9, broken, rotate 30, find own knig.
              |                                                        ^^^^
              = hint: the pieces are `man`, `K`
            error[unexpected]: a statement is missing after this comma
             --> game.mg:6:21
              |
            6 | other = find own man, ] step.
              |                     ^
              = hint: take the comma out
            error[unknown-name]: no rule is called `fourth`
             --> game.mg:7:16
              |
            7 | third = other, fourth.
              |                ^^^^^^
              = hint: the rules are `broken`, `main`, `other`, `third`
        "#]],
    );
    check(
        "players south north dimensions (4,4) pieces { man 'M' 'm' } main = find own man, as opponent remove.",
        expect![[r#"
        error[reserved-word]: `south` is a word of the language and cannot be a name
         --> game.mg:1:9
          |
        1 | players south north dimensions (4,4) pieces { man 'M' 'm' } main = find own man, as opponent remove.
          |         ^^^^^
          = hint: choose another name, for example `my_south`
        error[stray-text]: `north` does not belong to a section or rule
         --> game.mg:1:15
          |
        1 | players south north dimensions (4,4) pieces { man 'M' 'm' } main = find own man, as opponent remove.
          |               ^^^^^
          = hint: a rule is written `name = …` and ends with `.`
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
fn a_word_of_the_language_may_be_misspelt() {
    check_rule(
        "a = find own man, forwards, stepp, remvoe.",
        expect![[r#"
        error[unknown-name]: no rule is called `forwards`
         --> game.mg:8:19
          |
        8 | a = find own man, forwards, stepp, remvoe.
          |                   ^^^^^^^^
          = hint: did you mean `forward`?
        error[unknown-name]: no rule is called `stepp`
         --> game.mg:8:29
          |
        8 | a = find own man, forwards, stepp, remvoe.
          |                             ^^^^^
          = hint: did you mean `step`?
        error[unknown-name]: no rule is called `remvoe`
         --> game.mg:8:36
          |
        8 | a = find own man, forwards, stepp, remvoe.
          |                                    ^^^^^^
          = hint: did you mean `remove`?
    "#]],
    );
    check_rule(
        "a = find feild, count peice > heigth, matches strat.",
        expect![[r#"
        error[unknown-name]: no piece is called `feild`
         --> game.mg:8:10
          |
        8 | a = find feild, count peice > heigth, matches strat.
          |          ^^^^^
          = hint: did you mean `field`?
        error[unknown-name]: no piece is called `peice`
         --> game.mg:8:23
          |
        8 | a = find feild, count peice > heigth, matches strat.
          |                       ^^^^^
          = hint: did you mean `piece`?
        error[unknown-name]: no value is called `heigth`
         --> game.mg:8:31
          |
        8 | a = find feild, count peice > heigth, matches strat.
          |                               ^^^^^^
          = hint: did you mean `height`?
        error[unknown-name]: no layout is called `strat`
         --> game.mg:8:47
          |
        8 | a = find feild, count peice > heigth, matches strat.
          |                                               ^^^^^
          = hint: did you mean `start`?
    "#]],
    );
}

#[test]
fn of_one_letter_nothing_can_be_told() {
    check_rule(
        "a = b. c = a.",
        expect![[r#"
        error[unknown-name]: no rule is called `b`
         --> game.mg:8:5
          |
        8 | a = b. c = a.
          |     ^
          = hint: the rules are `main`, `a`, `c`
    "#]],
    );
}
