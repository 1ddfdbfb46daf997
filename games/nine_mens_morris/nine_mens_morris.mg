// Nine men's morris: three men in a line, a mill, take an enemy man.
//
// Rules: World Merrills Association, as in Gasser, Solving Nine Men's Morris
// (1996). A man in a mill may be taken only when there is no other; with three
// men left they may fly; with two men left, or without a move, one has lost.
// Choices: a move that closes two mills takes one man; the third occurrence of
// a position is a draw.
// Family: morris.

dimensions (7,7)

lines {
  a7 d7 g7,  b6 d6 f6,  c5 d5 e5,  a4 b4 c4,  e4 f4 g4,  c3 d3 e3,
  b2 d2 f2,  a1 d1 g1,  a1 a4 a7,  b2 b4 b6,  c3 c4 c5,  d1 d2 d3,
  d5 d6 d7,  e3 e4 e5,  f2 f4 f6,  g1 g4 g7
}

pieces { man 'X' 'O' }
reserve { man 9 }
memory { origin }

main = try [ occurred 3 times, draw ]
    else try [ men < 3, lose ]
    else try [ try place else try fly else slide, try [ test mill, take ] ]
    else lose.

place = find empty field, drop man.
fly = men = 3, find own man, remember origin, pickup, find empty field,
    not points at origin, putdown.
slide = find own man, pickup, alldir, step, points at empty field, putdown.

take = try [ find enemy man, not as opponent mill, remove ]
    else [ find enemy man, remove ].

// The man pointed at stands in a full line: to one end, then to the other.
mill = alldir, repeat 0 .. 2 times [ step, points at own man ], rotate 180,
    repeat 2 times [ step, points at own man ].

value men = count own man + count own man in reserve.
value worth = 20 * men + count slide.

evaluation material = men - as opponent men.
evaluation active = worth - as opponent worth.
