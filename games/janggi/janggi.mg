// Janggi, the chess of Korea.
//
// Rules: the Korea Janggi Association. General and guards stay in the palace
// and go along its lines. There is no river: elephants go everywhere, one field
// straight and two diagonally, and soldiers always go sideways, too. A cannon
// moves and captures over exactly one piece, and cannons have nothing to do
// with each other. Chariots, cannons and soldiers use the diagonals of the
// palaces. A player who is not in check may pass. Whoever sees the generals
// face each other ends that or passes for a draw.
// Choices: the traditional end, in which no points are counted: two passes in a
// row are a draw, and so is the third occurrence of a position. Both players
// have their horses on the outside of the elephants.

extends xiangqi
players cho han
counters { rested }  // the last turn was a pass

zones { heart (e2, e9) }

start {
  r n b a . a b n r
  . . . . k . . . .
  . c . . . . . c .
  p . p . p . p . p
  . . . . . . . . .
  . . . . . . . . .
  P . P . P . P . P
  . C . . . . . C .
  . . . . K . . . .
  R N B A . A B N R
}

main = try [ either quiet = 120 or occurred 3 times, draw ]
    else try [ add 1 to quiet, either legal or wait ]
    else lose.

legal = reach, not points at own piece, try capture, putdown, set rested to 0,
    not in_check, not [ facing, before facing ].
in_check = as opponent [ reach, points at enemy general ].

wait = not in_check, pass,
    try [ either rested = 1 or facing, draw ] else set rested to 1.
facing = test [ stare, points at enemy general ].

reach = either [ find own general, palace_step ]
    or [ find own advisor, palace_step ]
    or [ find own elephant, pickup, orthogonal, free, aside, free, step ]
    or [ find own horse, pickup, orthogonal, free, aside, step ]
    or [
      find own chariot, pickup,
      either [ orthogonal, slide ]
      or [ diagonal, slant ]
      or [ across, points at empty field, step ]
    ]
    or [
      find own cannon, pickup,
      either [ orthogonal, slide, screen, slide ] or [ across, screen, step ],
      not points at cannon
    ]
    or march.
palace_step = pickup, either [ orthogonal, step ] or [ diagonal, slant ],
    points at palace.
march = find own soldier, pickup,
    either [ either forward or east or west, step ]
    or [ forward, aside, slant ].

screen = points at piece, not points at cannon.

// A step along one of the diagonals, which all lead to the heart of a palace.
slant = either [ points at heart, step ] or [ step, points at heart ].
across = diagonal, step, points at heart.

value worth = 100 * count own soldier + 150 * count own advisor
    + 150 * count own elephant + 250 * count own horse + 350 * count own cannon
    + 650 * count own chariot.
