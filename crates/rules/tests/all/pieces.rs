//! Messages about the players and pieces that a game declares.

use crate::check::check;
use expect_test::expect;

#[test]
fn players() {
    check(
        "players black blue dimensions (2,2) pieces { man 'M' 'm' } main = win.",
        expect![[r#"
            error[same-initials]: the names of both players begin with the same letter
              1:15 `blue`
              1:9 `black` the first player
              hint: positions name the player to move by the first letter
        "#]],
    );
    check(
        "players black black dimensions (2,2) pieces { man 'M' 'm' } main = win.",
        expect![[r#"
            error[same-initials]: both players are called `black`
              1:15 `black`
              1:9 `black` the first player
              hint: positions name the player to move by the first letter
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
              3:10 `man 'M' 'm'`
              hint: give it one symbol, or name two players
            error[needs-two-players]: a puzzle has one player, so there is no second set of fields
              4:20 `row 2`
              hint: leave it out
            error[needs-two-players]: a puzzle has one player, so there is no second set of directions
              5:26 `south`
              hint: leave it out
            error[needs-two-players]: a puzzle has one player, so a counter has no symbols
              6:18 `'S' 's'`
              hint: leave the symbols out
            error[needs-two-players]: a puzzle has one player and pieces of nobody, so `own` is wrong
              7:13 `own`
              hint: write the name of the piece alone
            error[needs-two-players]: a puzzle has one player, so there is no `as opponent`
              7:22 `as opponent win`
              hint: leave it out, or name two players
            error[needs-two-players]: a puzzle has one player, so there is no `enemy`
              7:39 `tell enemy 'x'`
              hint: leave it out, or name two players
            error[needs-two-players]: a puzzle has one player and pieces of nobody, so `solver` is wrong
              7:60 `solver`
              hint: write the name of the piece alone
            error[needs-two-players]: a puzzle has one player, so there is no `as opponent`
              8:11 `as opponent count box`
              hint: leave it out, or name two players
        "#]],
    );
    check(
        "dimensions (4,4) pieces { man 'M' 'm' }
main = find own man, remove, cost 3, win.
bound b = 3.
",
        expect![[r#"
            error[puzzle-only]: only the moves of a puzzle have a `cost`
              2:30 `cost 3`
              hint: leave it out, or name one player only
            error[puzzle-only]: only a puzzle has a `bound`
              3:7 `b`
              hint: write `evaluation`, or name one player only
        "#]],
    );
}

#[test]
fn symbols() {
    check(
        "dimensions (4,4)
pieces { a 'X' 'X'  b 'X' 'b c'  c '-'  d 'a1'  e 'longwinded'  f - -  g '5'  h '3' .. '7' }
counters { quick 'Q' 'Q'  slow '1' 's' }
main = win.
",
        expect![[r#"
            error[symbol-twice]: the symbol `X` is used twice
              2:16 `'X'`
              2:12 `'X'` the first time
              hint: positions tell pieces apart by their symbols
            error[symbol-twice]: the symbol `X` is used twice
              2:23 `'X'`
              2:12 `'X'` the first time
              hint: positions tell pieces apart by their symbols
            error[bad-symbol]: `b c` cannot be a symbol
              2:27 `'b c'`
              hint: a symbol has no spaces: they separate the parts of a position
            error[bad-symbol]: `-` cannot be a symbol
              2:36 `'-'`
              hint: `-` stands for nothing in a position
            error[bad-symbol]: `a1` cannot be a symbol
              2:43 `'a1'`
              hint: a symbol is a number or has no digits: they count empty fields and pieces
            error[bad-symbol]: `longwinded` cannot be a symbol
              2:51 `'longwinded'`
              hint: a symbol is short; one character is best
            error[bad-symbol]: neither player has a `f`
              2:65 `f - -`
              hint: give at least one of the two a symbol
            error[symbol-twice]: the symbol `5` is used twice
              2:81 `'3' .. '7'`
              2:74 `'5'` the first time
              hint: positions tell pieces apart by their symbols
            error[symbol-twice]: the symbol `Q` is used twice
              3:22 `'Q'`
              3:18 `'Q'` the first time
              hint: positions tell counters apart by their symbols
            error[bad-symbol]: the symbol of a counter cannot be a number
              3:32 `'1'`
              hint: in positions the count comes before the symbol
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
              4:8 `'9' .. '2'`
              hint: write `'2' .. '9'`
            error[bad-family]: `a` is not a number
              5:7 `'a'`
              hint: a family of pieces goes from one number to another: `'1' .. '15'`
            error[out-of-limits]: a family cannot have 900 members
              6:7 `'1' .. '900'`
              hint: a game has at most 250 kinds of pieces
            error[bad-promotion]: `man` promotes to itself
              7:27 `man`
              hint: name the pieces that it can become
            error[unknown-name]: no piece is called `quen`
              7:32 `quen`
              hint: did you mean `queen`?
            error[bad-promotion]: `man` cannot promote to `wall`, which white does not have
              7:44 `wall`
              hint: a promoted piece keeps its owner; give both pieces the same owners
            error[bad-promotion]: `man` cannot promote to `fox`, which black does not have
              7:50 `fox`
              hint: a promoted piece keeps its owner; give both pieces the same owners
            error[bad-promotion]: `man` promotes to `king` twice
              7:55 `king`
              hint: name each piece once
            error[wrong-kind]: `main` is a rule, not a piece
              7:61 `main`
              13:1 `main` defined here
              hint: pieces promote to pieces
            error[out-of-limits]: nobody can have 70000 pieces of a kind
              9:25 `70000`
              hint: `exactly` takes a number up to 10000
        "#]],
    );
}
