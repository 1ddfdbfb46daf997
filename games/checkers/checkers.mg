// Checkers, or English draughts.
//
// Rules: World Checkers Draughts Federation. Black moves first; captures are
// compulsory, any of them may be chosen; a man that is crowned stops.
// Choices: forty moves of each player without a capture or a move of a man
// draw, and so does the third occurrence of a position; neither needs a claim.
// Family: draughts.

players black white
dimensions (8,8)

pieces { man 'b' 'w' promotes to king   king 'B' 'W' }

counters { quiet 0 .. 80 }  // turns since a capture or a move of a man

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

main = try [ either quiet = 80 or occurred 3 times, draw ]
    else try [ add 1 to quiet, try capture else walk ]
    else lose.

walk = find own piece, try [ points at own man, set quiet to 0 ], ways, pickup,
    step, points at empty field, putdown, try crown.

capture = find own piece, chain, set quiet to 0.
chain = jump, try crown else try chain.
jump = ways, pickup, step, points at enemy piece, remove, step,
    points at empty field, putdown.

ways = either [ points at own man, forward, either rotate 45 or rotate -45 ]
    or [ points at own king, diagonal ].
crown = points at own man, not [ forward, step ], promote.

value worth = 100 * count own man + 150 * count own king.

evaluation material = worth - as opponent worth.
