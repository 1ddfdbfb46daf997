// Atomic chess: a capture blows up the capturer and everything around but
// pawns.
//
// Rules: lichess.org. Whoever blows up the enemy king wins; one's own may not
// be blown up, and kings do not capture. A king beside the enemy king is safe,
// and there is no check. Otherwise the rules of chess.

extends chess
pieces { king 'K' 'k' }

legal = move, test find own king,
    try [ not find enemy king, win ]
    else [ not in_check, settle, as opponent settle ].

move = either [ reach, points at empty field, putdown ]
    or [ reach, test [ putdown, not points at own king ], capture, burst ]
    or pawn_move
    or castle.

pawn_capture = find own pawn, lift, strike, capture, burst.
en_passant = find own pawn, lift, strike, points at passed, backward, step,
    capture, remove, forward, step, burst.

burst = putdown, for each blast do remove.
blast = either [ ] or [ alldir, step, points at piece, not points at pawn ].

in_check = not [ find own king, alldir, step, points at enemy king ],
    base in_check.
