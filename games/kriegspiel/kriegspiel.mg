// Kriegspiel: chess with a referee; each player sees only their own men.
//
// Rules: Richards, Gupta and Sarood, Parallel Information Set Generation for
// Kriegspiel, section 2: no castling, no en passant, promotion to a queen only;
// otherwise those of chess.
// Choices: a position that comes up for the third time and fifty moves without a
// capture or a move of a pawn are draws, as in chess, though the paper mentions
// neither. The referee, who sees the position, ends the game then; so what would
// have ended it earlier is in no information set.

extends chess
pieces { pawn 'P' 'p' promotes to queen }
without en_passant, passed, short, long

// Players see their own men, and may try whatever these could do if they were
// alone on the board.
seen = find own piece.
tries = legal.
refused = tell both 'no'.

// Everybody hears where something was captured ...
capture = base capture, tell both 'capture' here.

// ... and, before a turn, whether the player is in check and what the pawns
// can capture.
told = try [ test in_check, tell both 'check' ],
    for each [ pawn_capture, not in_check ] do tell both 'pawn try' here.
