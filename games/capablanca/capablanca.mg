// Capablanca chess, 10 by 8: with an archbishop and a chancellor.
//
// Rules: José Raúl Capablanca (1920s). An archbishop moves like bishop and
// knight, a chancellor like rook and knight; pawns may become them. A king goes
// three fields when it castles. Otherwise the rules of chess.

extends chess
dimensions (10,8)

pieces {
  archbishop  'A' 'a'
  chancellor  'C' 'c'
  pawn        'P' 'p'  promotes to queen, rook, bishop, knight, archbishop,
      chancellor
}

start {
  r n a b q k b c n r
  p p p p p p p p p p
  . . . . . . . . . .
  . . . . . . . . . .
  . . . . . . . . . .
  . . . . . . . . . .
  P P P P P P P P P P
  R N A B Q K B C N R   w KQkq
}

reach = either base reach
    or [ find own archbishop, pickup, either [ diagonal, slide ] or leap ]
    or [ find own chancellor, pickup, either [ orthogonal, slide ] or leap ].

// The king crosses two fields; the rook lands on the second.
castle = find own king, not in_check, pickup,
    either [ short = 1, east ] or [ long = 1, west ], cross, cross,
    replace by own rook, step, points at empty field, remember target,
    repeat 0 .. 1 times [ step, points at empty field ], step,
    points at own rook, matches start, remove, find target, putdown.
cross = step, points at empty field, test [ putdown, not in_check ].

value worth =
    base worth + 700 * count own archbishop + 850 * count own chancellor.
