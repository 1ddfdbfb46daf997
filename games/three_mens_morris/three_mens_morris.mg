// Three men's morris: three men each are placed in turn and then moved along
// the lines; three in a line win.
//
// Rules: Bell, Board and Table Games from Many Civilizations; Pitrat's
// tic-tac-toe in which men move (Realization of a general game-playing
// program, 1968).
// Choices: the diagonals through the center are lines, for moves as for mills
// (Pitrat's men move orthogonally; the value is the same). A player who cannot
// move loses; the third occurrence of a position is a draw.
// Family: morris.

dimensions (3,3)

lines {
  a1 b1 c1,  a2 b2 c2,  a3 b3 c3,  a1 a2 a3,
  b1 b2 b3,  c1 c2 c3,  a1 b2 c3,  a3 b2 c1
}

pieces { man 'X' 'O' exactly 3 }
reserve { man 3 }

main = try [ occurred 3 times, draw ]
    else try [ try place else move, try [ test mill, win ] ]
    else lose.

place = find empty field, drop man.
move = find own man, pickup, alldir, step, points at empty field, putdown.

mill = find own man, alldir, repeat 2 times [ step, points at own man ].
