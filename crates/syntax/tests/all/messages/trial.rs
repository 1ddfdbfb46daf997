//! Slips of people who learn the language: one message for each, which names what was meant.

use super::{check, said_of};
use expect_test::expect;

#[test]
fn times_may_be_misspelt() {
    check(
        "a = repeat 2 time step, repeat 1 .. 2 tims step, repeat 2 time times step.\n",
        expect![[r#"
            error[misspelt-word]: the word `time` is not known here
              1:14 `time`
              hint: did you mean `times`?
            error[misspelt-word]: the word `tims` is not known here
              1:39 `tims`
              hint: did you mean `times`?
            error[missing-word]: `..` is missing before `time`
              1:59 `time`
              hint: write `repeat 0 .. 3 times …`
        "#]],
    );
}

#[test]
fn words_written_in_two() {
    check(
        "a = find own man, pick up, north, step, put down.\nb = either put down or pick up.\n",
        expect![[r#"
            error[misspelt-word]: `pick up` is one word
              1:19 `pick up`
              hint: did you mean `pickup`?
            error[misspelt-word]: `put down` is one word
              1:41 `put down`
              hint: did you mean `putdown`?
            error[misspelt-word]: `put down` is one word
              2:12 `put down`
              hint: did you mean `putdown`?
            error[misspelt-word]: `pick up` is one word
              2:24 `pick up`
              hint: did you mean `pickup`?
        "#]],
    );
    // Rules of these names may be there, and then only a comma is missing.
    check(
        "a = put down.\nput = step.\ndown = south.\n",
        expect![[r#"
            error[missing-comma]: a comma is missing before `down`
              1:8 ``
              hint: statements are separated by `,`
        "#]],
    );
}

#[test]
fn if_after_a_statement() {
    check(
        "a = win if find own man, step.\nb = step\n  if.\nif = step.\n",
        expect![[r#"
            error[misspelt-word]: `if` is not a word of the language
              1:9 `if`
              hint: to do B only if A succeeds, write `try [ test A, B ] else C`
            error[missing-comma]: a comma is missing before `if`
              2:9 ``
              hint: statements are separated by `,`
        "#]],
    );
}

#[test]
fn a_word_of_the_language_as_a_name_with_parameters() {
    check(
        "a = test row(3), win.\nrow(n) = find piece in far, repeat n times step.\nb = row(2).\n",
        expect![[r#"
            error[reserved-word]: `row` is a word of the language and cannot be a name
              2:1 `row`
              hint: choose another name, for example `my_row`
        "#]],
    );
    check(
        "start(n) = step.\nstep(n, m) = north.\n",
        expect![[r#"
            error[reserved-word]: `start` is a word of the language and cannot be a name
              1:1 `start`
              hint: choose another name, for example `my_start`
            error[reserved-word]: `step` is a word of the language and cannot be a name
              2:1 `step`
              hint: choose another name, for example `my_step`
        "#]],
    );
    check(
        "zones { row row 1   far row 2 row 3 }\n",
        expect![[r#"
            error[reserved-word]: `row` is a word of the language and cannot be a name
              1:9 `row`
              hint: choose another name, for example `my_row`
        "#]],
    );
    // Where no rule is defined, nothing changes.
    check(
        "a = either step\n  or or (n), win.\n",
        expect![[r#"
            error[unexpected]: expected a statement, found `or`
              2:6 `or`
            error[lone-value]: a value alone is not a statement
              2:9 `(n)`
              hint: compare it with another value, for example `… > 0`
        "#]],
    );
    assert_eq!(said_of("a = count [ step ]\n  > 2, putdown (n), n = 3.\n"), "");
}

#[test]
fn words_inside_values_and_sections() {
    check(
        "evaluation e = 3 * count own man - conut enemy mark.\n",
        expect![[r#"
            error[misspelt-word]: the word `conut` is not known here
              1:36 `conut`
              hint: did you mean `count`?
        "#]],
    );
    check(
        "directions { up nroth   side (east, wset)   down south }\n",
        expect![[r#"
            error[misspelt-word]: the word `nroth` is not known here
              1:17 `nroth`
              hint: did you mean `north`?
            error[misspelt-word]: the word `wset` is not known here
              1:37 `wset`
              hint: did you mean `west`?
        "#]],
    );
    check(
        "pieces { man 'X' 'O' promote to king, fox   dog 'D' 'd' promotse to king   king 'K' 'k' }\n",
        expect![[r#"
            error[misspelt-word]: the word `promote` is not known here
              1:22 `promote`
              hint: did you mean `promotes`?
            error[misspelt-word]: the word `promotse` is not known here
              1:57 `promotse`
              hint: did you mean `promotes`?
        "#]],
    );
}
