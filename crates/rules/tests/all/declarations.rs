//! Messages about the board, counters, zones and drawings that a game declares.

use crate::check::check;
use expect_test::expect;

#[test]
fn counters_memory_stacks_and_reserve() {
    check(
        "dimensions (4,4)
pieces { man 'M' 'm'  wall '*' }
stacks 256
counters { quiet 9 .. 2  loud 0 .. 2000000 }
memory { spot for 0 turns  place for 256 turns }
reserve { man 256  wall 2  knight  main }
main = win.
",
        expect![[r#"
            error[out-of-limits]: a field cannot hold 256 pieces
              3:8 `256`
              hint: `stacks` takes a number from 1 to 255
            error[empty-range]: there is nothing from 9 to 2
              4:18 `9 .. 2`
              hint: write `2 .. 9`
            error[out-of-limits]: a counter cannot reach 2000000
              4:36 `2000000`
              hint: counters go up to 1000000
            error[out-of-limits]: a field cannot be remembered for 0 turns
              5:19 `0`
              hint: write a number from 1 to 255, or no `for`: then it is forgotten when the turn is over
            error[out-of-limits]: a field cannot be remembered for 256 turns
              5:38 `256`
              hint: write a number from 1 to 255, or no `for`: then it is forgotten when the turn is over
            error[out-of-limits]: there cannot be 256 pieces in reserve
              6:15 `256`
              hint: each player has at most 255 of a kind in reserve
            error[nobodys-reserve]: `wall` belongs to nobody, so nobody has it in reserve
              6:20 `wall`
              hint: give it a symbol for each player
            error[unknown-name]: no piece is called `knight`
              6:28 `knight`
              hint: the pieces are `man`, `wall`
            error[wrong-kind]: `main` is a rule, not a piece
              6:36 `main`
              7:1 `main` defined here
              hint: the reserve holds pieces
        "#]],
    );
}

#[test]
fn lines() {
    check(
        "lines { a b c, c b a, d e d, f g f h, a b d a }
pieces { man 'M' 'm' }
main = find own man, north, forward, orthogonal, rotate 90, alldir, rotate 180, step.
",
        expect![[r#"
            error[bad-line]: this line is there twice
              1:16 `c b a`
              1:9 `a b c` the first time
              hint: take one of them out; a line goes both ways
            error[bad-line]: a ring needs at least three points
              1:23 `d e d`
              hint: a line that ends where it starts is a ring: `a b c a`
            error[bad-line]: this line meets `f` twice
              1:34 `f`
              1:30 `f` the first time
              hint: make two lines of it
            error[no-such-direction]: `north` has no meaning on a board of lines
              3:22 `north`
              hint: `alldir` gives all lines through the finger, `rotate 180` turns back
            error[no-such-direction]: `forward` has no meaning on a board of lines
              3:29 `forward`
              hint: `alldir` gives all lines through the finger, `rotate 180` turns back
            error[no-such-direction]: `orthogonal` has no meaning on a board of lines
              3:38 `orthogonal`
              hint: `alldir` gives all lines through the finger, `rotate 180` turns back
            error[bad-rotation]: `rotate 90` does not fit this board
              3:50 `rotate 90`
              hint: on lines one can only turn back: `rotate 180`
        "#]],
    );
    check(
        "dimensions (cyclic 3,3) lines { a1 b1 c1, a4 b2 x } pieces { man 'M' 'm' } main = win.",
        expect![[r#"
            error[lines-and-grid]: a board of lines cannot be `cyclic`
              1:1 `dimensions (cyclic 3,3)`
              hint: the lines alone say what is next to what; a ring ends where it starts
            error[no-such-field]: `a4` is not a place on this grid
              1:43 `a4`
              hint: with `dimensions` the points are `a1` to `c3`
            error[no-such-field]: `x` is not a place on this grid
              1:49 `x`
              hint: with `dimensions` the points are `a1` to `c3`
        "#]],
    );
}

#[test]
fn directions() {
    check(
        "dimensions (4,4) hexagonal
pieces { man 'M' 'm' }
directions { along north southeast }
main = find own man, diagonal, northwest, rotate 45, rotate -60, orthogonal, along, step.
",
        expect![[r#"
            error[no-such-direction]: `southeast` has no meaning on a hexagonal board
              3:26 `southeast`
              hint: its directions are north, northeast, east, south, southwest and west
            error[no-such-direction]: `diagonal` has no meaning on a hexagonal board
              4:22 `diagonal`
              hint: its directions are north, northeast, east, south, southwest and west
            error[no-such-direction]: `northwest` has no meaning on a hexagonal board
              4:32 `northwest`
              hint: its directions are north, northeast, east, south, southwest and west
            error[bad-rotation]: `rotate 45` does not fit this board
              4:43 `rotate 45`
              hint: on hexagons a turn goes by multiples of 60
        "#]],
    );
}

#[test]
fn zones() {
    check(
        "dimensions (4,4)
pieces { man 'M' 'm' }
memory { spot }
zones { one (two, a1)  two (three)  three (one)  four (spot, row 5, column z)  five (man) }
main = find man in one.
",
        expect![[r#"
            error[zone-in-itself]: the zone `one` is part of itself
              4:44 `one`
              hint: a zone can only name zones that do not name it
            error[wrong-kind]: `spot` is a remembered field, not a fixed set of fields
              4:56 `spot`
              3:10 `spot` defined here
              hint: only `in` a remembered field by itself can be asked for
            error[no-such-field]: there is no row 5 on this board
              4:66 `5`
              hint: the rows are 1 to 4
            error[no-such-field]: there is no column `z` on this board
              4:76 `z`
              hint: the columns are `a` to `d`
            error[wrong-kind]: `man` is a piece, not a place
              4:86 `man`
              2:10 `man` defined here
              hint: `in` takes a zone, rows, columns, a field or a list of them
        "#]],
    );
}

#[test]
fn drawings() {
    check(
        "dimensions (3,3)
pieces { man 'M' 'm' }
start { M1m / 1?1 / 4 }
layout goal { MMM / 3 }
main = win.
",
        expect![[r#"
            error[bad-drawing]: no piece is written `?`; the pieces are M m
              3:16 `?`
              hint: `.` is an empty field, a number counts several
            error[bad-drawing]: there are 2 rows, the board has 3
              4:22 ``
              hint: rows are written from the top, with `/` between
        "#]],
    );
    check(
        "dimensions (3,3) pieces { king 'K' 'k' exactly 1 } start { K2 / 3 / K2 } main = win.",
        expect![[r#"
            error[bad-start]: the start is not a possible position: white has 2 kings and black has no king; a position needs exactly 1
              1:52 `start { K2 / 3 / K2 }`
              hint: the rules declare these numbers with `exactly`
        "#]],
    );
    check(
        "dimensions (3,3) pieces { king 'K' 'k' exactly 1 } main = win.",
        expect![[r#"
            error[bad-start]: the start is not a possible position: white has no king and black has no king; a position needs exactly 1
              1:48 `1`
              hint: the rules declare these numbers with `exactly`
        "#]],
    );
}
