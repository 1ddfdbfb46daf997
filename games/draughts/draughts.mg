// International draughts: flying kings, the longest capture is compulsory,
// and captured pieces leave the board when the capture is over.
//
// Rules: World Draughts Federation (FMJD), articles 2 to 6.
// Choices: twenty-five moves of each player with kings only and without a
// capture draw, and so does the third occurrence of a position; neither needs
// a claim. The shorter limits for a few pieces (five and sixteen moves) are
// left out.
// Family: draughts.

dimensions (10,10)

pieces {
  man    'w' 'b'  promotes to king
  king   'W' 'B'
  taken  '*'  // captured, but still in the way
}

counters { quiet 0 .. 50 }  // turns since a capture or a move of a man

start {
  . b . b . b . b . b
  b . b . b . b . b .
  . b . b . b . b . b
  b . b . b . b . b .
  . . . . . . . . . .
  . . . . . . . . . .
  . w . w . w . w . w
  w . w . w . w . w .
  . w . w . w . w . w
  w . w . w . w . w .
}

main = try [ either quiet = 50 or occurred 3 times, draw ]
    else try [ add 1 to quiet, try capture else walk, try crown ]
    else lose.

walk = either [ find own man, pickup, set quiet to 0, ahead, free, putdown ]
    or [ find own king, pickup, diagonal, free, glide, putdown ].

capture = most count taken of [ find own piece, chain ], set quiet to 0,
    for each taken do remove.

chain = jump, try chain.
jump = either [ points at own man, pickup, diagonal, hop, putdown ]
    or [ points at own king, pickup, diagonal, glide, hop, glide, putdown ].
hop = step, points at enemy piece, replace by taken, free.

ahead = forward, either rotate 45 or rotate -45.
free = step, points at empty field.
glide = repeat 0 .. infinity times free.

crown = points at own man, not [ forward, step ], promote.

value worth = 100 * count own man + 300 * count own king.

evaluation material = worth - as opponent worth.
