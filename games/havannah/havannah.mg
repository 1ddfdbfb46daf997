// Havannah: a ring, a bridge between two corners, or a fork of three edges
// wins.
//
// Rules: Christian Freeling (1981). A ring surrounds at least one field, empty
// or not; corners belong to no edge. A full board is a draw.
// Choices: five fields on a side; no swap of sides after the first move.
// Family: connection.

dimensions (9,9) hexagonal
pieces { stone 'X' 'O' }

zones {
  corner  (a1, e1, i5, i9, e9, a5)
  edge1   (b1, c1, d1)
  edge2   (f2, g3, h4)
  edge3   (i6, i7, i8)
  edge4   (f9, g9, h9)
  edge5   (b6, c7, d8)
  edge6   (a2, a3, a4)
  border  (corner, edge1, edge2, edge3, edge4, edge5, edge6)
}

start {
  # # # # . . . . .
  # # # . . . . . .
  # # . . . . . . .
  # . . . . . . . .
  . . . . . . . . .
  . . . . . . . . #
  . . . . . . . # #
  . . . . . . # # #
  . . . . . # # # #
}

main = try place else draw.

place = find empty field, replace by own stone,
    try [
      either test ring
      or count [ chain, points at corner ] > 1
      or count touched > 2,
      win
    ].

chain = repeat 0 .. infinity times [ alldir, step, points at own stone ].

// A field beside the stone that is cut off from the border, or is inside a full
// ring.
ring = alldir, step,
    either [ not points at own stone, not [ outward, points at border ] ]
    or [
      points at own stone, not points at border,
      not [ alldir, step, not points at own stone ]
    ].
outward = repeat 0 .. infinity times [ alldir, step, not points at own stone ].

// Ends on one field of each edge that the chain touches.
touched = either [ test [ chain, points at edge1 ], find b1 ]
    or [ test [ chain, points at edge2 ], find f2 ]
    or [ test [ chain, points at edge3 ], find i6 ]
    or [ test [ chain, points at edge4 ], find f9 ]
    or [ test [ chain, points at edge5 ], find b6 ]
    or [ test [ chain, points at edge6 ], find a2 ].

value bonds = sum own stone of count [ alldir, step, points at own stone ].
value hold = bonds + sum own stone of (2 * count touched).

evaluation shape = hold - as opponent hold.
