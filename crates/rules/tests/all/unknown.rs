//! Messages about names that stand for nothing: what was meant, each said once,
//! and nothing where the definition was only not understood.

use crate::check::{check, check_rule};
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
            error[unexpected]: `=` is missing after `broken`
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
            error[reserved-word]: `north` is a word of the language and cannot be a name
             --> game.mg:1:15
              |
            1 | players south north dimensions (4,4) pieces { man 'M' 'm' } main = find own man, as opponent remove.
              |               ^^^^^
              = hint: choose another name, for example `my_north`
        "#]],
    );
}

#[test]
fn long_lists_of_names_are_cut() {
    let symbols: Vec<String> = ('a'..='l').map(|c| format!("{c}{c}{c}{c} '{c}'")).collect();
    let text = format!(
        "dimensions (2,2)\npieces {{ {} }}\nmain = find nothing_like_it, remove.\n",
        symbols.join("\n")
    );
    check(
        &text,
        expect![[r#"
        error[unknown-name]: no piece is called `nothing_like_it`
          --> game.mg:14:13
           |
        14 | main = find nothing_like_it, remove.
           |             ^^^^^^^^^^^^^^^
           = hint: the pieces are `aaaa`, `bbbb`, `cccc`, `dddd`, `eeee`, `ffff`, `gggg`, `hhhh`, `iiii`, `jjjj`, …
    "#]],
    );
}
