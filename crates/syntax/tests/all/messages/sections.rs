//! Sections whose entries are wrong or that do not end.

use super::check;
use expect_test::expect;

#[test]
fn entries() {
    check(
        "pieces {\n  king 'K' promotes queen\n  a = 'X'\n  tile '1' .. 15\n  pawn 'P' - exactly\n}\n",
        expect![[r#"
            error[missing-word]: `to` is missing before `queen`
              2:21 `queen`
              hint: put `to` before it
            error[unexpected]: expected a symbol in quotes, such as `'X'`, found `=`
              3:5 `=`
            error[unexpected]: expected the last symbol of the family, found `15`
              4:15 `15`
              hint: write it in quotes: `'15'`
            error[unexpected]: expected how many, found `}`
              5:21 ``
        "#]],
    );
    check(
        "zones { near row 1 .. 2   far }\ndirections { up forward }\ncounters { q 0 }\n\
         memory { p for 3 }\nreserve { m = 9 }\nplayers a b c\nlines { a1, b1 c1 }\n",
        expect![[r#"
            error[unexpected]: expected one row, found `..`
              1:20 `..`
              hint: write `rows` for several
            error[unexpected]: expected a point of the compass, found `forward`
              2:17 `forward`
              hint: write the directions of each player: `north south`
            error[unexpected]: expected `..`, found `}`
              3:16 `}`
            error[unexpected]: expected `turn`, found `}`
              4:18 `}`
            error[unexpected]: expected another entry or `}`, found `=`
              5:13 `=`
              hint: entries are separated by spaces, and so are their parts
            error[too-many-players]: a third player
              6:13 `c`
              hint: games for more than two players come later; name one or two
            error[unexpected]: a line needs at least two fields
              7:9 `a1`
              hint: write the fields along the line: `a1 b1 c1`
        "#]],
    );
}

#[test]
fn players_who_are_too_many_or_have_no_names() {
    check(
        "players a, b, c\nplayers a, b\nplayers 3\nplayers { a b }\n",
        expect![[r#"
        error[too-many-players]: a third player
          1:15 `c`
          hint: games for more than two players come later; name one or two
        error[unexpected]: a comma between players
          2:10 `,`
          hint: write `players black white`
        error[unexpected]: expected the name of a player, found `3`
          3:9 `3`
          hint: name the one or two players of the game: `players black white`
        error[unexpected]: expected the name of a player, found `{`
          4:9 `{`
          hint: name the one or two players of the game: `players black white`
    "#]],
    );
}

#[test]
fn sections_without_an_end() {
    check(
        "pieces {\n  man 'X' 'O'\n\nmain = step.\n",
        expect![[r#"
            error[unclosed-brace]: this `{` is not closed
              1:8 `{`
              hint: put a `}` after the last entry
        "#]],
    );
    check(
        "start {\n  8/8\n\nmain = step.\nx = [ ].\n",
        expect![[r#"
            error[unclosed-brace]: the drawing that begins here has no end
              1:7 `{`
              hint: put a `}` after the last row
        "#]],
    );
    check(
        "start\n  . x /\n  x .\n}\nx = step.\n",
        expect![[r#"
            error[unexpected]: expected `{`, found `.`
              1:6 ``
        "#]],
    );
}
