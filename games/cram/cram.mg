// Cram: both players lay dominoes either way; who cannot has lost.
//
// Rules: Berlekamp, Conway and Guy, Winning Ways, chapter 15 (Martin Gardner's
// crosscram, 1974, for both directions).
// Choices: 6 by 6.

extends domineering
players white black
dimensions (6,6)
pieces { domino 'X' 'O' }
directions { along (north, east) }
