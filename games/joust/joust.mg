// Joust: two knights, and a field that one of them has left is gone; a player
// who cannot move loses.
//
// Rules: the computer game for MS-DOS (1984), as Fairy-Stockfish plays it.
// Family: blocking.

dimensions (8,8)
pieces { knight 'N' 'n' exactly 1   hole '*' }
start { 8/8/8/4n3/3N4/8/8/8 }

main = try move else lose.

move = find own knight, pickup, replace by hole, leap, putdown.
leap = orthogonal, step, either rotate 45 or rotate -45, step,
    points at empty field.

value near = count [ find own knight, leap ].
value room = count [ find own knight, leap, leap ].

evaluation mobility = 3 * near + room - as opponent (3 * near + room).
