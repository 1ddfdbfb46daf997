// Knightmate: the king moves like a knight, and the knights move like a king.
//
// Rules: Bruce Zimov (1972). The royal knight is mated and castles as the king
// does in chess; pawns do not become knights, but men that go like a king.

extends chess

pieces { man 'M' 'm'   pawn 'P' 'p' promotes to queen, rook, bishop, man }

start {
  r m b q k b m r
  p p p p p p p p
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  P P P P P P P P
  R M B Q K B M R   w KQkq
}

without knight

reach = either [ find own king, pickup, leap ]
    or [ find own man, pickup, alldir, step ]
    or [ find own queen, pickup, alldir, slide ]
    or [ find own rook, pickup, orthogonal, slide ]
    or [ find own bishop, pickup, diagonal, slide ].

value worth = 100 * count own pawn + 350 * count own man
    + 310 * count own bishop + 500 * count own rook + 900 * count own queen.
