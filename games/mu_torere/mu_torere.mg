// Mu torere: block the enemy on a star of eight points.
//
// Rules: the Ngāti Porou of New Zealand; Bell, Board and Table Games from Many
// Civilizations. A man moves to an empty point beside it on the rim, or out of
// the middle, or into it from beside an enemy. Whoever cannot move loses.
// Choices: a man enters the middle only from beside an enemy throughout the
// game; the third occurrence of a position is a draw.
// Family: blocking.

lines { p1 p2 p3 p4 p5 p6 p7 p8 p1, p1 mid p5, p2 mid p6, p3 mid p7, p4 mid p8 }

pieces { man 'X' 'O' exactly 4 }
zones { rim (p1, p2, p3, p4, p5, p6, p7, p8) }
start { X X X X O O O O . }

main = try [ occurred 3 times, draw ] else try move else lose.

move = find own man, either around or inward or outward, putdown.
around = pickup, alldir, step, points at empty field in rim.
inward = points at rim, test [ alldir, step, points at enemy man in rim ],
    pickup, alldir, step, points at empty field, points at mid.
outward = points at mid, pickup, alldir, step, points at empty field.

value room = count move.

evaluation mobility = room - as opponent room.
