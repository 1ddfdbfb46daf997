// Twelve men's morris: nine men's morris with diagonals, and three more men.
//
// Rules: those of nine men's morris; the corners of the squares are joined, and
// twelve men each fill the board, as morabaraba is played in South Africa.
// Choices: if all men are placed and nobody has taken one, the game is a draw.

extends nine_mens_morris

lines {
  a7 d7 g7,  b6 d6 f6,  c5 d5 e5,  a4 b4 c4,  e4 f4 g4,  c3 d3 e3,  b2 d2 f2,
  a1 d1 g1,  a1 a4 a7,  b2 b4 b6,  c3 c4 c5,  d1 d2 d3,  d5 d6 d7,  e3 e4 e5,
  f2 f4 f6,  g1 g4 g7,  a1 b2 c3,  a7 b6 c5,  g1 f2 e3,  g7 f6 e5
}

reserve { man 12 }

main = try [ not find empty field, draw ] else base main.
