// Peg solitaire on the English board: jump over pegs until one is left.
//
// Rules: Beasley, The Ins and Outs of Peg Solitaire (1985), the central game:
// the middle is empty at first, and the last peg must stand there.
// Family: puzzle.

players solver
dimensions (7,7)
pieces { peg 'o' }

start {
  # # o o o # #
  # # o o o # #
  o o o o o o o
  o o o . o o o
  o o o o o o o
  # # o o o # #
  # # o o o # #
}

main = try [ count peg = 1, find peg in d4, win ] else try jump else lose.

jump = find peg, pickup, orthogonal, step, points at peg, remove, step,
    points at empty field, putdown.

bound pegs = count peg - 1.
