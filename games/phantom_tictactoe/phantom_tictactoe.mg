// Phantom tic-tac-toe: one sees only one's own marks; a field that is taken is
// refused, and one tries again.
//
// Rules: those of tictactoe. Choices: a refusal is heard by the player who
// tried, not by the other.

extends tictactoe

seen =     find own mark.
tries =    new_mark.
refused =  tell own 'no'.
