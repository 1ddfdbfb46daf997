// Amazon chess: the queen is an amazon, which moves like a knight, too.
//
// Rules: Pritchard, The Classified Encyclopedia of Chess Variants (2007), the
// chess of Peter the Great's time. Pawns may become amazons. Otherwise the
// rules of chess.

extends chess

pieces {
  amazon  'A' 'a'
  pawn    'P' 'p'  promotes to amazon, rook, bishop, knight
}

start {
  r n b a k b n r
  p p p p p p p p
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  P P P P P P P P
  R N B A K B N R   w KQkq
}

without queen

reach = either base reach
    or [ find own amazon, pickup, either [ alldir, slide ] or leap ].

value worth = base worth + 1200 * count own amazon.
