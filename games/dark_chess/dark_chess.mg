// Dark chess: one sees one's own men and the fields they can go to; there is
// no check, and a king can be taken.
//
// Rules: Fog of War of chess.com, also Jens Bæk Nielsen's dark chess (1989);
// otherwise those of chess.
// Choices: the game is a draw if the player to move has no move at all, as in
// chess; players are told their legal moves.

extends chess
pieces { king 'K' 'k' }  // it may be missing when it has been taken
without in_check

seen = either find own piece or move.
capture = base capture, try [ points at enemy king, win ].
