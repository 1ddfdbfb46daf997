// Antichess: captures are compulsory, and whoever has nothing left to move
// wins.
//
// Rules: lichess.org. The king is a piece like any other: there is no check and
// no castling, and pawns may become kings. A player without pieces or without a
// move wins.

extends chess

pieces {
  king  'K' 'k'
  pawn  'P' 'p'  promotes to queen, rook, bishop, knight, king
}

without short, long, in_check

main =
    try [ limit, test legal, draw ] else try [ add 1 to quiet, legal ] else win.

legal = try take else move.
take = either [ reach, capture, putdown ] or pawn_capture or en_passant.

value worth = count own piece.

evaluation fewer = as opponent worth - worth.

without active, material
