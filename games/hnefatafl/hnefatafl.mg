// Hnefatafl, the large tafl of the north, 11 by 11: the king must reach a corner.
//
// Rules: the Fetlar Hnefatafl Panel (2007), as written down by Aage Nielsen and
// Adam Bartley. Tablut's moves and captures, but only the king may stand on the
// corners, and a corner helps to take a piece beside it. The king is taken by
// four attackers, beside the throne by three, and never on the edge. Attackers
// also win when they surround the king and all remaining defenders, so that none
// of them can get to the edge.
// Choice: play that goes in circles is a draw at the third occurrence of a
// position.

extends tablut
without castle
dimensions (11,11)

zones {
  throne   (f6)
  edge     (row 1, row 11, column a, column k)
  goal     (a1, a11, k1, k11)
  closed   (throne, goal)
  hostile  (throne, goal)
}

start {
  . . . a a a a a . . .
  . . . . . a . . . . .
  . . . . . . . . . . .
  a . . . . d . . . . a
  a . . . d d d . . . a
  a a . d d K d d . a a
  a . . . d d d . . . a
  a . . . . d . . . . a
  . . . . . . . . . . .
  . . . . . a . . . . .
  . . . a a a a a . . .
}

// Ends on each enemy that the piece pointed at takes.
pinched = orthogonal, step,
    either [ points at enemy man, pinned ]
    or [
      points at enemy king, not points at edge, not [ orthogonal, step, safe ]
    ].

over = either base over or enclosed.

// No defender finds a way to the edge past the attackers.
enclosed = find enemy king,
    not [
      find enemy piece,
      repeat 0 .. infinity times [ orthogonal, step, not points at own piece ],
      points at edge
    ].
