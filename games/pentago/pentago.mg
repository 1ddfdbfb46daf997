// Pentago: five in a row, on a board whose quarters turn.
//
// Rules: Tomas Flodén (2005). One puts a marble down and turns a quarter of the
// board by ninety degrees. Five in a row win, before the turn or after it; if a
// turn makes five for both players, or the board is full, the game is a draw.
// Choices: a quarter is always turned, also one that looks the same afterwards.
// The arrows beside a quarter name its two turns: it turns to where they point.
// Family: rows.

dimensions (8,8)
pieces { marble 'X' 'O'   arrow '*' }
counters { taken 0 .. 2 }  // whose marble was taken up, within a turn

start {
  # * # # # # * #
  * . . . . . . *
  # . . . . . . #
  # . . . . . . #
  # . . . . . . #
  # . . . . . . #
  * . . . . . . *
  # * # # # # * #
}

zones { middle (c3, f3, c6, f6) }

main =
    try [ put, try [ five, win ] else [ turn_quarter, try result ] ] else draw.

put = find empty field, replace by own marble.
five = test [
      find own marble, alldir, repeat 4 times [ step, points at own marble ]
    ].
result = try [ five, as opponent five, draw ]
    else try [ five, win ]
    else [ as opponent five, lose ].

// The arrow that is touched is to the left or to the right of the quarter's
// corner, seen from outside.
turn_quarter = find arrow, pickup, putdown,
    either spin(left, right) or spin(right, left).
left = rotate -90.
right = rotate 90.

spin(on, off) = orthogonal, step, step, on, step, points at middle,
    for each [ ] do [ east, cycle(on, off), northeast, cycle(on, off) ].

// Four marbles around the middle each go one place on: the first is taken up,
// the others follow, and the first goes to where the last one was.
cycle(on, off) = step, try note, home,
    repeat 3 times [
      off, step,
      try [ pickup, home, on, step, points at empty field, putdown, home, off ]
      else home
    ],
    step, try give, home.
note = either [ points at own marble, set taken to 1, remove ]
    or [ points at enemy marble, set taken to 2, remove ].
give = points at empty field,
    either [ taken = 1, replace by own marble, set taken to 0 ]
    or [ taken = 2, replace by enemy marble, set taken to 0 ].
home = rotate 180, step, rotate 180.

// Rows of marbles that could still become five.
value pairs = count [
      find own marble, alldir,
      repeat 1 .. 3 times [ step, points at own marble ]
    ].

evaluation shapes = pairs - as opponent pairs.
