// Fox and hounds: the fox wants to reach the far row, the hounds shut it in.
//
// Rules: Berlekamp, Conway and Guy, Winning Ways, chapter 20. Hounds move
// forward only; a player who cannot move loses.
// Choices: the fox begins on e1 and moves first, the hounds on the other side.
// Family: hunt.

players fox hounds
dimensions (8,8)
pieces { fox 'F' - exactly 1   hound - 'h' exactly 4 }
start { 1h1h1h1h/8/8/8/8/8/8/4F3 }

main = try move else lose.

move = either [
      find own fox, pickup, diagonal, free, putdown,
      try [ not [ forward, step ], win ]
    ]
    or [ find own hound, pickup, ahead, free, putdown ].

ahead = forward, either rotate 45 or rotate -45.
free = step, points at empty field.
