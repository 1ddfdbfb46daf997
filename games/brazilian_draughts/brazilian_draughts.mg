// Brazilian draughts: international draughts on the board of chess.
//
// Rules: World Draughts Federation (FMJD), section 64; those of international
// draughts.

extends draughts
dimensions (8,8)

start {
  . b . b . b . b
  b . b . b . b .
  . b . b . b . b
  . . . . . . . .
  . . . . . . . .
  w . w . w . w .
  . w . w . w . w
  w . w . w . w .
}
