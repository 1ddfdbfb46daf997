// Phantom tic-tac-toe: one sees only one's own marks; a field that is taken is
// refused, and one tries again.
//
// Rules: those of tictactoe.
// Choices: only the player who tried hears a refusal.
// Family: rows.

extends tictactoe

seen = find own mark.
tries = new_mark.
refused = tell own 'no'.
