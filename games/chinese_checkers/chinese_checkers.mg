// Chinese checkers for two: race across a star by steps and by chains of jumps.
//
// Rules: Stern-Halma by Ravensburger (1892), with ten men each in opposite
// points of the star. Steps and jumps go in six directions; men may rest in the
// other points.
// Choices: those of grasshopper, about the end, too.

extends grasshopper
dimensions (17,17) hexagonal

zones { high rows 14 .. 17   low rows 1 .. 4   tip (m17) (e1) }

start {
  # # # # # # # # # # # # O # # # #
  # # # # # # # # # # # O O # # # #
  # # # # # # # # # # O O O # # # #
  # # # # # # # # # O O O O # # # #
  # # # # . . . . . . . . . . . . .
  # # # # . . . . . . . . . . . . #
  # # # # . . . . . . . . . . . # #
  # # # # . . . . . . . . . . # # #
  # # # # . . . . . . . . . # # # #
  # # # . . . . . . . . . . # # # #
  # # . . . . . . . . . . . # # # #
  # . . . . . . . . . . . . # # # #
  . . . . . . . . . . . . . # # # #
  # # # # X X X X # # # # # # # # #
  # # # # X X X # # # # # # # # # #
  # # # # X X # # # # # # # # # # #
  # # # # X # # # # # # # # # # # #
}
