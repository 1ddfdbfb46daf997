// The 8-puzzle, 3 by 3.
//
// Rules: those of the 15-puzzle; Schofield (1967) counted its positions. The
// start is one of those that are farthest from the goal (31 moves).

extends fifteen
dimensions (3,3)
pieces { tile '1' .. '8' exactly 1 }

layout solved {
  . 1 2
  3 4 5
  6 7 8
}

start {
  8 7 6
  . 4 1
  2 5 3
}
