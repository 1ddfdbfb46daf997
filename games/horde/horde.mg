// Horde: a king and the pieces of chess against thirty-six pawns.
//
// Rules: lichess.org. White wins by mate, Black by taking all pawns and what
// they became. White's pawns on the first row may go two fields, too, but then
// they cannot be taken in passing.

extends chess
pieces { king - 'k' exactly 1 }
zones { first row 1 -   camp rows 1 .. 2 row 7 }

start {
  r n b q k b n r
  p p p p p p p p
  . . . . . . . .
  . P P . . P P .
  P P P P P P P P
  P P P P P P P P
  P P P P P P P P
  P P P P P P P P   w kq
}

main = try [ not find own piece, lose ] else base main.

double_push = find own pawn in camp, lift, forward,
    either [ points at first, free ]
    or [ not points at first, free, remember passed ],
    free, putdown.
free = step, points at empty field.
