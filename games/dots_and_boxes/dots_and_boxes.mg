// Dots and boxes: whoever draws the fourth side of a box owns it and draws
// again.
//
// Rules: Lucas, L'arithmétique amusante (1895); Berlekamp, The Dots and Boxes
// Game (2000). The player with more boxes wins.
// Choices: three by three boxes. The fields are the lines and the boxes; the
// dots are places without a field.
// Family: territory.

dimensions (7,7)
pieces { line '+'   box 'X' 'O' }

start {
  # . # . # . #
  . . . . . . .
  # . # . # . #
  . . . . . . .
  # . # . # . #
  . . . . . . .
  # . # . # . #
}

zones {
  across   (row 1, row 3, row 5, row 7)
  upright  (column a, column c, column e, column g)
  edge     (across, upright)
}

main = try draw_line else score lead.

draw_line = find empty field in edge, replace by line,
    try [ test closed, for each closed do replace by own box, again ].

// Ends on each box beside the line whose sides are all drawn.
closed = orthogonal, step, points at empty field, not points at edge,
    not [ orthogonal, step, not points at line ].

value lead = count own box - count enemy box.

evaluation boxes = lead.
