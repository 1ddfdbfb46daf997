//! Messages about what a game declares.

mod check;

use check::check;
use expect_test::expect;

#[test]
fn players() {
    check(
        "players black blue dimensions (2,2) pieces { man 'M' 'm' } main = win.",
        expect![[r#"
            error[same-initials]: the names of both players begin with the same letter
             --> game.mg:1:15
              |
            1 | players black blue dimensions (2,2) pieces { man 'M' 'm' } main = win.
              |               ^^^^
              |         ----- the first player
              = hint: positions name the player to move by his first letter
        "#]],
    );
    check(
        "players black black dimensions (2,2) pieces { man 'M' 'm' } main = win.",
        expect![[r#"
        error[same-initials]: both players are called `black`
         --> game.mg:1:15
          |
        1 | players black black dimensions (2,2) pieces { man 'M' 'm' } main = win.
          |               ^^^^^
          |         ----- the first player
          = hint: positions name the player to move by his first letter
    "#]],
    );
}

#[test]
fn a_puzzle_has_no_opponent() {
    check(
        "players solver
dimensions (4,4)
pieces { man 'M' 'm'  box '$' }
zones { goal row 1 row 2 }
directions { along north south }
counters { spent 'S' 's' }
main = find own box, as opponent win, tell enemy 'x', find solver box.
value a = as opponent count box.
",
        expect![[r#"
            error[needs-two-players]: in a puzzle `man` can only be a piece of nobody
             --> game.mg:3:10
              |
            3 | pieces { man 'M' 'm'  box '$' }
              |          ^^^^^^^^^^^
              = hint: give it one sign, or name two players
            error[needs-two-players]: a puzzle has one player, so there is no second set of fields
             --> game.mg:4:20
              |
            4 | zones { goal row 1 row 2 }
              |                    ^^^^^
              = hint: leave it out
            error[needs-two-players]: a puzzle has one player, so there is no second set of directions
             --> game.mg:5:26
              |
            5 | directions { along north south }
              |                          ^^^^^
              = hint: leave it out
            error[needs-two-players]: a puzzle has one player, so a counter has no signs
             --> game.mg:6:18
              |
            6 | counters { spent 'S' 's' }
              |                  ^^^^^^^
              = hint: leave the signs out
            error[needs-two-players]: a puzzle has one player and pieces of nobody, so `own` is wrong
             --> game.mg:7:13
              |
            7 | main = find own box, as opponent win, tell enemy 'x', find solver box.
              |             ^^^
              = hint: write the name of the piece alone
            error[needs-two-players]: a puzzle has one player, so there is no `as opponent`
             --> game.mg:7:22
              |
            7 | main = find own box, as opponent win, tell enemy 'x', find solver box.
              |                      ^^^^^^^^^^^^^^^
              = hint: leave it out, or name two players
            error[needs-two-players]: a puzzle has one player, so there is no `enemy`
             --> game.mg:7:39
              |
            7 | main = find own box, as opponent win, tell enemy 'x', find solver box.
              |                                       ^^^^^^^^^^^^^^
              = hint: leave it out, or name two players
            error[needs-two-players]: a puzzle has one player and pieces of nobody, so `solver` is wrong
             --> game.mg:7:60
              |
            7 | main = find own box, as opponent win, tell enemy 'x', find solver box.
              |                                                            ^^^^^^
              = hint: write the name of the piece alone
            error[needs-two-players]: a puzzle has one player, so there is no `as opponent`
             --> game.mg:8:11
              |
            8 | value a = as opponent count box.
              |           ^^^^^^^^^^^^^^^^^^^^^
              = hint: leave it out, or name two players
        "#]],
    );
    check(
        "dimensions (4,4) pieces { man 'M' 'm' }
main = find own man, remove, cost 3, win.
bound b = 3.
",
        expect![[r#"
            error[puzzle-only]: only the moves of a puzzle have a `cost`
             --> game.mg:2:30
              |
            2 | main = find own man, remove, cost 3, win.
              |                              ^^^^^^
              = hint: leave it out, or name one player only
            error[puzzle-only]: only a puzzle has a `bound`
             --> game.mg:3:7
              |
            3 | bound b = 3.
              |       ^
              = hint: write `evaluation`, or name one player only
        "#]],
    );
}

#[test]
fn signs() {
    check(
        "dimensions (4,4)
pieces { a 'X' 'X'  b 'X' 'b c'  c '-'  d 'a1'  e 'longwinded'  f - -  g '5'  h '3' .. '7' }
counters { quick 'Q' 'Q'  slow '1' 's' }
main = win.
",
        expect![[r#"
            error[sign-twice]: the sign `X` is used twice
             --> game.mg:2:16
              |
            2 | pieces { a 'X' 'X'  b 'X' 'b c'  c '-'  d 'a1'  e 'longwinded'  f - -  g '5'  h '3' .. '7' }
              |                ^^^
              |            --- the first time
              = hint: positions tell pieces apart by their signs
            error[sign-twice]: the sign `X` is used twice
             --> game.mg:2:23
              |
            2 | pieces { a 'X' 'X'  b 'X' 'b c'  c '-'  d 'a1'  e 'longwinded'  f - -  g '5'  h '3' .. '7' }
              |                       ^^^
              |            --- the first time
              = hint: positions tell pieces apart by their signs
            error[bad-sign]: `b c` cannot be a sign
             --> game.mg:2:27
              |
            2 | pieces { a 'X' 'X'  b 'X' 'b c'  c '-'  d 'a1'  e 'longwinded'  f - -  g '5'  h '3' .. '7' }
              |                           ^^^^^
              = hint: a sign has no blanks: they stand between the parts of a position
            error[bad-sign]: `-` cannot be a sign
             --> game.mg:2:36
              |
            2 | pieces { a 'X' 'X'  b 'X' 'b c'  c '-'  d 'a1'  e 'longwinded'  f - -  g '5'  h '3' .. '7' }
              |                                    ^^^
              = hint: `-` stands for nothing in a position
            error[bad-sign]: `a1` cannot be a sign
             --> game.mg:2:43
              |
            2 | pieces { a 'X' 'X'  b 'X' 'b c'  c '-'  d 'a1'  e 'longwinded'  f - -  g '5'  h '3' .. '7' }
              |                                           ^^^^
              = hint: a sign is a number or has no digits: they count empty fields and pieces
            error[bad-sign]: `longwinded` cannot be a sign
             --> game.mg:2:51
              |
            2 | pieces { a 'X' 'X'  b 'X' 'b c'  c '-'  d 'a1'  e 'longwinded'  f - -  g '5'  h '3' .. '7' }
              |                                                   ^^^^^^^^^^^^
              = hint: a sign is short; one character is best
            error[bad-sign]: neither player has a `f`
             --> game.mg:2:65
              |
            2 | pieces { a 'X' 'X'  b 'X' 'b c'  c '-'  d 'a1'  e 'longwinded'  f - -  g '5'  h '3' .. '7' }
              |                                                                 ^^^^^
              = hint: give at least one of the two a sign
            error[sign-twice]: the sign `5` is used twice
             --> game.mg:2:81
              |
            2 | pieces { a 'X' 'X'  b 'X' 'b c'  c '-'  d 'a1'  e 'longwinded'  f - -  g '5'  h '3' .. '7' }
              |                                                                                 ^^^^^^^^^^
              |                                                                          --- the first time
              = hint: positions tell pieces apart by their signs
            error[sign-twice]: the sign `Q` is used twice
             --> game.mg:3:22
              |
            3 | counters { quick 'Q' 'Q'  slow '1' 's' }
              |                      ^^^
              |                  --- the first time
              = hint: positions tell counters apart by their signs
            error[bad-sign]: the sign of a counter cannot be a number
             --> game.mg:3:32
              |
            3 | counters { quick 'Q' 'Q'  slow '1' 's' }
              |                                ^^^
              = hint: in positions the count stands before the sign
        "#]],
    );
}

#[test]
fn families_and_promotions() {
    check(
        "dimensions (4,4)
pieces
{
  tile '9' .. '2'
  gem 'a' .. '5'
  ore '1' .. '900'
  man 'M' 'm' promotes to man, quen, king, wall, fox, king, main
  king 'K' 'k'
  queen 'Q' 'q' exactly 70000
  fox 'F' -
  wall '*'
}
main = win.
",
        expect![[r#"
            error[empty-range]: there is nothing from 9 to 2
             --> game.mg:4:8
              |
            4 |   tile '9' .. '2'
              |        ^^^^^^^^^^
              = hint: write `'2' .. '9'`
            error[bad-family]: `a` is not a number
             --> game.mg:5:7
              |
            5 |   gem 'a' .. '5'
              |       ^^^
              = hint: a family of pieces goes from one number to another: `'1' .. '15'`
            error[out-of-limits]: a family cannot have 900 members
             --> game.mg:6:7
              |
            6 |   ore '1' .. '900'
              |       ^^^^^^^^^^^^
              = hint: a game has at most 250 kinds of pieces
            error[bad-promotion]: `man` promotes to itself
             --> game.mg:7:27
              |
            7 |   man 'M' 'm' promotes to man, quen, king, wall, fox, king, main
              |                           ^^^
              = hint: name the pieces that it can become
            error[unknown-name]: no piece is called `quen`
             --> game.mg:7:32
              |
            7 |   man 'M' 'm' promotes to man, quen, king, wall, fox, king, main
              |                                ^^^^
              = hint: did you mean `queen`?
            error[bad-promotion]: `man` cannot promote to `wall`, which white does not have
             --> game.mg:7:44
              |
            7 |   man 'M' 'm' promotes to man, quen, king, wall, fox, king, main
              |                                            ^^^^
              = hint: a promoted piece keeps its owner; give both pieces the same owners
            error[bad-promotion]: `man` cannot promote to `fox`, which black does not have
             --> game.mg:7:50
              |
            7 |   man 'M' 'm' promotes to man, quen, king, wall, fox, king, main
              |                                                  ^^^
              = hint: a promoted piece keeps its owner; give both pieces the same owners
            error[bad-promotion]: `man` promotes to `king` twice
             --> game.mg:7:55
              |
            7 |   man 'M' 'm' promotes to man, quen, king, wall, fox, king, main
              |                                                       ^^^^
              = hint: name each piece once
            error[wrong-kind]: `main` is a rule, not a piece
              --> game.mg:7:61
               |
             7 |   man 'M' 'm' promotes to man, quen, king, wall, fox, king, main
               |                                                             ^^^^
            ...
            13 | main = win.
               | ---- defined here
               = hint: pieces promote to pieces
            error[out-of-limits]: nobody can have 70000 pieces of a kind
             --> game.mg:9:25
              |
            9 |   queen 'Q' 'q' exactly 70000
              |                         ^^^^^
              = hint: `exactly` takes a number up to 10000
        "#]],
    );
}

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
             --> game.mg:3:8
              |
            3 | stacks 256
              |        ^^^
              = hint: `stacks` takes a number from 1 to 255
            error[empty-range]: there is nothing from 9 to 2
             --> game.mg:4:18
              |
            4 | counters { quiet 9 .. 2  loud 0 .. 2000000 }
              |                  ^^^^^^
              = hint: write `2 .. 9`
            error[out-of-limits]: a counter cannot reach 2000000
             --> game.mg:4:36
              |
            4 | counters { quiet 9 .. 2  loud 0 .. 2000000 }
              |                                    ^^^^^^^
              = hint: counters go up to 1000000
            error[out-of-limits]: a field cannot be remembered for 0 turns
             --> game.mg:5:19
              |
            5 | memory { spot for 0 turns  place for 256 turns }
              |                   ^
              = hint: write a number from 1 to 255, or no `for`: then it is forgotten when the turn is over
            error[out-of-limits]: a field cannot be remembered for 256 turns
             --> game.mg:5:38
              |
            5 | memory { spot for 0 turns  place for 256 turns }
              |                                      ^^^
              = hint: write a number from 1 to 255, or no `for`: then it is forgotten when the turn is over
            error[out-of-limits]: there cannot be 256 pieces in reserve
             --> game.mg:6:15
              |
            6 | reserve { man 256  wall 2  knight  main }
              |               ^^^
              = hint: each player has at most 255 of a kind in reserve
            error[nobodys-reserve]: `wall` belongs to nobody, so nobody has it in reserve
             --> game.mg:6:20
              |
            6 | reserve { man 256  wall 2  knight  main }
              |                    ^^^^
              = hint: give it a sign for each player
            error[unknown-name]: no piece is called `knight`
             --> game.mg:6:28
              |
            6 | reserve { man 256  wall 2  knight  main }
              |                            ^^^^^^
              = hint: the pieces are `man`, `wall`
            error[wrong-kind]: `main` is a rule, not a piece
             --> game.mg:6:36
              |
            6 | reserve { man 256  wall 2  knight  main }
              |                                    ^^^^
            7 | main = win.
              | ---- defined here
              = hint: the reserve holds pieces
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
             --> game.mg:1:16
              |
            1 | lines { a b c, c b a, d e d, f g f h, a b d a }
              |                ^^^^^
              |         ----- the first time
              = hint: take one of them out; a line goes both ways
            error[bad-line]: a ring needs at least three points
             --> game.mg:1:23
              |
            1 | lines { a b c, c b a, d e d, f g f h, a b d a }
              |                       ^^^^^
              = hint: a line that ends where it starts is a ring: `a b c a`
            error[bad-line]: this line meets `f` twice
             --> game.mg:1:34
              |
            1 | lines { a b c, c b a, d e d, f g f h, a b d a }
              |                                  ^
              |                              - the first time
              = hint: make two lines of it
            error[no-such-direction]: `north` has no meaning on a board of lines
             --> game.mg:3:22
              |
            3 | main = find own man, north, forward, orthogonal, rotate 90, alldir, rotate 180, step.
              |                      ^^^^^
              = hint: `alldir` gives all lines through the finger, `rotate 180` turns round
            error[no-such-direction]: `forward` has no meaning on a board of lines
             --> game.mg:3:29
              |
            3 | main = find own man, north, forward, orthogonal, rotate 90, alldir, rotate 180, step.
              |                             ^^^^^^^
              = hint: `alldir` gives all lines through the finger, `rotate 180` turns round
            error[no-such-direction]: `orthogonal` has no meaning on a board of lines
             --> game.mg:3:38
              |
            3 | main = find own man, north, forward, orthogonal, rotate 90, alldir, rotate 180, step.
              |                                      ^^^^^^^^^^
              = hint: `alldir` gives all lines through the finger, `rotate 180` turns round
            error[bad-rotation]: `rotate 90` does not fit this board
             --> game.mg:3:50
              |
            3 | main = find own man, north, forward, orthogonal, rotate 90, alldir, rotate 180, step.
              |                                                  ^^^^^^^^^
              = hint: on lines one can only turn round: `rotate 180`
        "#]],
    );
    check(
        "dimensions (cyclic 3,3) lines { a1 b1 c1, a4 b2 x } pieces { man 'M' 'm' } main = win.",
        expect![[r#"
            error[lines-and-grid]: a board of lines cannot be `cyclic`
             --> game.mg:1:1
              |
            1 | dimensions (cyclic 3,3) lines { a1 b1 c1, a4 b2 x } pieces { man 'M' 'm' } main = win.
              | ^^^^^^^^^^^^^^^^^^^^^^^
              = hint: the lines alone say what is next to what; a ring ends where it starts
            error[no-such-field]: `a4` is not a place on this grid
             --> game.mg:1:43
              |
            1 | dimensions (cyclic 3,3) lines { a1 b1 c1, a4 b2 x } pieces { man 'M' 'm' } main = win.
              |                                           ^^
              = hint: with `dimensions` the points are `a1` to `c3`
            error[no-such-field]: `x` is not a place on this grid
             --> game.mg:1:49
              |
            1 | dimensions (cyclic 3,3) lines { a1 b1 c1, a4 b2 x } pieces { man 'M' 'm' } main = win.
              |                                                 ^
              = hint: with `dimensions` the points are `a1` to `c3`
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
             --> game.mg:3:26
              |
            3 | directions { along north southeast }
              |                          ^^^^^^^^^
              = hint: its directions are north, northeast, east, south, southwest and west
            error[no-such-direction]: `diagonal` has no meaning on a hexagonal board
             --> game.mg:4:22
              |
            4 | main = find own man, diagonal, northwest, rotate 45, rotate -60, orthogonal, along, step.
              |                      ^^^^^^^^
              = hint: its directions are north, northeast, east, south, southwest and west
            error[no-such-direction]: `northwest` has no meaning on a hexagonal board
             --> game.mg:4:32
              |
            4 | main = find own man, diagonal, northwest, rotate 45, rotate -60, orthogonal, along, step.
              |                                ^^^^^^^^^
              = hint: its directions are north, northeast, east, south, southwest and west
            error[bad-rotation]: `rotate 45` does not fit this board
             --> game.mg:4:43
              |
            4 | main = find own man, diagonal, northwest, rotate 45, rotate -60, orthogonal, along, step.
              |                                           ^^^^^^^^^
              = hint: on hexagons a turn goes by multiples of 60
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
             --> game.mg:4:44
              |
            4 | zones { one (two, a1)  two (three)  three (one)  four (spot, row 5, column z)  five (man) }
              |                                            ^^^
              = hint: a zone can only name zones that do not name it
            error[wrong-kind]: `spot` is a remembered field, not a fixed set of fields
             --> game.mg:4:56
              |
            3 | memory { spot }
              |          ---- defined here
            4 | zones { one (two, a1)  two (three)  three (one)  four (spot, row 5, column z)  five (man) }
              |                                                        ^^^^
              = hint: only `in` a remembered field by itself can be asked for
            error[no-such-field]: there is no row 5 on this board
             --> game.mg:4:66
              |
            4 | zones { one (two, a1)  two (three)  three (one)  four (spot, row 5, column z)  five (man) }
              |                                                                  ^
              = hint: the rows are 1 to 4
            error[no-such-field]: there is no column `z` on this board
             --> game.mg:4:76
              |
            4 | zones { one (two, a1)  two (three)  three (one)  four (spot, row 5, column z)  five (man) }
              |                                                                            ^
              = hint: the columns are `a` to `d`
            error[wrong-kind]: `man` is a piece, not a place
             --> game.mg:4:86
              |
            2 | pieces { man 'M' 'm' }
              |          --- defined here
            ...
            4 | zones { one (two, a1)  two (three)  three (one)  four (spot, row 5, column z)  five (man) }
              |                                                                                      ^^^
              = hint: `in` takes a zone, rows, columns, a field or a list of them
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
             --> game.mg:3:16
              |
            3 | start { M1m / 1?1 / 4 }
              |                ^
              = hint: `.` is an empty field, a number counts several
            error[bad-drawing]: there are 2 rows, the board has 3
             --> game.mg:4:22
              |
            4 | layout goal { MMM / 3 }
              |                      ^
              = hint: rows are written from the top, with `/` between
        "#]],
    );
    check(
        "dimensions (3,3) pieces { king 'K' 'k' exactly 1 } start { K2 / 3 / K2 } main = win.",
        expect![[r#"
            error[bad-start]: the start is not a possible position: white has 2 kings and black has no king; a position needs exactly 1
             --> game.mg:1:52
              |
            1 | dimensions (3,3) pieces { king 'K' 'k' exactly 1 } start { K2 / 3 / K2 } main = win.
              |                                                    ^^^^^^^^^^^^^^^^^^^^^
              = hint: the rules declare these numbers with `exactly`
        "#]],
    );
    check(
        "dimensions (3,3) pieces { king 'K' 'k' exactly 1 } main = win.",
        expect![[r#"
        error[bad-start]: the start is not a possible position: white has no king and black has no king; a position needs exactly 1
         --> game.mg:1:48
          |
        1 | dimensions (3,3) pieces { king 'K' 'k' exactly 1 } main = win.
          |                                                ^
          = hint: the rules declare these numbers with `exactly`
    "#]],
    );
}
