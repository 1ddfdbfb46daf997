// TwixT: join two sides of the board by links a knight's move long that no
// enemy link crosses.
//
// Rules: Alex Randolph (1962). One puts a peg into a hole; it is linked with all
// own pegs a knight's move away, unless an enemy link is in between. The holes
// at a player's two sides are theirs alone. A chain from side to side wins.
// Choices: nine by nine holes; links are made at once and never taken away, and
// own links may cross, as on paper; a player without a hole draws. Every second
// field is a hole, and the middle of each link is a field between holes.
// Family: connection.

dimensions (17,17)

pieces { peg 'P' 'p'   slash 'S' 's'   backslash 'B' 'b'   crossing 'X' 'x' }

zones {
  odd_rows (row 1, row 3, row 5, row 7, row 9, row 11, row 13, row 15, row 17)
  inner_rows  (row 3, row 5, row 7, row 9, row 11, row 13, row 15)
  odd_columns  (column a, column c, column e, column g, column i, column k,
      column m, column o, column q)
  inner_columns  (column c, column e, column g, column i, column k, column m,
      column o)
  inner (odd_rows) in inner_columns (inner_rows) in odd_columns
  first_side  row 1                                                 column a
  last_side   row 17                                                column q
}

start {
  # . . . . . . . . . . . . . . . #
  . # . # . # . # . # . # . # . # .
  . . . . . . . . . . . . . . . . .
  . # . # . # . # . # . # . # . # .
  . . . . . . . . . . . . . . . . .
  . # . # . # . # . # . # . # . # .
  . . . . . . . . . . . . . . . . .
  . # . # . # . # . # . # . # . # .
  . . . . . . . . . . . . . . . . .
  . # . # . # . # . # . # . # . # .
  . . . . . . . . . . . . . . . . .
  . # . # . # . # . # . # . # . # .
  . . . . . . . . . . . . . . . . .
  . # . # . # . # . # . # . # . # .
  . . . . . . . . . . . . . . . . .
  . # . # . # . # . # . # . # . # .
  # . . . . . . . . . . . . . . . #
}

main = try [ put, for each [ ] do links, try [ joined, win ] ] else draw.

put = find empty field in inner, replace by own peg.
joined = test [ chain, points at first_side ],
    test [ chain, points at last_side ].

links = pair(north, slash, backslash), pair(south, slash, backslash),
    pair(east, backslash, slash), pair(west, backslash, slash).
pair(ahead, one, two) =
    for each [ ] do try join(ahead, right, half_right, half_left, one, two),
    for each [ ] do try join(ahead, left, half_left, half_right, two, one).

// From the middle of the link: the other peg, what is in between, the link.
join(ahead, aside, toward, away, lean, other) = reach(ahead, aside),
    test [ beyond(ahead, aside), points at own peg ],
    is_free(ahead, toward, away, other),
    either [ points at empty field, replace by own lean ]
    or [ points at own other, replace by own crossing ].
reach(ahead, aside) = ahead, step, step, aside, step.
beyond(ahead, aside) = ahead, aside, step, ahead, step, step.

// The links that would cross it, by their middles.
is_free(ahead, toward, away, other) = not enemy_link(other),
    not [ ahead, toward, either [ ] or back, step, points at enemy piece ],
    not [ ahead, away, either [ ] or back, step, enemy_link(other) ],
    not [
      ahead, either [ ] or back, toward, step, away, away, step,
      enemy_link(other)
    ].
enemy_link(lean) = either points at enemy lean or points at enemy crossing.

left = rotate -90.
right = rotate 90.
half_left = rotate -45.
half_right = rotate 45.
back = rotate 180.

// All pegs that links lead to.
chain = repeat 0 .. infinity times [
      either linked(north, slash, backslash)
      or linked(south, slash, backslash)
      or linked(east, backslash, slash)
      or linked(west, backslash, slash),
      north
    ].
linked(ahead, one, two) =
    either along(ahead, right, one) or along(ahead, left, two).
along(ahead, aside, lean) = reach(ahead, aside),
    either points at own lean or points at own crossing, beyond(ahead, aside).

value links_made =
    count own slash + count own backslash + 2 * count own crossing.

// The fewest pegs that still join both sides: each step of the walk puts one
// down, on the first side or a link away from what is there. It begins beside
// the holes, where no link leads anywhere.
value missing = sum b1 of (steps next until [ through, points at last_side ]).

next = either [ find empty field in inner, points at first_side ]
    or [ find own peg in first_side, onward ]
    or onward.
onward = through, leap, points at empty field in inner.
through = repeat 0 .. infinity times [ leap, points at own peg ].
leap = either over(north, slash, backslash)
    or over(south, slash, backslash)
    or over(east, backslash, slash)
    or over(west, backslash, slash).
over(ahead, one, two) = either free(ahead, right, half_right, half_left, two)
    or free(ahead, left, half_left, half_right, one).
free(ahead, aside, toward, away, other) = reach(ahead, aside),
    is_free(ahead, toward, away, other), beyond(ahead, aside).

evaluation race =
    100 * (as opponent missing - missing) + links_made - as opponent links_made.
