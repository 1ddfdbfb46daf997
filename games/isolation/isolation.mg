// Isolation: move one's piece to a field beside it and close another field; a
// player who cannot move loses.
//
// Rules: the game of Lakeside (1972). Choices: 6 columns and 8 rows, as sold.
// Family: blocking.

dimensions (6,8)
pieces { pawn 'P' 'p' exactly 1   hole '*' }
start { 3p2/6/6/6/6/6/6/2P3 }

main = try move else lose.

move = find own pawn, pickup, walk, putdown, find empty field, replace by hole.
walk = alldir, step, points at empty field.

value near = count [ find own pawn, walk ].
value room = count [ find own pawn, walk, walk ].

evaluation mobility = 3 * near + room - as opponent (3 * near + room).
