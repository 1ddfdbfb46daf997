//! Words that are misspelt, reserved or mean nothing here, and characters that mean nothing.

use super::check;
use expect_test::expect;

#[test]
fn misspelt_words() {
    check(
        "dimension (3,3)\npiece { mark 'X' 'O' }\nstrat { # . / 3 }\nevalution e = 1.\n",
        expect![[r#"
            error[misspelt-word]: the word `dimension` is not known here
              1:1 `dimension`
              hint: did you mean `dimensions`?
            error[misspelt-word]: the word `piece` is not known here
              2:1 `piece`
              hint: did you mean `pieces`?
            error[misspelt-word]: the word `strat` is not known here
              3:1 `strat`
              hint: did you mean `start`?
            error[misspelt-word]: the word `evalution` is not known here
              4:1 `evalution`
              hint: did you mean `evaluation`?
        "#]],
    );
    check(
        "x = finde own y, pont at own y, rotat 45, as oponent y.\n",
        expect![[r#"
            error[misspelt-word]: the word `finde` is not known here
              1:5 `finde`
              hint: did you mean `find`?
            error[misspelt-word]: the word `pont` is not known here
              1:18 `pont`
              hint: did you mean `points`?
            error[misspelt-word]: the word `rotat` is not known here
              1:33 `rotat`
              hint: did you mean `rotate`?
            error[misspelt-word]: the word `oponent` is not known here
              1:46 `oponent`
              hint: did you mean `opponent`?
        "#]],
    );
}

#[test]
fn unknown_sections() {
    check(
        "marbles { ace '1' # }\nx = step.\n",
        expect![[r#"
            error[unknown-section]: there is no section `marbles`
              1:1 `marbles`
              hint: the sections are dimensions, lines, players, pieces, zones, directions, counters, memory, reserve, stacks, start, layout
        "#]],
    );
}

/// A value may be named like nothing that the language has a word for.
#[test]
fn reserved_words_as_values() {
    check(
        "main = score points.\na = score 2 * turn, points at row, win.",
        expect![[r#"
            error[reserved-word]: `points` is a word of the language and cannot be a name
              1:14 `points`
              hint: choose another name, for example `my_points`
            error[reserved-word]: `turn` is a word of the language and cannot be a name
              2:15 `turn`
              hint: choose another name, for example `my_turn`
            error[unexpected]: expected a pattern, found `row`
              2:31 `row`
              hint: write `field in …`
        "#]],
    );
}

#[test]
fn reserved_words_as_names() {
    check(
        "step = win.\npieces { height 'H' 'h' }\nx = remember hand.\n",
        expect![[r#"
            error[reserved-word]: `step` is a word of the language and cannot be a name
              1:1 `step`
              hint: choose another name, for example `my_step`
            error[reserved-word]: `height` is a word of the language and cannot be a name
              2:10 `height`
              hint: choose another name, for example `my_height`
            error[reserved-word]: `hand` is a word of the language and cannot be a name
              3:14 `hand`
              hint: choose another name, for example `my_hand`
        "#]],
    );
}

#[test]
fn characters_without_meaning() {
    check(
        "x = find own y; step, a != 3, \"X\", näme, 3x > 1.\n@@@\n",
        expect![[r#"
            error[odd-character]: `;` is not part of the language
              1:15 `;`
              hint: statements are separated by `,` and a rule ends with `.`
            error[odd-character]: `!=` is not part of the language
              1:25 `!=`
              hint: write `<>`
            error[odd-character]: these are not the quotes of the language
              1:31 `"X"`
              hint: write plain single quotes: `'X'`
            error[bad-name]: `näme` cannot be a name
              1:36 `näme`
              hint: names are made of the letters a to z, digits and `_`
            error[bad-name]: `3x` is neither a number nor a name
              1:42 `3x`
              hint: put a space after the number, or begin the name with a letter
            error[odd-character]: the characters `@@@` have no meaning here
              2:1 `@@@`
              hint: take it out
        "#]],
    );
    check(
        "pieces { man 'X' 'O\n  king '' 'k' }\n",
        expect![[r#"
            error[unclosed-quote]: this quote is not closed on its line
              1:18 `'O`
              hint: put another `'` after the symbol or message
            error[empty-quotes]: there is nothing between these quotes
              2:8 `''`
              hint: a symbol has at least one character
        "#]],
    );
    check(
        "/* old */\nx = step \u{7} .\n",
        expect![[r#"
            error[odd-character]: comments are not written `/* … */`
              1:1 `/* old */`
              hint: begin each line of the comment with `//`
            error[odd-character]: the character U+0007 has no meaning here
              2:10 ``
              hint: take it out
        "#]],
    );
}

/// `empty` and the words for rows and columns are known though misspelt, because each is followed by
/// something that tells what was meant.
#[test]
fn words_of_patterns() {
    check(
        "a = find empy field, points at emtpy feild, find free field, count emty field > 2.",
        expect![[r#"
            error[misspelt-word]: the word `empy` is not known here
              1:10 `empy`
              hint: did you mean `empty`?
            error[misspelt-word]: the word `emtpy` is not known here
              1:32 `emtpy`
              hint: did you mean `empty`?
            error[misspelt-word]: `free` is not a word of the language
              1:50 `free`
              hint: `empty` is the only word that can come before `field`
            error[misspelt-word]: the word `emty` is not known here
              1:68 `emty`
              hint: did you mean `empty`?
        "#]],
    );
    check(
        "a = find own x in colum a, find own y in rwos 1 .. 2.\nb = find x in near, find y in rod.",
        expect![[r#"
            error[misspelt-word]: the word `colum` is not known here
              1:19 `colum`
              hint: did you mean `column`?
            error[misspelt-word]: the word `rwos` is not known here
              1:42 `rwos`
              hint: did you mean `rows`?
        "#]],
    );
}
