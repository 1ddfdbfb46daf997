// Picaria: three men in a row, on a board with thirteen points.
//
// Rules: the Zuni of New Mexico, as in Culin, Games of the North American
// Indians (1907). Three men each are placed and then moved to a point beside
// them; three in a line win.
// Choices: men may be placed anywhere. A player who cannot move loses; the
// third occurrence of a position is a draw.

extends three_mens_morris
dimensions (5,5)

lines {
  a1 c1 e1,  a3 c3 e3,  a5 c5 e5,  a1 a3 a5,  c1 c3 c5,  e1 e3 e5,  a1 b2 c3,
  c3 d4 e5,  a5 b4 c3,  c3 d2 e1,  a3 b2 c1,  c1 d2 e3,  e3 d4 c5,  c5 b4 a3
}
