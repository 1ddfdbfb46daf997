// Almost chess: the queen is a chancellor, which moves like rook and knight.
//
// Rules: Ralph Betza (1977). Pawns may become chancellors. Otherwise the rules
// of chess.

extends chess

pieces {
  chancellor  'C' 'c'
  pawn        'P' 'p'  promotes to chancellor, rook, bishop, knight
}

start {
  r n b c k b n r
  p p p p p p p p
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  P P P P P P P P
  R N B C K B N R   w KQkq
}

without queen

reach = either base reach
    or [ find own chancellor, pickup, either [ orthogonal, slide ] or leap ].

value worth = base worth + 850 * count own chancellor.
