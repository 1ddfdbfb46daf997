//! Sections whose entries are wrong or that do not end.

use super::check;
use expect_test::expect;

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
              = hint: entries are separated by spaces, and so are their parts
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
          = hint: put a `}` after the last entry
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
          = hint: put a `}` after the last row
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
