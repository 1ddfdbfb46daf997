// Pool checkers: men capture backward, kings fly, and any capture may be
// chosen.
//
// Rules: American Pool Checkers Association. Black moves first. A capture must
// go on as long as it can; a man that passes the last row in a capture stays a
// man. Captured pieces leave the board when the capture is over.
// Choices: the draws of international draughts.

extends brazilian_draughts
players black white
pieces { man 'b' 'w' promotes to king   king 'B' 'W' }

start {
  . w . w . w . w
  w . w . w . w .
  . w . w . w . w
  . . . . . . . .
  . . . . . . . .
  b . b . b . b .
  . b . b . b . b
  b . b . b . b .
}

capture = find own piece, chain, set quiet to 0, for each taken do remove.
