// Chigorin chess: White has knights, Black has bishops.
//
// Rules: Ralph Betza (2002), after the preferences of Mikhail Chigorin. White's
// queen is a chancellor, which moves like rook and knight. Pawns become what
// their own side began with. Otherwise the rules of chess.

extends almost_chess

pieces {
  chancellor  'C' -
  knight      'N' -
  bishop      - 'b'
  queen       - 'q'
  pawn        'P' 'p'
}

start {
  r b b q k b b r
  p p p p p p p p
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  P P P P P P P P
  R N N C K N N R   w KQkq
}

crown = try [
      not [ forward, step ],
      either replace by own chancellor
      or replace by own queen
      or replace by own rook
      or replace by own bishop
      or replace by own knight
    ].
