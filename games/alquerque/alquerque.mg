// Alquerque: twelve men each on a lattice; jump over enemies to take them.
//
// Rules: Alfonso X, Libro de los juegos (1283), as in Bell, Board and Table
// Games from Many Civilizations. Men move along the lines in all directions. A
// capture is compulsory, and goes on as long as it can.
// Choices: the third occurrence of a position is a draw, and so are sixty turns
// without a capture.
// Family: draughts.

dimensions (5,5)

lines {
  a1 b1 c1 d1 e1,  a2 b2 c2 d2 e2,  a3 b3 c3 d3 e3,  a4 b4 c4 d4 e4,
  a5 b5 c5 d5 e5,  a1 a2 a3 a4 a5,  b1 b2 b3 b4 b5,  c1 c2 c3 c4 c5,
  d1 d2 d3 d4 d5,  e1 e2 e3 e4 e5,  a1 b2 c3 d4 e5,  a5 b4 c3 d2 e1,
  a3 b4 c5,        c5 d4 e3,        e3 d2 c1,        c1 b2 a3
}

pieces { man 'X' 'O' }
counters { quiet 0 .. 60 }
start { OOOOO/OOOOO/OO1XX/XXXXX/XXXXX }

main = try [ either quiet = 60 or occurred 3 times, draw ]
    else try [ add 1 to quiet, try capture else walk ]
    else lose.

walk = find own man, pickup, alldir, step, points at empty field, putdown.
capture = find own man, chain, set quiet to 0.
chain = jump, try chain.
jump = pickup, alldir, step, points at enemy man, remove, step,
    points at empty field, putdown.

evaluation men = count own man - count enemy man.
