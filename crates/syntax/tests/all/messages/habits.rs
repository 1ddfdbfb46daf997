//! What is said to somebody who writes as in other languages: one message for
//! each habit, which says what to write instead.

use super::{check, said_of};
use expect_test::expect;

#[test]
fn habits_from_elsewhere() {
    check(
        "# A game, of 3 x 3.\n# Made up.\nx = step. # why not\ny = a, # b, [c\n  b.\n-- the end\n",
        expect![[r#"
            error[odd-character]: comments are not written `# …`
              1:1 `#`
              hint: a comment begins with `//`
            error[odd-character]: comments are not written `# …`
              3:11 `#`
              hint: a comment begins with `//`
            error[odd-character]: comments are not written `# …`
              4:8 `#`
              hint: a comment begins with `//`
            error[odd-character]: comments are not written `-- …`
              6:1 `--`
              hint: a comment begins with `//`
        "#]],
    );
    check(
        "x: step.\npieces: a 'a'\ny -> step.\n",
        expect![[r#"
            error[odd-character]: `:` is not part of the language
              1:2 `:`
              hint: a rule is written `name = …`
            error[odd-character]: `:` is not part of the language
              2:7 `:`
              hint: a section is written `pieces { … }`
            error[odd-character]: `->` is not part of the language
              3:3 `->`
              hint: write `=`
        "#]],
    );
    check(
        "x = step; win;\n// more\ny = step;\n",
        expect![[r#"
            error[odd-character]: `;` is not part of the language
              1:9 `;`
              hint: statements are separated by `,` and a rule ends with `.`
            error[odd-character]: `;` is not part of the language
              1:14 `;`
              hint: a rule ends with `.`
            error[odd-character]: `;` is not part of the language
              3:9 `;`
              hint: a rule ends with `.`
        "#]],
    );
    check(
        "x = a and b, if c then d, while [ a ] b.\n",
        expect![[r#"
            error[misspelt-word]: `and` is not a word of the language
              1:7 `and`
              hint: statements that must all succeed are separated by `,`
            error[misspelt-word]: `if` is not a word of the language
              1:14 `if`
              hint: to do B only if A succeeds, write `try [ test A, B ] else C`
            error[misspelt-word]: `while` is not a word of the language
              1:27 `while`
              hint: write `repeat 0 .. infinity times A`
        "#]],
    );
    check(
        "x = repeat [ step ] until a, either a, or b, try a, else b.\n",
        expect![[r#"
            error[unexpected]: expected how often, found `[`
              1:12 `[`
              hint: write `repeat 2 times …` or `repeat 0 .. infinity times …`
            error[unexpected]: a comma before `or`
              1:38 `,`
              hint: take the comma out
            error[unexpected]: a comma before `else`
              1:51 `,`
              hint: take the comma out
        "#]],
    );
    check(
        "x = new-mark, b.\nnew-mark = step.\n",
        expect![[r#"
            error[lone-value]: a value alone is not a statement
              1:5 `new-mark`
              hint: names have no `-`; for a rule, write `new_mark`
            error[bad-name]: `new-mark` cannot be a name
              2:1 `new-mark`
              hint: write `new_mark`: names have no `-`
        "#]],
    );
    check(
        "x = points at at own mark, find own pieces, find empty fields, find Empty Field,\n  find an own mark, find pieces, find empty field on row 1, points to own a, replace with own a.\n",
        expect![[r#"
            error[doubled-word]: `at` is here twice
              1:15 `at`
              hint: take one of them out
            error[misspelt-word]: the word `pieces` is not known here
              1:37 `pieces`
              hint: did you mean `piece`?
            error[misspelt-word]: the word `fields` is not known here
              1:56 `fields`
              hint: did you mean `field`?
            error[misspelt-word]: the word `Empty` is not known here
              1:69 `Empty`
              hint: did you mean `empty field`?
            error[unexpected]: expected a pattern, found `an`
              2:8 `an`
              hint: take it out
            error[misspelt-word]: the word `pieces` is not known here
              2:26 `pieces`
              hint: did you mean `piece`?
            error[misspelt-word]: the word `on` is not known here
              2:51 `on`
              hint: did you mean `in`?
            error[unexpected]: expected `at`, found `to`
              2:68 `to`
              hint: put `at` in its place
            error[unexpected]: expected `by`, found `with`
              2:86 `with`
              hint: put `by` in its place
        "#]],
    );
    check(
        "pieces = { a 'a' }\npieces { b 'X', 'O' }\nzones [ a row 1 ]\ndimensions 3x3\ndimensions 3, 3\ndimensions (3 x 3)\npieces { c \"X\" \"Y\" }\nx = repeat 2x [ step ].\n",
        expect![[r#"
            error[unexpected]: expected `{`, found `=`
              1:8 `=`
              hint: a section is written `pieces { … }`
            error[unexpected]: expected the symbol of the second player, found `,`
              2:15 `,`
              hint: the symbols of the two players are separated by a space
            error[unexpected]: expected `{`, found `[`
              3:7 `[`
              hint: entries are written between `{` and `}`
            error[bad-name]: `3x3` is neither a number nor a name
              4:12 `3x3`
              hint: write the columns and rows in parentheses: `dimensions (8,8)`
            error[unexpected]: expected `(`, found `3`
              5:12 `3`
              hint: write the columns and rows in parentheses: `dimensions (8,8)`
            error[unexpected]: expected `,`, found `x`
              6:15 `x`
              hint: write the columns and rows in parentheses: `dimensions (8,8)`
            error[odd-character]: these are not the quotes of the language
              7:12 `"X"`
              hint: write plain single quotes: `'X'`
            error[bad-name]: `2x` is neither a number nor a name
              8:12 `2x`
              hint: put a space after the number, or begin the name with a letter
        "#]],
    );
}

#[test]
fn patterns_in_other_words() {
    check(
        "a = find opponent man, points at opponent, count opponent man > 2.",
        expect![[r#"
            error[unexpected]: expected a pattern, found `opponent`
              1:10 `opponent`
              hint: the pieces of the other player are `enemy …`
            error[unexpected]: expected a pattern, found `opponent`
              1:34 `opponent`
              hint: the pieces of the other player are `enemy …`
            error[unexpected]: expected a pattern, found `opponent`
              1:50 `opponent`
              hint: the pieces of the other player are `enemy …`
        "#]],
    );
    check(
        "a = find empty, find empty feild, find an empty field.",
        expect![[r#"
            error[unexpected]: expected `field`, found `,`
              1:15 `,`
              hint: write `empty field`
            error[misspelt-word]: the word `feild` is not known here
              1:28 `feild`
              hint: did you mean `field`?
            error[unexpected]: expected a pattern, found `an`
              1:40 `an`
              hint: take it out
        "#]],
    );
    check(
        "a = fnid empty feild, remove.",
        expect![[r#"
            error[misspelt-word]: the word `fnid` is not known here
              1:5 `fnid`
              hint: did you mean `find`?
            error[misspelt-word]: the word `feild` is not known here
              1:16 `feild`
              hint: did you mean `field`?
        "#]],
    );
}

#[test]
fn one_message_for_each_word() {
    check(
        "a = try b els lose. c = try [ b, b ] esle [ d, lose ].",
        expect![[r#"
            error[misspelt-word]: the word `els` is not known here
              1:11 `els`
              hint: did you mean `else`?
            error[misspelt-word]: the word `esle` is not known here
              1:38 `esle`
              hint: did you mean `else`?
        "#]],
    );
    check(
        "players south north\na = try b else lose;\n",
        expect![[r#"
            error[reserved-word]: `south` is a word of the language and cannot be a name
              1:9 `south`
              hint: choose another name, for example `my_south`
            error[reserved-word]: `north` is a word of the language and cannot be a name
              1:15 `north`
              hint: choose another name, for example `my_north`
            error[odd-character]: `;` is not part of the language
              2:20 `;`
              hint: a rule ends with `.`
        "#]],
    );
    check(
        "players white dimensions (4,4,4)\npieces { stone \"X\", \"O\" }",
        expect![[r#"
            error[unexpected]: expected `)`, found `,`
              1:30 `,`
              hint: a board has columns and rows: `dimensions (4,4)`
            error[odd-character]: these are not the quotes of the language
              2:16 `"X"`
              hint: write plain single quotes: `'X'`
            error[unexpected]: expected the symbol of the second player, found `,`
              2:19 `,`
              hint: the symbols of the two players are separated by a space
        "#]],
    );
    // A word that begins an item is no player.
    assert_eq!(said_of("players white black dimensions (4,4) a = try elsewhere, lose."), "");
}
