// Six men's morris: mills on two squares.
//
// Rules: those of nine men's morris, with sixteen points and six men each, and
// without flying (Bell, Board and Table Games from Many Civilizations).

extends nine_mens_morris
dimensions (5,5)

lines {
  a5 c5 e5,  b4 c4 d4,  a3 b3,     d3 e3,     b2 c2 d2,  a1 c1 e1,
  a1 a3 a5,  b2 b3 b4,  c1 c2,     c4 c5,     d2 d3 d4,  e1 e3 e5
}

reserve { man 6 }
without fly
