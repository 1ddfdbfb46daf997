// Extinction chess: whoever has lost all pieces of some kind has lost.
//
// Rules: R. Wayne Schmittberger (1985). The king is a piece like any other, and
// there is no check; pawns may become kings. Promoting one's last pawn loses,
// unless the same move wins.

extends chess

pieces {
  king  'K' 'k'
  pawn  'P' 'p'  promotes to queen, rook, bishop, knight, king
}

without in_check

legal = move, settle, as opponent settle,
    try [ as opponent extinct, win ] else try [ extinct, lose ].

extinct = either not find own king
    or not find own queen
    or not find own rook
    or not find own bishop
    or not find own knight
    or not find own pawn.
