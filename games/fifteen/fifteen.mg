// The 15-puzzle: slide the tiles until they are in order.
//
// Rules: Korf, Depth-First Iterative-Deepening (1985): the empty field belongs
// in the first place; a move costs 1. The start is the first of Korf's instances
// (57 moves).
// Family: puzzle.

players solver
dimensions (4,4)
pieces { tile '1' .. '15' exactly 1 }

layout solved {
   .  1  2  3
   4  5  6  7
   8  9 10 11
  12 13 14 15
}

start {
  14 13 15  7
  11 12  9  5
   6  .  2  1
   4  8 10  3
}

main = try [ not [ find tile, not matches solved ], win ]
    else [
      find empty field, orthogonal, step, pickup, rotate 180, step, putdown
    ].

bound manhattan = sum [ find tile, pickup ]
    of steps [ orthogonal, step ] until [ putdown, matches solved ].
