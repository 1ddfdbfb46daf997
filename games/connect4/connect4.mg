// Connect four: discs fall down the columns; four in a row win.
//
// Rules: the game of Milton Bradley (1974), as in Allis, A Knowledge-Based
// Approach of Connect-Four (1988). A full board is a draw.
// Family: rows.

dimensions (7,6)
pieces { disc 'X' 'O' }

main = try place else draw.

place = find empty field, not [ south, step, points at empty field ],
    replace by own disc, try [ test four, win ].

four = find own disc, alldir, repeat 3 times [ step, points at own disc ].

// The empty fields on which a disc would make four.
value threats = count [ find empty field, replace by own disc, test four ].

evaluation danger = threats - as opponent threats.
