// Cram: both players lay dominoes either way; a player who cannot loses.
//
// Rules: Berlekamp, Conway and Guy, Winning Ways, chapter 15 (Martin Gardner's
// crosscram, 1974, for both directions).
// Choices: 5 by 5.

extends domineering
players white black
dimensions (5,5)
pieces { domino 'X' 'O' }
directions { along (north, east) }
