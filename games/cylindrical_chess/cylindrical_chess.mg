// Cylindrical chess: the a-file and the h-file touch.
//
// Rules: Pritchard, The Classified Encyclopedia of Chess Variants (2007),
// cylinder chess; one of the games of Pitrat's program (1968). Otherwise the
// rules of chess.
// Choices: there is no castling. Pawns capture around the edge, en passant
// too. A piece that goes once round and comes back to its own field has not
// moved; such null moves are not allowed.

extends chess
dimensions (cyclic 8, 8)
without short, long
