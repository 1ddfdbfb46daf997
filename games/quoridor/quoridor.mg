// Quoridor: bring the pawn to the other side, or build walls in the other's
// way.
//
// Rules: Mirko Marchesi (1997), for two. A turn moves the pawn one square or
// puts a wall of two squares' length between squares. A pawn jumps over the
// other one, straight on, or aside if that is barred. Each player has ten
// walls, and no wall may shut a pawn off from its goal.
// Choices: the third occurrence of a position is a draw. Every other field lies
// between squares and holds half a wall. An upright wall is named by its lower
// half, a flat one by its left half.
// Family: race.

dimensions (17,17)

pieces {
  pawn   'P' 'p'  exactly 1
  foot   '|'
  head   '!'  // the halves of an upright wall
  left   '='
  right  '~'  // ... and of a flat one
}

counters { walls 'W' 'w' 0 .. 10 }  // built so far

zones {
  goal  row 17  row 1
  upright  (column b, column d, column f, column h, column j, column l,
      column n, column p) in (row 1, row 3, row 5, row 7, row 9, row 11, row 13,
      row 15)
  flat  (column a, column c, column e, column g, column i, column k, column m,
      column o) in (row 2, row 4, row 6, row 8, row 10, row 12, row 14, row 16)
}

start {
  . . . . . . . . p . . . . . . . .
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
  . . . . . . . . P . . . . . . . .
}

main = try [ occurred 3 times, draw ]
    else try [
      either [ move, try [ points at goal, win ] ]
      or [ add 1 to walls, build, test path, test as opponent path ]
    ]
    else lose.

move = find own pawn, pickup, orthogonal, pass_through,
    either points at empty field or jump, putdown.
jump = points at enemy pawn,
    try pass_through else [ either rotate 90 or rotate -90, pass_through ].
pass_through = step, points at empty field, step.

// No wall crosses another: where they would meet is no field, so one looks
// diagonally past it.
build = either [
      find empty field in upright, not [ northwest, step, points at left ],
      replace by foot,
      for each [ northeast, step, northwest, step ] do [
        points at empty field, replace by head
      ]
    ]
    or [
      find empty field in flat, not [ southeast, step, points at foot ],
      replace by left,
      for each [ northeast, step, southeast, step ] do [
        points at empty field, replace by right
      ]
    ].

path = find own pawn, repeat 0 .. infinity times [ orthogonal, pass_through ],
    points at goal.

value distance =
    sum own pawn of steps [ orthogonal, pass_through ] until points at goal.

evaluation race =
    10 * (as opponent distance - distance) + as opponent walls - walls.
