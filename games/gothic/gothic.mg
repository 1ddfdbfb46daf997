// Gothic chess: the pieces of Capablanca chess in another order.
//
// Rules: Ed Trice (2000); otherwise those of Capablanca chess.

extends capablanca

start {
  r n b q c k a b n r
  p p p p p p p p p p
  . . . . . . . . . .
  . . . . . . . . . .
  . . . . . . . . . .
  . . . . . . . . . .
  P P P P P P P P P P
  R N B Q C K A B N R   w KQkq
}
