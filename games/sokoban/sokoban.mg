// Sokoban: push every box onto a goal; boxes cannot be pulled.
//
// Rules: Hiroyuki Imabayashi (1981). The level is the first of Microban by
// David W. Skinner. A move is one step and costs 1; other levels extend this
// one with a board, goals and a start of their own.
// Family: puzzle.

players keeper
dimensions (6,7)
pieces { keeper 'S' exactly 1   box '$' }
zones { goal (b4, c6) }

start {
  # # # # # #
  # . . # # #
  # . . # # #
  # $ S . . #
  # . . $ . #
  # . . # # #
  # # # # # #
}

main =
    try [ not [ find box, not points at goal ], win ] else try move else lose.

move = find keeper, pickup, orthogonal, step, try push, points at empty field,
    putdown.

// The box goes one field on, and we come back to where it stood.
push = points at box, remove, step, points at empty field, replace by box,
    rotate 180, step.

bound pushes = sum box of steps [ orthogonal, step ] until points at goal.
