// Kriegspiel as played in Cincinnati: everybody also hears whether a pawn was
// captured or a piece, and whether the player has a capture with a pawn.
//
// Rules: Kriegspiel, Cincinnati Style (chessvariants.com), as played there in
// the 1970s; otherwise those of kriegspiel_berkeley.

extends kriegspiel_berkeley

capture = points at enemy piece, set quiet to 0,
    try [ points at enemy pawn, tell both 'pawn captured' here ]
    else tell both 'piece captured' here.

// A capture is a try only if it is legal.
told = base told, pawn_tries.
pawn_tries = try [ test pawn_hit, tell both 'pawn try' ].
pawn_hit = either pawn_capture or en_passant, not in_check.
