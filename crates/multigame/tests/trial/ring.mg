dimensions (4,2)
lines { a1 b1 c1 d1 d2 c2 b2 a2 a1 }
stacks 24
pieces { seed 'o' }
zones { mine row 1 row 2 }
start { 3o 3o 3o 3o/3o 3o 3o 3o }

main = try [
      find seed in mine, pickup all, alldir,
      repeat hand times [ step, putdown 1 ]
    ]
    else lose.
