// Tablut, the tafl of the Sami: attackers want the king, defenders bring it to
// the edge.
//
// Rules: Carl Linnaeus, Lachesis Lapponica (1732), as in Murray. All pieces
// move like rooks. A man between two enemies is taken. The king is taken like a
// man, but on the throne by four attackers, and beside it by three.
// Choices: only the king may stand on the throne, and others may pass it when
// it is empty; the king helps to take men, and so does the empty throne; the
// third occurrence of a position is a draw.
// Family: hunt.

players attackers defenders
dimensions (9,9)
pieces { man 'a' 'd'   king - 'K' }

zones {
  throne   (e5)
  castle   (throne, d5, f5, e4, e6)
  goal     (row 1, row 9, column a, column i)
  closed   (throne)
  hostile  (throne)
}

start {
  . . . a a a . . .
  . . . . a . . . .
  . . . . d . . . .
  a . . . d . . . a
  a a d d K d d a a
  a . . . d . . . a
  . . . . d . . . .
  . . . . a . . . .
  . . . a a a . . .
}

main = try [ occurred 3 times, draw ]
    else try [ move, for each pinched do remove, try [ test over, win ] ]
    else lose.

move = either [ find own man, pickup, glide, not points at closed, putdown ]
    or [ find own king, pickup, glide, putdown ].
glide = orthogonal, repeat 1 .. infinity times [ step, points at empty field ].
over = either find king in goal or not find king.

// Ends on each enemy that the piece pointed at takes.
pinched = orthogonal, step,
    either [ points at enemy man, pinned ]
    or [ points at enemy king, not points at castle, pinned ]
    or [
      points at enemy king, points at castle, not [ orthogonal, step, safe ]
    ].
pinned = test [
      step, either points at own piece or points at empty field in hostile
    ].
safe = not points at own man, not points at throne.

value freedom = count [ find own king, glide ]
    + 20 * count [ find own king, glide, points at goal ].
value worth = 20 * count own man + freedom.

evaluation active = worth - as opponent worth.
