// Go-moku on a board of 9 by 9, for tests and for quick games.
//
// Rules: those of gomoku.

extends gomoku
dimensions (9,9)
