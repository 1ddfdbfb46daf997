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

// A rook or queen goes at most seven fields: with the eighth step it would be back,
// which is no move, but a result all the same where rules ask whether there is one.
reach = either [ find own king, pickup, alldir, step ]
    or [ find own queen, pickup, alldir, circle ]
    or [ find own rook, pickup, orthogonal, circle ]
    or [ find own bishop, pickup, diagonal, slide ]
    or [ find own knight, pickup, leap ].
circle = repeat 0 .. 6 times [ step, points at empty field ], step.

// Of what is attacked it makes no difference.
attack = either base reach or [ find own pawn, lift, strike ].
