// Kinglet: chess in which whoever has lost all pawns has lost.
//
// Rules: V. R. Parton (1953). The king is a piece like any other, and there is
// no check. Pawns become kings, and promoting one's last pawn loses, unless the
// same move wins.

extends chess
pieces { king 'K' 'k'   pawn 'P' 'p' promotes to king }
without in_check

legal = move, settle, as opponent settle,
    try [ not find enemy pawn, win ] else try [ not find own pawn, lose ].

evaluation pawns = 500 * (count own pawn - count enemy pawn) + material.
evaluation material = worth - as opponent worth.

without active
