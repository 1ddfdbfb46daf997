// Crazyhouse: chess in which captured pieces change sides and come back.
//
// Rules: lichess.org. Instead of a move, a captured piece can be put on an
// empty field; pawns not on the first or the last row. What a pawn became is a
// pawn when it is captured. There is no limit of fifty moves.

extends chess

pieces {
  pawn     'P' 'p'    promotes to lady, tower, prelate, horse
  lady     'Q~' 'q~'  // these four move like queen, rook, bishop and knight
  tower    'R~' 'r~'
  prelate  'B~' 'b~'
  horse    'N~' 'n~'
}

reserve { queen rook bishop knight pawn }
without quiet

move = either base move or place.
place = find empty field, drop piece,
    not [
      points at own pawn, either not [ forward, step ] or not [ backward, step ]
    ].

reach = either base reach
    or [ find own lady, pickup, alldir, slide ]
    or [ find own tower, pickup, orthogonal, slide ]
    or [ find own prelate, pickup, diagonal, slide ]
    or [ find own horse, pickup, leap ].

capture = points at enemy piece, keep.
en_passant = find own pawn, lift, strike, points at passed, backward, step,
    capture, forward, step, putdown.

value worth = base worth + 900 * count own lady + 500 * count own tower
    + 310 * count own prelate + 300 * count own horse
    + 120 * count own pawn in reserve + 330 * count own knight in reserve
    + 340 * count own bishop in reserve + 550 * count own rook in reserve
    + 1000 * count own queen in reserve.
