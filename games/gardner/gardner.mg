// Gardner's minichess, 5 by 5.
//
// Rules: Gardner, Mathematical Games, Scientific American (1969), as in
// Pritchard's encyclopedia; otherwise those of chess. No castling, no double
// step; pawns promote to queen, rook, bishop or knight.

extends chess
dimensions (5,5)
start { rnbqk / ppppp / 5 / PPPPP / RNBQK }
without double_push, short, long
