// Grand chess, 10 by 10: with a cardinal and a marshal.
//
// Rules: Christian Freeling (1984). A cardinal moves like bishop and knight, a
// marshal like rook and knight. Pawns begin on the third row; on the eighth and
// ninth they may be exchanged for a piece that was captured, on the tenth they
// must, and otherwise stay where they are. There is no castling.

extends capablanca
dimensions (10,10)

zones { late rows 8 .. 10 rows 1 .. 3 }

start {
  r . . . . . . . . r
  . n b q k c a b n .
  p p p p p p p p p p
  . . . . . . . . . .
  . . . . . . . . . .
  . . . . . . . . . .
  . . . . . . . . . .
  P P P P P P P P P P
  . N B Q K C A B N .
  R . . . . . . . . R
}

without short, long

crown =
    either test [ forward, step ] or [ points at late, promote, not surplus ].

// More of a kind than one began with: none of them was captured.
surplus = either count own queen > 1
    or count own rook > 2
    or count own bishop > 2
    or count own knight > 2
    or count own archbishop > 1
    or count own chancellor > 1.
