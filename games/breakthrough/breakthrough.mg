// Breakthrough: the first pawn on the last row wins.
//
// Rules: Dan Troyka (2000). Pawns go one field straight or diagonally forward
// and capture diagonally only. A player without a move (all pawns taken) loses.
// Family: race.

dimensions (8,8)
pieces { pawn 'P' 'p' }
start { pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP }

main = try move else lose.

move = find own pawn, pickup, forward,
    either [ step, points at empty field ]
    or [ either rotate 45 or rotate -45, step, not points at own pawn ],
    putdown, try [ not [ forward, step ], win ].

// Ten for a pawn and one for each row that it has come.
value way = count [ repeat 1 .. infinity times [ backward, step ] ].
value worth = sum own pawn of (10 + way).

evaluation material = worth - as opponent worth.
