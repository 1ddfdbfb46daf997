// Brandubh, the Irish tafl, 7 by 7: the king must reach a corner.
//
// Rules: tablut's, as the World Tafl Federation plays it: only the king may
// stand on the corners, and a corner helps to take a piece beside it.

extends tablut
dimensions (7,7)

zones {
  throne   (d4)
  castle   (throne, c4, e4, d3, d5)
  goal     (a1, a7, g1, g7)
  closed   (throne, goal)
  hostile  (throne, goal)
}

start {
  . . . a . . .
  . . . a . . .
  . . . d . . .
  a a d K d a a
  . . . d . . .
  . . . a . . .
  . . . a . . .
}
