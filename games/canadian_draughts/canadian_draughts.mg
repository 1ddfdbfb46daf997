// Canadian draughts: international draughts on 12 by 12, thirty men each.
//
// Rules: played in Quebec since the 18th century; those of international
// draughts.

extends draughts
dimensions (12,12)

start {
  . b . b . b . b . b . b
  b . b . b . b . b . b .
  . b . b . b . b . b . b
  b . b . b . b . b . b .
  . b . b . b . b . b . b
  . . . . . . . . . . . .
  . . . . . . . . . . . .
  w . w . w . w . w . w .
  . w . w . w . w . w . w
  w . w . w . w . w . w .
  . w . w . w . w . w . w
  w . w . w . w . w . w .
}
