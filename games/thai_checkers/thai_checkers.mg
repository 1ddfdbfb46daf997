// Makhos, Thai checkers: eight men each, and flying kings that land right
// behind what they capture.
//
// Rules: as in Thailand. Men capture forward only; any capture may be chosen,
// and it goes on as long as it can. A man that reaches the last row becomes a
// king, and its turn is over.
// Choices: the draws of English draughts; captured pieces leave at once.

extends checkers

start {
  . w . w . w . w
  w . w . w . w .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . b . b . b . b
  b . b . b . b .
}

walk = either [
      find own man, ways, pickup, set quiet to 0, free, putdown, try crown
    ]
    or [ find own king, ways, pickup, free, glide, putdown ].

jump = either [ points at own man, ways, pickup, hop ]
    or [ points at own king, ways, pickup, glide, hop ].
hop = step, points at enemy piece, remove, free, putdown.

free = step, points at empty field.
glide = repeat 0 .. infinity times free.

value worth = 100 * count own man + 300 * count own king.
