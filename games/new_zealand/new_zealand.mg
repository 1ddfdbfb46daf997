// New Zealand chess: knights capture like rooks, and rooks like knights.
//
// Rules: Pritchard, The Classified Encyclopedia of Chess Variants (2007).
// Otherwise the rules of chess.

extends hoppel_poppel

reach = either [ find own king, pickup, alldir, step ]
    or [ find own queen, pickup, alldir, slide ]
    or [ find own knight, pickup, orthogonal, slide ]
    or [ find own bishop, pickup, diagonal, slide ]
    or [ find own rook, pickup, leap ].
