// Y: whoever joins all three sides of a triangle wins.
//
// Rules: Claude Shannon; Schensted and Titus, Mudcrack Y and Poly-Y (1975). A
// corner belongs to two sides. A full board has a winner.
// Choices: nine fields on a side; no swap of sides after the first move.
// Family: connection.

dimensions (9,9) hexagonal
pieces { stone 'X' 'O' }

zones {
  bottom  row 1
  right   column i
  slope   (a1, b2, c3, d4, e5, f6, g7, h8, i9)
}

start {
  # # # # # # # # .
  # # # # # # # . .
  # # # # # # . . .
  # # # # # . . . .
  # # # # . . . . .
  # # # . . . . . .
  # # . . . . . . .
  # . . . . . . . .
  . . . . . . . . .
}

main = find empty field, replace by own stone, try [ test linked, win ].

linked = find own stone in bottom, test [ chain, points at right ],
    test [ chain, points at slope ].
chain = repeat 0 .. infinity times [ alldir, step, points at own stone ].

// Stones beside each other, and stones in the middle.
value bonds = sum own stone of count [ alldir, step, points at own stone ]
    + count own stone in (d3, e3, f3, e4, e2, f4, d2).

evaluation shape = bonds - as opponent bonds.
