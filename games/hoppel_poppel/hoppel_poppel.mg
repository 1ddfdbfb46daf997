// Hoppel-Poppel: knights capture like bishops, and bishops like knights.
//
// Rules: Pritchard, The Classified Encyclopedia of Chess Variants (2007).
// Otherwise the rules of chess.

extends chess

move = either [ reach, capture, putdown ]
    or [ base reach, points at empty field, putdown ]
    or pawn_move
    or castle.

reach = either [ find own king, pickup, alldir, step ]
    or [ find own queen, pickup, alldir, slide ]
    or [ find own rook, pickup, orthogonal, slide ]
    or [ find own knight, pickup, diagonal, slide ]
    or [ find own bishop, pickup, leap ].
