// Grasshopper chess: a row of grasshoppers stands between pieces and pawns.
//
// Rules: Boyer (1950) with T. R. Dawson's piece, as in Pritchard's
// encyclopedia. A grasshopper goes like a queen to the first piece on its line
// and lands right behind it. Pawns go one field, and may become grasshoppers.
// Otherwise the rules of chess.

extends chess

pieces {
  grasshopper  'G' 'g'
  pawn         'P' 'p'  promotes to queen, rook, bishop, knight, grasshopper
}

start {
  r n b q k b n r
  g g g g g g g g
  p p p p p p p p
  . . . . . . . .
  . . . . . . . .
  P P P P P P P P
  G G G G G G G G
  R N B Q K B N R   w KQkq
}

without double_push

reach = either base reach
    or [ find own grasshopper, pickup, alldir, slide, points at piece, step ].

value worth = base worth + 200 * count own grasshopper.
