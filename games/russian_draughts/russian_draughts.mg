// Russian draughts: any capture may be chosen, and a man that reaches the last
// row in a capture goes on as a king.
//
// Rules: World Draughts Federation (FMJD), section 64. Men capture backward,
// kings fly. A king that can go on capturing from some of the fields behind a
// captured piece must land on one of these. Captured pieces leave the board
// when the capture is over.
// Choices: fifteen moves of each player with kings only and without a capture
// draw, and so does the third occurrence of a position.

extends brazilian_draughts
counters { quiet 0 .. 30 }

main = try [ either quiet = 30 or occurred 3 times, draw ]
    else try [ add 1 to quiet, try capture else [ walk, try crown ] ]
    else lose.

capture = find own piece, chain, set quiet to 0, for each taken do remove.
chain = strike, try chain.
strike = either [ points at own man, pickup, diagonal, hop, putdown, try crown ]
    or [ points at own king, diagonal, pickup, glide, hop, land ].

// Where one can go on, one must.
land = try [ glide, putdown, test strike ] else [ glide, putdown ].
