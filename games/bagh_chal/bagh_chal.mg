// Bagh chal: twenty goats shut four tigers in, which jump over goats.
//
// Rules: Nepal; Jin and Nievergelt, Tigers and Goats Is a Draw (2009). Goats
// are placed one a turn and move when all are placed; tigers always move.
// Tigers win when five goats are taken, goats when no tiger can move.
// Choices: the third occurrence of a position is a draw.
// Family: hunt.

players goats tigers
dimensions (5,5)

lines {
  a1 b1 c1 d1 e1,  a2 b2 c2 d2 e2,  a3 b3 c3 d3 e3,  a4 b4 c4 d4 e4,
  a5 b5 c5 d5 e5,  a1 a2 a3 a4 a5,  b1 b2 b3 b4 b5,  c1 c2 c3 c4 c5,
  d1 d2 d3 d4 d5,  e1 e2 e3 e4 e5,  a1 b2 c3 d4 e5,  a5 b4 c3 d2 e1,
  a3 b4 c5,        c5 d4 e3,        e3 d2 c1,        c1 b2 a3
}

pieces { goat 'G' -   tiger - 'T' exactly 4 }
reserve { goat 20 }
start { T3T/5/5/5/T3T g 20G }

main = try [ occurred 3 times, draw ]
    else try [ try place else either walk or jump ]
    else lose.

place = find empty field, drop goat.
walk = find own piece, pickup, alldir, free, putdown.
jump = find own tiger, pickup, alldir, step, points at goat, remove, free,
    putdown, try [ count goat + count enemy goat in reserve < 16, win ].
free = step, points at empty field.

// What tigers can do, and the goats that are left.
value freedom =
    count [ find own tiger, pickup, alldir, free ] + 20 * count jump.
value herd = 100 * (count own goat + count own goat in reserve).
value worth = freedom + herd.

evaluation active = worth - as opponent worth.
