//! What is said about mistakes: each text with all its messages as a person
//! sees them.

use expect_test::{Expect, expect};
use syntax::{Sources, parse, render};

fn check(text: &str, expected: Expect) {
    let mut sources = Sources::default();
    let file = sources.add("x.mg", text);
    let diagnostics = parse(file, text).diagnostics;
    assert!(!diagnostics.is_empty(), "no message");
    let messages: String =
        diagnostics.iter().map(|diagnostic| render(diagnostic, &sources, false)).collect();
    expected.assert_eq(&messages);
}

#[test]
fn a_rule_without_its_period() {
    check(
        "main = try move else draw\n\nmove = find own pawn, step.\n",
        expect![[r#"
        error[missing-period]: the rule `main` does not end with `.`
         --> x.mg:1:26
          |
        1 | main = try move else draw
          |                          ^
        ...
        3 | move = find own pawn, step.
          | ---- something else begins here
          = hint: put a `.` here
    "#]],
    );
    check(
        "main = step",
        expect![[r#"
        error[missing-period]: the rule `main` does not end with `.`
         --> x.mg:1:12
          |
        1 | main = step
          |            ^
          = hint: put a `.` here
    "#]],
    );
    check(
        "a = step,\nb = find own pawn.\n",
        expect![[r#"
            error[missing-period]: this rule does not end with `.`
             --> x.mg:1:9
              |
            1 | a = step,
              |         ^
            2 | b = find own pawn.
              | - another rule begins here
              = hint: put a `.` in place of the comma
        "#]],
    );
    check(
        "value a = b +\nmain = step.\n",
        expect![[r#"
            error[unexpected]: expected a value, found `main`
             --> x.mg:1:14
              |
            1 | value a = b +
              |              ^
        "#]],
    );
    check(
        "a = step..\n",
        expect![[r#"
            error[unexpected]: the rule `a` ends with two periods
             --> x.mg:1:9
              |
            1 | a = step..
              |         ^^
              = hint: write one `.`
        "#]],
    );
}

#[test]
fn text_after_a_rule() {
    check(
        "main = step. pass, win.\nx = step.\n",
        expect![[r#"
        error[stray-text]: `pass` does not belong to a section or rule
         --> x.mg:1:14
          |
        1 | main = step. pass, win.
          |              ^^^^
          |            - the rule before ends here
          = hint: a rule is written `name = …` and ends with `.`
    "#]],
    );
    check(
        "find own pawn, step.\n",
        expect![[r#"
        error[stray-text]: `find` does not belong to a section or rule
         --> x.mg:1:1
          |
        1 | find own pawn, step.
          | ^^^^
          = hint: a rule is written `name = …` and ends with `.`
    "#]],
    );
}

#[test]
fn misspelt_words() {
    check(
        "dimension (3,3)\npiece { mark 'X' 'O' }\nstrat { # . / 3 }\nevalution e = 1.\n",
        expect![[r#"
            error[misspelt-word]: the word `dimension` is not known here
             --> x.mg:1:1
              |
            1 | dimension (3,3)
              | ^^^^^^^^^
              = hint: did you mean `dimensions`?
            error[misspelt-word]: the word `piece` is not known here
             --> x.mg:2:1
              |
            2 | piece { mark 'X' 'O' }
              | ^^^^^
              = hint: did you mean `pieces`?
            error[misspelt-word]: the word `strat` is not known here
             --> x.mg:3:1
              |
            3 | strat { # . / 3 }
              | ^^^^^
              = hint: did you mean `start`?
            error[misspelt-word]: the word `evalution` is not known here
             --> x.mg:4:1
              |
            4 | evalution e = 1.
              | ^^^^^^^^^
              = hint: did you mean `evaluation`?
        "#]],
    );
    check(
        "x = finde own y, pont at own y, rotat 45, as oponent y.\n",
        expect![[r#"
        error[misspelt-word]: the word `finde` is not known here
         --> x.mg:1:5
          |
        1 | x = finde own y, pont at own y, rotat 45, as oponent y.
          |     ^^^^^
          = hint: did you mean `find`?
        error[misspelt-word]: the word `pont` is not known here
         --> x.mg:1:18
          |
        1 | x = finde own y, pont at own y, rotat 45, as oponent y.
          |                  ^^^^
          = hint: did you mean `points`?
        error[misspelt-word]: the word `rotat` is not known here
         --> x.mg:1:33
          |
        1 | x = finde own y, pont at own y, rotat 45, as oponent y.
          |                                 ^^^^^
          = hint: did you mean `rotate`?
        error[misspelt-word]: the word `oponent` is not known here
         --> x.mg:1:46
          |
        1 | x = finde own y, pont at own y, rotat 45, as oponent y.
          |                                              ^^^^^^^
          = hint: did you mean `opponent`?
    "#]],
    );
}

#[test]
fn unknown_sections() {
    check(
        "cards { ace '1' # }\nx = step.\n",
        expect![[r#"
            error[unknown-section]: there is no section `cards`
             --> x.mg:1:1
              |
            1 | cards { ace '1' # }
              | ^^^^^
              = hint: the sections are dimensions, lines, players, pieces, zones, directions, counters, memory, reserve, stacks, start, layout
        "#]],
    );
}

#[test]
fn reserved_words_as_names() {
    check(
        "step = win.\npieces { height 'H' 'h' }\nx = remember hand.\n",
        expect![[r#"
        error[reserved-word]: `step` is a word of the language and cannot be a name
         --> x.mg:1:1
          |
        1 | step = win.
          | ^^^^
          = hint: choose another name, for example `my_step`
        error[reserved-word]: `height` is a word of the language and cannot be a name
         --> x.mg:2:10
          |
        2 | pieces { height 'H' 'h' }
          |          ^^^^^^
          = hint: choose another name, for example `my_height`
        error[reserved-word]: `hand` is a word of the language and cannot be a name
         --> x.mg:3:14
          |
        3 | x = remember hand.
          |              ^^^^
          = hint: choose another name, for example `my_hand`
    "#]],
    );
}

#[test]
fn commas_and_brackets() {
    check(
        "x = find own y step, foo bar baz, a,.\n",
        expect![[r#"
        error[missing-comma]: a comma is missing before `step`
         --> x.mg:1:15
          |
        1 | x = find own y step, foo bar baz, a,.
          |               ^
          = hint: statements are separated by `,`
        error[missing-comma]: a comma is missing before `bar`
         --> x.mg:1:25
          |
        1 | x = find own y step, foo bar baz, a,.
          |                         ^
          = hint: statements are separated by `,`
        error[unexpected]: a statement is missing after this comma
         --> x.mg:1:36
          |
        1 | x = find own y step, foo bar baz, a,.
          |                                    ^
          = hint: take the comma out
    "#]],
    );
    check(
        "x = [ a, [ b ].\ny = a ], b.\nz = [ a. b ].\n",
        expect![[r#"
        error[unclosed-bracket]: this `[` is not closed
         --> x.mg:1:5
          |
        1 | x = [ a, [ b ].
          |     ^
          |               - the rule ends here
          = hint: put a `]` behind the last statement of the group
        error[stray-bracket]: this `]` closes nothing
         --> x.mg:2:7
          |
        2 | y = a ], b.
          |       ^
          = hint: take it out, or put a `[` where the group begins
        error[unexpected]: a `.` inside brackets
         --> x.mg:3:8
          |
        3 | z = [ a. b ].
          |        ^
          = hint: separate statements by `,`; only the rule ends with `.`
    "#]],
    );
    check(
        "x = either [ a, b or c.\ny = either a, b ] or c.\n",
        expect![[r#"
        error[unclosed-bracket]: this `[` is not closed
         --> x.mg:1:12
          |
        1 | x = either [ a, b or c.
          |            ^
          |                   -- expected `]` before this
          = hint: put a `]` behind the last statement of the group
        error[unclosed-bracket]: the statements before this `or` have no `[`
         --> x.mg:2:13
          |
        2 | y = either a, b ] or c.
          |             ^
          |                 - they are closed here
          = hint: put a `[` before the first of them
    "#]],
    );
    check(
        "x = for each step, step ] do win.\n",
        expect![[r#"
        error[unclosed-bracket]: the statements before this `do` have no `[`
         --> x.mg:1:18
          |
        1 | x = for each step, step ] do win.
          |                  ^
          |                         - they are closed here
          = hint: put a `[` before the first of them
    "#]],
    );
    check(
        "x = (a, b), { a }.\n",
        expect![[r#"
        error[unexpected]: expected `)`, found `,`
         --> x.mg:1:7
          |
        1 | x = (a, b), { a }.
          |       ^
          = hint: statements are grouped by brackets: `[ …, … ]`
        error[unexpected]: expected a statement, found `{`
         --> x.mg:1:13
          |
        1 | x = (a, b), { a }.
          |             ^
          = hint: statements are grouped by brackets: `[ …, … ]`
    "#]],
    );
}

#[test]
fn alternatives() {
    check(
        "x = either a, b or c.\ny = a or b.\nz = try a, b else c.\nw = either a.\n",
        expect![[r#"
            error[lone-alternative]: this `either` has no `or`
             --> x.mg:1:5
              |
            1 | x = either a, b or c.
              |     ^^^^^^
              |             - expected `or` here
              = hint: an alternative is one statement; write `either [ …, … ] or …` for several
            error[stray-word]: this `or` belongs to no `either`
             --> x.mg:2:7
              |
            2 | y = a or b.
              |       ^^
              = hint: write `either … or …`, and put several statements in brackets: `either [ …, … ] or …`
            error[stray-word]: this `else` belongs to no `try`
             --> x.mg:3:14
              |
            3 | z = try a, b else c.
              |              ^^^^
              = hint: write `try … else …`, and put several statements in brackets: `try [ …, … ] else …`
            error[lone-alternative]: this `either` has no `or`
             --> x.mg:4:5
              |
            4 | w = either a.
              |     ^^^^^^
              |             - expected `or` here
              = hint: an alternative is one statement; write `either [ …, … ] or …` for several
        "#]],
    );
    check(
        "x = either a or b c or d.\n",
        expect![[r#"
        error[missing-word]: `or` is missing before `c`
         --> x.mg:1:18
          |
        1 | x = either a or b c or d.
          |                  ^
          = hint: put `or` here
    "#]],
    );
}

#[test]
fn statements_with_parts_missing() {
    check(
        "x = replace own y, points own y, set a 3, add 1 b, for each y [ step ],\n  \
         find own, find row 3, repeat 0 3 times step, occurred three times, tell 'x'.\n",
        expect![[r#"
            error[missing-word]: `by` is missing before `own`
             --> x.mg:1:13
              |
            1 | x = replace own y, points own y, set a 3, add 1 b, for each y [ step ],
              |             ^^^
              = hint: put `by` before it
            error[missing-word]: `at` is missing before `own`
             --> x.mg:1:27
              |
            1 | x = replace own y, points own y, set a 3, add 1 b, for each y [ step ],
              |                           ^^^
              = hint: put `at` before it
            error[missing-word]: `to` is missing before `3`
             --> x.mg:1:40
              |
            1 | x = replace own y, points own y, set a 3, add 1 b, for each y [ step ],
              |                                        ^
              = hint: put `to` before it
            error[missing-word]: `to` is missing before `b`
             --> x.mg:1:49
              |
            1 | x = replace own y, points own y, set a 3, add 1 b, for each y [ step ],
              |                                                 ^
              = hint: put `to` before it
            error[missing-word]: `do` is missing before `[`
             --> x.mg:1:63
              |
            1 | x = replace own y, points own y, set a 3, add 1 b, for each y [ step ],
              |                                                               ^
              = hint: put `do` before it
            error[unexpected]: expected a piece, found `,`
             --> x.mg:2:11
              |
            2 |   find own, find row 3, repeat 0 3 times step, occurred three times, tell 'x'.
              |           ^
              = hint: write `piece` for any piece
            error[unexpected]: expected a pattern, found `row`
             --> x.mg:2:18
              |
            2 |   find own, find row 3, repeat 0 3 times step, occurred three times, tell 'x'.
              |                  ^^^
              = hint: write `field in …`
            error[missing-word]: `..` is missing before `3`
             --> x.mg:2:34
              |
            2 |   find own, find row 3, repeat 0 3 times step, occurred three times, tell 'x'.
              |                                  ^
              = hint: write `repeat 0 .. 3 times …`
            error[unexpected]: expected how often, found `three`
             --> x.mg:2:57
              |
            2 |   find own, find row 3, repeat 0 3 times step, occurred three times, tell 'x'.
              |                                                         ^^^^^
            error[unexpected]: expected `both`, `own` or `enemy`, found `'x'`
             --> x.mg:2:75
              |
            2 |   find own, find row 3, repeat 0 3 times step, occurred three times, tell 'x'.
              |                                                                           ^^^
        "#]],
    );
}

#[test]
fn values() {
    check(
        "value a = 3 * .\nvalue b = count own.\nvalue c = 1 < 2.\nvalue = 3.\n",
        expect![[r#"
            error[unexpected]: expected a value, found `.`
             --> x.mg:1:15
              |
            1 | value a = 3 * .
              |               ^
            error[unexpected]: expected a piece, found `.`
             --> x.mg:2:20
              |
            2 | value b = count own.
              |                    ^
              = hint: write `piece` for any piece
            error[unexpected]: the value `c` has a comparison in it
             --> x.mg:3:13
              |
            3 | value c = 1 < 2.
              |             ^
              = hint: a value is a number; comparisons belong in rules
            error[unexpected]: expected the name of the value, found `=`
             --> x.mg:4:7
              |
            4 | value = 3.
              |       ^
        "#]],
    );
    check(
        "x = quiet, 3, quiet 80, own pawn.\n",
        expect![[r#"
        error[lone-value]: a value alone is not a statement
         --> x.mg:1:12
          |
        1 | x = quiet, 3, quiet 80, own pawn.
          |            ^
          = hint: compare it with another value, for example `… > 0`
        error[unexpected]: a sign is missing before `80`
         --> x.mg:1:20
          |
        1 | x = quiet, 3, quiet 80, own pawn.
          |                    ^
          = hint: compare values by `=` or `<`, and separate statements by `,`
        error[unexpected]: expected a statement, found `own`
         --> x.mg:1:25
          |
        1 | x = quiet, 3, quiet 80, own pawn.
          |                         ^^^
          = hint: say what to do with it: `find …` or `points at …`
    "#]],
    );
    check(
        "x = y > 99999999999, pickup 2 + 2.\n",
        expect![[r#"
        error[number-too-large]: the number 99999999999 is too large
         --> x.mg:1:9
          |
        1 | x = y > 99999999999, pickup 2 + 2.
          |         ^^^^^^^^^^^
          = hint: no number in a game can be above 1000000000
        error[unexpected]: expected `,` or the end of the rule, found `+`
         --> x.mg:1:31
          |
        1 | x = y > 99999999999, pickup 2 + 2.
          |                               ^
          = hint: put the sum in parentheses
    "#]],
    );
}

#[test]
fn characters_without_meaning() {
    check(
        "x = find own y; step, a != 3, \"X\", näme, 3x > 1.\n@@@\n",
        expect![[r#"
            error[odd-character]: `;` is not a sign of the language
             --> x.mg:1:15
              |
            1 | x = find own y; step, a != 3, "X", näme, 3x > 1.
              |               ^
              = hint: statements are separated by `,` and a rule ends with `.`
            error[odd-character]: `!=` is not a sign of the language
             --> x.mg:1:25
              |
            1 | x = find own y; step, a != 3, "X", näme, 3x > 1.
              |                         ^^
              = hint: write `<>`
            error[odd-character]: these are not the quotes of the language
             --> x.mg:1:31
              |
            1 | x = find own y; step, a != 3, "X", näme, 3x > 1.
              |                               ^^^
              = hint: write plain single quotes: `'X'`
            error[bad-name]: `näme` cannot be a name
             --> x.mg:1:36
              |
            1 | x = find own y; step, a != 3, "X", näme, 3x > 1.
              |                                    ^^^^
              = hint: names are made of the letters a to z, digits and `_`
            error[bad-name]: `3x` is neither a number nor a name
             --> x.mg:1:42
              |
            1 | x = find own y; step, a != 3, "X", näme, 3x > 1.
              |                                          ^^
              = hint: put a blank behind the number, or begin the name with a letter
            error[odd-character]: the characters `@@@` have no meaning here
             --> x.mg:2:1
              |
            2 | @@@
              | ^^^
              = hint: take it out
        "#]],
    );
    check(
        "pieces { man 'X' 'O\n  king '' 'k' }\n",
        expect![[r#"
        error[unclosed-quote]: this quote is not closed on its line
         --> x.mg:1:18
          |
        1 | pieces { man 'X' 'O
          |                  ^^
          = hint: put another `'` behind the symbol or message
        error[empty-quotes]: nothing stands between these quotes
         --> x.mg:2:8
          |
        2 |   king '' 'k' }
          |        ^^
          = hint: a symbol has at least one character
    "#]],
    );
    check(
        "/* old */\nx = step \u{7} .\n",
        expect![[r#"
        error[odd-character]: comments are not written `/* … */`
         --> x.mg:1:1
          |
        1 | /* old */
          | ^^^^^^^^^
          = hint: begin each line of the comment with `//`
        error[odd-character]: the character U+0007 has no meaning here
         --> x.mg:2:10
          |
        2 | x = step � .
          |          ^
          = hint: take it out
    "#]],
    );
}

#[test]
fn entries() {
    check(
        "pieces {\n  king 'K' promotes queen\n  a = 'X'\n  tile '1' .. 15\n  pawn 'P' - exactly\n}\n",
        expect![[r#"
            error[missing-word]: `to` is missing before `queen`
             --> x.mg:2:21
              |
            2 |   king 'K' promotes queen
              |                     ^^^^^
              = hint: put `to` before it
            error[unexpected]: expected a symbol in quotes, such as `'X'`, found `=`
             --> x.mg:3:5
              |
            3 |   a = 'X'
              |     ^
            error[unexpected]: expected the last symbol of the family, found `15`
             --> x.mg:4:15
              |
            4 |   tile '1' .. 15
              |               ^^
              = hint: write it in quotes: `'15'`
            error[unexpected]: expected how many, found `}`
             --> x.mg:5:21
              |
            5 |   pawn 'P' - exactly
              |                     ^
        "#]],
    );
    check(
        "zones { near row 1 .. 2   far }\ndirections { up forward }\ncounters { q 0 }\n\
         memory { p for 3 }\nreserve { m = 9 }\nplayers a b c\nlines { a1, b1 c1 }\n",
        expect![[r#"
            error[unexpected]: expected one row, found `..`
             --> x.mg:1:20
              |
            1 | zones { near row 1 .. 2   far }
              |                    ^^
              = hint: write `rows` for several
            error[unexpected]: expected a point of the compass, found `forward`
             --> x.mg:2:17
              |
            2 | directions { up forward }
              |                 ^^^^^^^
              = hint: write the directions of each player: `north south`
            error[unexpected]: expected `..`, found `}`
             --> x.mg:3:16
              |
            3 | counters { q 0 }
              |                ^
            error[unexpected]: expected `turn`, found `}`
             --> x.mg:4:18
              |
            4 | memory { p for 3 }
              |                  ^
            error[unexpected]: expected another entry or `}`, found `=`
             --> x.mg:5:13
              |
            5 | reserve { m = 9 }
              |             ^
              = hint: entries are separated by blanks, and their parts too
            error[too-many-players]: a third player
             --> x.mg:6:13
              |
            6 | players a b c
              |             ^
              = hint: a game has one or two players
            error[unexpected]: a line needs at least two fields
             --> x.mg:7:9
              |
            7 | lines { a1, b1 c1 }
              |         ^^
              = hint: write the fields along the line: `a1 b1 c1`
        "#]],
    );
}

#[test]
fn sections_without_an_end() {
    check(
        "pieces {\n  man 'X' 'O'\n\nmain = step.\n",
        expect![[r#"
        error[unclosed-brace]: this `{` is not closed
         --> x.mg:1:8
          |
        1 | pieces {
          |        ^
          = hint: put a `}` behind the last entry
    "#]],
    );
    check(
        "start {\n  8/8\n\nmain = step.\nx = [ ].\n",
        expect![[r#"
        error[unclosed-brace]: the drawing that begins here has no end
         --> x.mg:1:7
          |
        1 | start {
          |       ^
          = hint: put a `}` behind the last row
    "#]],
    );
    check(
        "start\n  . x /\n  x .\n}\nx = step.\n",
        expect![[r#"
        error[unexpected]: expected `{`, found `.`
         --> x.mg:1:6
          |
        1 | start
          |      ^
    "#]],
    );
}

#[test]
fn too_many() {
    let text = "@\n".repeat(200);
    let diagnostics = parse(syntax::FileId(0), &text).diagnostics;
    assert_eq!(diagnostics.len(), 101);
    assert_eq!(diagnostics[100].code, "too-many-errors");
}

#[test]
fn the_tree_holds_what_was_understood() {
    let text = "dimension (3,3)\nx = finde own y, step\ny = points own z.\nmain = z.\n";
    let tree = syntax::dump_tree(&parse(syntax::FileId(0), text).file);
    expect![[r#"
        dimensions 3 3
        rule x
          sequence
            find own y
            step
        rule y
          points at own z
        rule main
          call z
    "#]]
    .assert_eq(&tree);
}
