//! Messages about names that stand for nothing: what was meant, each said once,
//! and nothing where the definition was only not understood.

use crate::check::{check, check_rule, compiled};
use expect_test::expect;

#[test]
fn unknown_names_get_the_closest_one() {
    check_rule(
        "a = find own mna, points at enemy kin.",
        expect![[r#"
            error[unknown-name]: no piece is called `mna`
              8:14 `mna`
              hint: did you mean `man`?
            error[unknown-name]: no piece is called `kin`
              8:35 `kin`
              hint: the pieces are `man`, `fox`, `wall`
        "#]],
    );
    check_rule(
        "a = mian, set quite to 0, remember sport.",
        expect![[r#"
            error[unknown-name]: no rule is called `mian`
              8:5 `mian`
              hint: did you mean `main`?
            error[unknown-name]: no counter is called `quite`
              8:15 `quite`
              hint: did you mean `quiet`?
            error[unknown-name]: no remembered field is called `sport`
              8:36 `sport`
              hint: did you mean `spot`?
        "#]],
    );
    check_rule(
        "a = matches solved, mn > 2, for each mna do remove.",
        expect![[r#"
            error[unknown-name]: no layout is called `solved`
              8:13 `solved`
              hint: this game has no layouts
            error[unknown-name]: no value is called `mn`
              8:21 `mn`
              hint: did you mean `men`?
            error[unknown-name]: no piece is called `mna`
              8:38 `mna`
              hint: did you mean `man`?
        "#]],
    );
    check_rule(
        "a = find own man in fra, find red man, tell both 'x' sopt.",
        expect![[r#"
            error[unknown-name]: no zone is called `fra`
              8:21 `fra`
              hint: did you mean `far`?
            error[unknown-name]: no player is called `red`
              8:31 `red`
              hint: the players are `white` and `black`
            error[unknown-name]: no remembered field is called `sopt`
              8:54 `sopt`
              hint: did you mean `spot`?
        "#]],
    );
}

/// A word of the language may be what was meant; after an owner `empty` cannot be.
#[test]
fn names_that_are_nearly_words() {
    check_rule(
        "a = find empy, points at emtpy in far, find own empyt.",
        expect![[r#"
            error[unknown-name]: no piece is called `empy`
              8:10 `empy`
              hint: did you mean `empty field`?
            error[unknown-name]: no piece is called `emtpy`
              8:26 `emtpy`
              hint: did you mean `empty field`?
            error[unknown-name]: no piece is called `empyt`
              8:49 `empyt`
              hint: the pieces are `man`, `fox`, `wall`
        "#]],
    );
}

#[test]
fn a_missing_name_is_one_mistake() {
    check_rule(
        "a = find own rook, b, points at enemy rook.\nb = find rook, c.",
        expect![[r#"
            error[unknown-name]: no piece is called `rook`
              8:14 `rook`
              8:39 `rook` also here
              9:10 `rook` also here
              hint: the pieces are `man`, `fox`, `wall`
            error[unknown-name]: no rule is called `c`
              9:16 `c`
              hint: the rules are `main`, `a`, `b`
        "#]],
    );
}

#[test]
fn a_word_of_the_language_may_be_misspelt() {
    check_rule(
        "a = find own man, forwards, stepp, remvoe.",
        expect![[r#"
            error[unknown-name]: no rule is called `forwards`
              8:19 `forwards`
              hint: did you mean `forward`?
            error[unknown-name]: no rule is called `stepp`
              8:29 `stepp`
              hint: did you mean `step`?
            error[unknown-name]: no rule is called `remvoe`
              8:36 `remvoe`
              hint: did you mean `remove`?
        "#]],
    );
    check_rule(
        "a = find feild, count peice > heigth, matches strat.",
        expect![[r#"
            error[unknown-name]: no piece is called `feild`
              8:10 `feild`
              hint: did you mean `field`?
            error[unknown-name]: no piece is called `peice`
              8:23 `peice`
              hint: did you mean `piece`?
            error[unknown-name]: no value is called `heigth`
              8:31 `heigth`
              hint: did you mean `height`?
            error[unknown-name]: no layout is called `strat`
              8:47 `strat`
              hint: did you mean `start`?
        "#]],
    );
}

#[test]
fn of_one_letter_nothing_can_be_told() {
    check_rule(
        "a = b. c = a.",
        expect![[r#"
            error[unknown-name]: no rule is called `b`
              8:5 `b`
              hint: the rules are `main`, `a`, `c`
        "#]],
    );
}

#[test]
fn fields_that_are_not_on_the_board() {
    check_rule(
        "a = find own man in a5, find e1, points at man in row 0.",
        expect![[r#"
            error[no-such-field]: there is no field `a5` on this board
              8:21 `a5`
              hint: the fields are `a1` to `d4`
            error[no-such-field]: there is no field `e1` on this board
              8:30 `e1`
              hint: the fields are `a1` to `d4`
            error[no-such-field]: there is no row 0 on this board
              8:55 `0`
              hint: the rows are 1 to 4
        "#]],
    );
    check_rule(
        "a = find man in rows 3 .. 2, find man in columns a .. g.",
        expect![[r#"
            error[empty-range]: there is nothing from 3 to 2
              8:22 `3 .. 2`
              hint: write `2 .. 3`
            error[no-such-field]: there is no column `g` on this board
              8:55 `g`
              hint: the columns are `a` to `d`
        "#]],
    );
    check(
        "lines { p q r } pieces { man 'M' 'm' } main = find man in row 1, find man in p.",
        expect![[r#"
            error[no-grid]: this board has no rows and columns
              1:59 `row 1`
              hint: name the points, or give the board `dimensions`
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
              1:15 `4`
              hint: write the columns and rows in parentheses: `dimensions (8,8)`
            error[unexpected]: expected a symbol in quotes, such as `'X'`, found `K`
              2:27 `K`
              hint: write it in quotes: `'K'`
            error[unexpected]: `=` is missing after `broken`
              4:7 ``
              hint: a rule is written `name = …`
            error[missing-comma]: a comma is missing before `step`
              4:12 ``
              hint: statements are separated by `,`
            error[unknown-name]: no piece is called `knig`
              5:56 `knig`
              hint: the pieces are `man`, `K`
            error[unexpected]: a statement is missing after this comma
              6:21 `,`
              hint: take the comma out
            error[unknown-name]: no rule is called `fourth`
              7:16 `fourth`
              hint: the rules are `broken`, `main`, `other`, `third`
        "#]],
    );
    check(
        "players south north dimensions (4,4) pieces { man 'M' 'm' } main = find own man, as opponent remove.",
        expect![[r#"
            error[reserved-word]: `south` is a word of the language and cannot be a name
              1:9 `south`
              hint: choose another name, for example `my_south`
            error[reserved-word]: `north` is a word of the language and cannot be a name
              1:15 `north`
              hint: choose another name, for example `my_north`
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
              14:13 `nothing_like_it`
              hint: the pieces are `aaaa`, `bbbb`, `cccc`, `dddd`, `eeee`, `ffff`, `gggg`, `hhhh`, `iiii`, `jjjj`, …
        "#]],
    );
}

/// A misspelt end of a range is no number, so nothing is said about the range.
#[test]
fn the_end_of_a_repeat_may_be_infinity() {
    check_rule(
        "a = find own man, repeat 1 .. infinty times step, repeat 3 .. mne times step.",
        expect![[r#"
            error[unknown-name]: no value is called `infinty`
              8:31 `infinty`
              hint: did you mean `infinity`?
            error[unknown-name]: no value is called `mne`
              8:63 `mne`
              hint: did you mean `men`?
        "#]],
    );
    check_rule(
        "a = find own man, repeat 3 .. 1 times step.",
        expect![[r#"
            error[empty-range]: there is nothing from 3 to 1
              8:26 `3 .. 1`
              hint: write `1 .. 3`
        "#]],
    );
}

#[test]
fn a_parameter_may_be_meant() {
    check_rule(
        "a = go(man). go(kind) = find own knid, find own kin, remove.\nb = find own kind.",
        expect![[r#"
            error[unknown-name]: no piece is called `knid`
              8:34 `knid`
              hint: did you mean `kind`?
            error[unknown-name]: no piece is called `kin`
              8:49 `kin`
              hint: did you mean `kind`?
            error[unknown-name]: no piece is called `kind`
              9:14 `kind`
              hint: the pieces are `man`, `fox`, `wall`
        "#]],
    );
}

#[test]
fn a_very_long_name_is_shortened_and_close_to_none() {
    let name = "q".repeat(50_000);
    let text = format!("dimensions (2,2)\npieces {{ man 'M' 'm' }}\nmain = find own man, {name}.");
    let said: Vec<_> = compiled(&[("game", &text)])
        .diagnostics
        .into_iter()
        .map(|found| (found.title, found.hint.unwrap_or_default(), found.fix))
        .collect();
    let title = "no rule is called `qqqqqqqqqqqqqqqqqqqqqqqq…`".to_string();
    assert_eq!(said, [(title, "the only rule is `main`".to_string(), None)]);
}
