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
             --> x.mg:1:1
              |
            1 | # A game, of 3 x 3.
              | ^
              = hint: a comment begins with `//`
            error[odd-character]: comments are not written `# …`
             --> x.mg:3:11
              |
            3 | x = step. # why not
              |           ^
              = hint: a comment begins with `//`
            error[odd-character]: comments are not written `# …`
             --> x.mg:4:8
              |
            4 | y = a, # b, [c
              |        ^
              = hint: a comment begins with `//`
            error[odd-character]: comments are not written `-- …`
             --> x.mg:6:1
              |
            6 | -- the end
              | ^^
              = hint: a comment begins with `//`
        "#]],
    );
    check(
        "x: step.\npieces: a 'a'\ny -> step.\n",
        expect![[r#"
        error[odd-character]: `:` is not part of the language
         --> x.mg:1:2
          |
        1 | x: step.
          |  ^
          = hint: a rule is written `name = …`
        error[odd-character]: `:` is not part of the language
         --> x.mg:2:7
          |
        2 | pieces: a 'a'
          |       ^
          = hint: a section is written `pieces { … }`
        error[odd-character]: `->` is not part of the language
         --> x.mg:3:3
          |
        3 | y -> step.
          |   ^^
          = hint: write `=`
    "#]],
    );
    check(
        "x = step; win;\n// more\ny = step;\n",
        expect![[r#"
        error[odd-character]: `;` is not part of the language
         --> x.mg:1:9
          |
        1 | x = step; win;
          |         ^
          = hint: statements are separated by `,` and a rule ends with `.`
        error[odd-character]: `;` is not part of the language
         --> x.mg:1:14
          |
        1 | x = step; win;
          |              ^
          = hint: a rule ends with `.`
        error[odd-character]: `;` is not part of the language
         --> x.mg:3:9
          |
        3 | y = step;
          |         ^
          = hint: a rule ends with `.`
    "#]],
    );
    check(
        "x = a and b, if c then d, while [ a ] b.\n",
        expect![[r#"
        error[misspelt-word]: `and` is not a word of the language
         --> x.mg:1:7
          |
        1 | x = a and b, if c then d, while [ a ] b.
          |       ^^^
          = hint: statements that must all succeed are separated by `,`
        error[misspelt-word]: `if` is not a word of the language
         --> x.mg:1:14
          |
        1 | x = a and b, if c then d, while [ a ] b.
          |              ^^
          = hint: to do B only if A succeeds, write `try [ test A, B ] else C`
        error[misspelt-word]: `while` is not a word of the language
         --> x.mg:1:27
          |
        1 | x = a and b, if c then d, while [ a ] b.
          |                           ^^^^^
          = hint: write `repeat 0 .. infinity times A`
    "#]],
    );
    check(
        "x = repeat [ step ] until a, either a, or b, try a, else b.\n",
        expect![[r#"
        error[unexpected]: expected how often, found `[`
         --> x.mg:1:12
          |
        1 | x = repeat [ step ] until a, either a, or b, try a, else b.
          |            ^
          = hint: write `repeat 2 times …` or `repeat 0 .. infinity times …`
        error[unexpected]: a comma before `or`
         --> x.mg:1:38
          |
        1 | x = repeat [ step ] until a, either a, or b, try a, else b.
          |                                      ^
          = hint: take the comma out
        error[unexpected]: a comma before `else`
         --> x.mg:1:51
          |
        1 | x = repeat [ step ] until a, either a, or b, try a, else b.
          |                                                   ^
          = hint: take the comma out
    "#]],
    );
    check(
        "x = new-mark, b.\nnew-mark = step.\n",
        expect![[r#"
        error[lone-value]: a value alone is not a statement
         --> x.mg:1:5
          |
        1 | x = new-mark, b.
          |     ^^^^^^^^
          = hint: names have no `-`; for a rule, write `new_mark`
        error[bad-name]: `new-mark` cannot be a name
         --> x.mg:2:1
          |
        2 | new-mark = step.
          | ^^^^^^^^
          = hint: write `new_mark`: names have no `-`
    "#]],
    );
    check(
        "x = points at at own mark, find own pieces, find empty fields, find Empty Field,\n  find an own mark, find pieces, find empty field on row 1, points to own a, replace with own a.\n",
        expect![[r#"
            error[doubled-word]: `at` is here twice
             --> x.mg:1:15
              |
            1 | x = points at at own mark, find own pieces, find empty fields, find Empty Field,
              |               ^^
              = hint: take one of them out
            error[misspelt-word]: the word `pieces` is not known here
             --> x.mg:1:37
              |
            1 | x = points at at own mark, find own pieces, find empty fields, find Empty Field,
              |                                     ^^^^^^
              = hint: did you mean `piece`?
            error[misspelt-word]: the word `fields` is not known here
             --> x.mg:1:56
              |
            1 | x = points at at own mark, find own pieces, find empty fields, find Empty Field,
              |                                                        ^^^^^^
              = hint: did you mean `field`?
            error[misspelt-word]: the word `Empty` is not known here
             --> x.mg:1:69
              |
            1 | x = points at at own mark, find own pieces, find empty fields, find Empty Field,
              |                                                                     ^^^^^
              = hint: did you mean `empty field`?
            error[unexpected]: expected a pattern, found `an`
             --> x.mg:2:8
              |
            2 |   find an own mark, find pieces, find empty field on row 1, points to own a, replace with own a.
              |        ^^
              = hint: take it out
            error[misspelt-word]: the word `pieces` is not known here
             --> x.mg:2:26
              |
            2 |   find an own mark, find pieces, find empty field on row 1, points to own a, replace with own a.
              |                          ^^^^^^
              = hint: did you mean `piece`?
            error[misspelt-word]: the word `on` is not known here
             --> x.mg:2:51
              |
            2 |   find an own mark, find pieces, find empty field on row 1, points to own a, replace with own a.
              |                                                   ^^
              = hint: did you mean `in`?
            error[unexpected]: expected `at`, found `to`
             --> x.mg:2:68
              |
            2 |   find an own mark, find pieces, find empty field on row 1, points to own a, replace with own a.
              |                                                                    ^^
              = hint: put `at` in its place
            error[unexpected]: expected `by`, found `with`
             --> x.mg:2:86
              |
            2 |   find an own mark, find pieces, find empty field on row 1, points to own a, replace with own a.
              |                                                                                      ^^^^
              = hint: put `by` in its place
        "#]],
    );
    check(
        "pieces = { a 'a' }\npieces { b 'X', 'O' }\nzones [ a row 1 ]\ndimensions 3x3\ndimensions 3, 3\ndimensions (3 x 3)\npieces { c \"X\" \"Y\" }\nx = repeat 2x [ step ].\n",
        expect![[r#"
            error[unexpected]: expected `{`, found `=`
             --> x.mg:1:8
              |
            1 | pieces = { a 'a' }
              |        ^
              = hint: a section is written `pieces { … }`
            error[unexpected]: expected the symbol of the second player, found `,`
             --> x.mg:2:15
              |
            2 | pieces { b 'X', 'O' }
              |               ^
              = hint: the symbols of the two players are separated by a space
            error[unexpected]: expected `{`, found `[`
             --> x.mg:3:7
              |
            3 | zones [ a row 1 ]
              |       ^
              = hint: entries are written between `{` and `}`
            error[bad-name]: `3x3` is neither a number nor a name
             --> x.mg:4:12
              |
            4 | dimensions 3x3
              |            ^^^
              = hint: write the columns and rows in parentheses: `dimensions (8,8)`
            error[unexpected]: expected `(`, found `3`
             --> x.mg:5:12
              |
            5 | dimensions 3, 3
              |            ^
              = hint: write the columns and rows in parentheses: `dimensions (8,8)`
            error[unexpected]: expected `,`, found `x`
             --> x.mg:6:15
              |
            6 | dimensions (3 x 3)
              |               ^
              = hint: write the columns and rows in parentheses: `dimensions (8,8)`
            error[odd-character]: these are not the quotes of the language
             --> x.mg:7:12
              |
            7 | pieces { c "X" "Y" }
              |            ^^^
              = hint: write plain single quotes: `'X'`
            error[bad-name]: `2x` is neither a number nor a name
             --> x.mg:8:12
              |
            8 | x = repeat 2x [ step ].
              |            ^^
              = hint: put a space after the number, or begin the name with a letter
        "#]],
    );
}

#[test]
fn patterns_in_other_words() {
    check(
        "a = find opponent man, points at opponent, count opponent man > 2.",
        expect![[r#"
        error[unexpected]: expected a pattern, found `opponent`
         --> x.mg:1:10
          |
        1 | a = find opponent man, points at opponent, count opponent man > 2.
          |          ^^^^^^^^
          = hint: the pieces of the other player are `enemy …`
        error[unexpected]: expected a pattern, found `opponent`
         --> x.mg:1:34
          |
        1 | a = find opponent man, points at opponent, count opponent man > 2.
          |                                  ^^^^^^^^
          = hint: the pieces of the other player are `enemy …`
        error[unexpected]: expected a pattern, found `opponent`
         --> x.mg:1:50
          |
        1 | a = find opponent man, points at opponent, count opponent man > 2.
          |                                                  ^^^^^^^^
          = hint: the pieces of the other player are `enemy …`
    "#]],
    );
    check(
        "a = find empty, find empty feild, find an empty field.",
        expect![[r#"
        error[unexpected]: expected `field`, found `,`
         --> x.mg:1:15
          |
        1 | a = find empty, find empty feild, find an empty field.
          |               ^
          = hint: write `empty field`
        error[misspelt-word]: the word `feild` is not known here
         --> x.mg:1:28
          |
        1 | a = find empty, find empty feild, find an empty field.
          |                            ^^^^^
          = hint: did you mean `field`?
        error[unexpected]: expected a pattern, found `an`
         --> x.mg:1:40
          |
        1 | a = find empty, find empty feild, find an empty field.
          |                                        ^^
          = hint: take it out
    "#]],
    );
    check(
        "a = fnid empty feild, remove.",
        expect![[r#"
        error[misspelt-word]: the word `fnid` is not known here
         --> x.mg:1:5
          |
        1 | a = fnid empty feild, remove.
          |     ^^^^
          = hint: did you mean `find`?
        error[misspelt-word]: the word `feild` is not known here
         --> x.mg:1:16
          |
        1 | a = fnid empty feild, remove.
          |                ^^^^^
          = hint: did you mean `field`?
    "#]],
    );
}

#[test]
fn one_message_for_each_word() {
    check(
        "a = try b els lose. c = try [ b, b ] esle [ d, lose ].",
        expect![[r#"
        error[misspelt-word]: the word `els` is not known here
         --> x.mg:1:11
          |
        1 | a = try b els lose. c = try [ b, b ] esle [ d, lose ].
          |           ^^^
          = hint: did you mean `else`?
        error[misspelt-word]: the word `esle` is not known here
         --> x.mg:1:38
          |
        1 | a = try b els lose. c = try [ b, b ] esle [ d, lose ].
          |                                      ^^^^
          = hint: did you mean `else`?
    "#]],
    );
    check(
        "players south north\na = try b else lose;\n",
        expect![[r#"
        error[reserved-word]: `south` is a word of the language and cannot be a name
         --> x.mg:1:9
          |
        1 | players south north
          |         ^^^^^
          = hint: choose another name, for example `my_south`
        error[reserved-word]: `north` is a word of the language and cannot be a name
         --> x.mg:1:15
          |
        1 | players south north
          |               ^^^^^
          = hint: choose another name, for example `my_north`
        error[odd-character]: `;` is not part of the language
         --> x.mg:2:20
          |
        2 | a = try b else lose;
          |                    ^
          = hint: a rule ends with `.`
    "#]],
    );
    check(
        "players white dimensions (4,4,4)\npieces { stone \"X\", \"O\" }",
        expect![[r#"
        error[unexpected]: expected `)`, found `,`
         --> x.mg:1:30
          |
        1 | players white dimensions (4,4,4)
          |                              ^
          = hint: a board has columns and rows: `dimensions (4,4)`
        error[odd-character]: these are not the quotes of the language
         --> x.mg:2:16
          |
        2 | pieces { stone "X", "O" }
          |                ^^^
          = hint: write plain single quotes: `'X'`
        error[unexpected]: expected the symbol of the second player, found `,`
         --> x.mg:2:19
          |
        2 | pieces { stone "X", "O" }
          |                   ^
          = hint: the symbols of the two players are separated by a space
    "#]],
    );
    // A word that begins an item is no player.
    assert_eq!(said_of("players white black dimensions (4,4) a = try elsewhere, lose."), "");
}
