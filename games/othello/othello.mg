// Othello: discs between a new disc and another of its color turn over.
//
// Rules: World Othello Federation. Black moves first; a player without a move
// passes if the other has one; otherwise the discs are counted.
// Choices: empty fields count for nobody. Rows are numbered from below, so the
// names of the fields are the usual ones (Black begins on e4 and d5), and the
// board is drawn upside down.
// Family: territory.

players black white
dimensions (8,8)
pieces { disc 'X' 'O' }
zones { corner (a1, a8, h1, h8) }
start { 8/8/8/3XO3/3OX3/8/8/8 }

main = try move
    else try [ test as opponent move, pass ]
    else score count own disc - count enemy disc.

move = find empty field, test turned, replace by own disc,
    for each turned do replace by own disc.

// Ends on each disc that a disc put down here would turn over.
turned = alldir, repeat 1 .. infinity times [ step, points at enemy disc ],
    test capped.
capped = repeat 0 .. infinity times [ step, points at enemy disc ], step,
    points at own disc.

value choices = count move.
value corners = count own disc in corner.

// The second is the one of the Othello study; alone it thinks nothing of corners.
evaluation position = mobility + 100 * (corners - as opponent corners).
evaluation mobility = 10 * (choices - as opponent choices).
