// Sittuyin, the chess of Burma: the pieces are first placed behind the pawns as
// one likes.
//
// Rules: as in Burma, and as Fairy-Stockfish plays it. The players place a
// piece in turn, rooks on the first row. A sit-ke goes one field diagonally, a
// sin one field diagonally or straight ahead. A player without a sit-ke may
// promote a pawn on a diagonal in the enemy's half, or the last pawn anywhere,
// where it stands or one field diagonally from there, if the new sit-ke attacks
// nothing.
// Choices: the draws are those of chess.

extends makruk

pieces { met 'F' 'f' }
reserve { king 1   met 1   rook 2   khon 2   knight 2 }

zones {
  camp   rows 1 .. 3                       rows 6 .. 8
  first  row 1                             row 8
  crest  (a8, b7, c6, d5, e5, f6, g7, h8)  (a1, b2, c3, d4, e4, f3, g2, h1)
}

start {
  . . . . . . . .
  . . . . . . . .
  . . . . p p p p
  p p p p . . . .
  . . . . P P P P
  P P P P . . . .
  . . . . . . . .
  . . . . . . . .
}

main = try place else base main.

place = find empty field in camp,
    either drop king
    or drop met
    or drop khon
    or drop knight
    or [ points at first, drop rook ].

pawn_move = either base pawn_move or ascend.

ascend = not find own met, find own pawn,
    either points at crest or count own pawn = 1, lift,
    either [ ] or [ diagonal, step, points at empty field ], putdown, promote,
    not [ diagonal, step, points at enemy piece ].
crown = [ ].
