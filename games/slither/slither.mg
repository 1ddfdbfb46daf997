// Slither: move a stone if you like, put one down, and join your two sides;
// stones that only touch at their corners are forbidden.
//
// Rules: Corey Clark (2010). A stone may first move to an empty field beside it
// in any direction; then one is put down. After the turn each two own stones
// that touch diagonally must have an own stone beside both. Red joins bottom
// and top, blue left and right, along rows and columns.
// Choices: 7 by 7; no swap of sides after the first move; a player without a
// move has lost.
// Family: connection.

players red blue
dimensions (7,7)
pieces { stone 'X' 'O' }
zones { near row 1 column a   far row 7 column g }

main = try [
      try_move, find empty field, replace by own stone, not loose,
      try [ test linked, win ]
    ]
    else lose.

try_move = either [ ]
    or [ find own stone, pickup, alldir, step, points at empty field, putdown ].

// Two stones that touch only at a corner.
loose = find own stone, diagonal, test [ step, points at own stone ],
    not [ either rotate 45 or rotate -45, step, points at own stone ].

linked = find own stone in near,
    repeat 0 .. infinity times [ orthogonal, step, points at own stone ],
    points at far.

value bonds = sum own stone of count [ orthogonal, step, points at own stone ].

evaluation shape = bonds - as opponent bonds.
