// Ultimate tic-tac-toe: nine small boards in a large one; the field that a mark
// is on says on which board the other player must play.
//
// Rules: Orlin, Math with Bad Drawings (2013). Three marks in a row win a small
// board, and three such boards in a row the game. A board that is won or full
// is closed, and whoever is sent to one may play on any other.
// Choices: if all boards are closed and nobody has three in a row, the game is
// a draw.
// Family: rows.

dimensions (9,9)
pieces { mark 'X' 'O' }
memory { last for 1 turn }
zones { center (b2, e2, h2, b5, e5, h5, b8, e8, h8) }

main = try [ sent, place ] else try [ find center, place ] else draw.

// Ends on the center of the board that lies in the large one as the last mark
// lies in its own.
sent = find last,
    either [ points at center, find e5 ]
    or [ alldir, step, points at center, rotate 180, find e5, leap ].
leap = repeat 3 times step.

place = not won, not as opponent won, box, points at empty field,
    replace by own mark, remember last, try [ test row_of_boards, win ].
box = either [ ] or [ alldir, step ].

row_of_boards = find center, test won, alldir,
    repeat 2 times [ leap, test won ].

// From the center of a small board: three marks in a row on it.
won = either [ points at own mark, alldir, mine, rotate 180, step, mine ]
    or [ orthogonal, mine, rotate 90, mine, rotate 180, step, mine ].
mine = step, points at own mark.

value boards = count [ find center, test won ].
value worth = 20 * boards + count own mark in center.

evaluation lead = worth - as opponent worth.
