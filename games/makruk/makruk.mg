// Makruk, the chess of Thailand.
//
// Rules: as in Thailand. A met goes one field diagonally, a khon one field
// diagonally or straight ahead. Pawns begin on the third row, go one field and
// become mets on the sixth. There is no castling.
// Choices: the counting of moves in endings is left out; the draws are those of
// chess.

extends chess

pieces { met 'M' 'm'   khon 'S' 's'   pawn 'P' 'p' promotes to met }

zones { sixth row 6 row 3 }

start {
  r n s m k s n r
  . . . . . . . .
  p p p p p p p p
  . . . . . . . .
  . . . . . . . .
  P P P P P P P P
  . . . . . . . .
  R N S K M S N R
}

without queen, bishop, double_push, short, long

reach = either base reach
    or [ find own met, pickup, diagonal, step ]
    or [ find own khon, pickup, either diagonal or forward, step ].
crown = try [ points at sixth, promote ].

value worth = 100 * count own pawn + 300 * count own knight
    + 250 * count own khon + 500 * count own rook + 170 * count own met.
