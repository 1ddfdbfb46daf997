// Hasami shogi: men that move like rooks take what they have between them.
//
// Rules: the Japanese children's game with nine men each. One or more enemies
// in a row between two men are taken; with one man left one has lost.
// Choices: a man in a corner is taken like any other; the third occurrence of a
// position is a draw, and a player without a move loses.
// Family: shogi.

players black white
dimensions (9,9)
pieces { man 'X' 'O' }
start { OOOOOOOOO/9/9/9/9/9/9/9/XXXXXXXXX }

main = try [ occurred 3 times, draw ]
    else try [
      move, for each pinched do remove, try [ count enemy man < 2, win ]
    ]
    else lose.

move = find own man, pickup, orthogonal,
    repeat 1 .. infinity times [ step, points at empty field ], putdown.

// Ends on each enemy in a row that the man pointed at closes.
pinched = orthogonal, repeat 1 .. infinity times [ step, points at enemy man ],
    test [
      repeat 0 .. infinity times [ step, points at enemy man ], step,
      points at own man
    ].

evaluation men = count own man - count enemy man.
