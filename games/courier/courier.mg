// Courier chess, 12 by 8: the chess of Ströbeck.
//
// Rules: Gustav Selenus (1616), as in Murray, A History of Chess (1913). A
// courier moves like a bishop; an elephant leaps two fields diagonally, a ferz
// goes one; a man goes like a king, a schleich one field straight. Pawns go one
// field and become ferzes. There is no castling.
// Choices: the four moves that each player had to begin with are made; the
// draws are those of chess.

extends chess
dimensions (12,8)

pieces {
  ferz      'F' 'f'
  elephant  'E' 'e'
  man       'M' 'm'
  schleich  'W' 'w'
  pawn      'P' 'p'  promotes to ferz
}

start {
  r n e b m k . w b e n r
  . p p p p p . p p p p .
  . . . . . . f . . . . .
  p . . . . . p . . . . p
  P . . . . . P . . . . P
  . . . . . . F . . . . .
  . P P P P P . P P P P .
  R N E B M K . W B E N R
}

without queen, double_push, short, long

reach = either base reach
    or [ find own ferz, pickup, diagonal, step ]
    or [ find own elephant, pickup, diagonal, step, step ]
    or [ find own man, pickup, alldir, step ]
    or [ find own schleich, pickup, orthogonal, step ].

value worth = 100 * count own pawn + 300 * count own knight
    + 310 * count own bishop + 500 * count own rook + 150 * count own ferz
    + 120 * count own elephant + 350 * count own man + 130 * count own schleich.
