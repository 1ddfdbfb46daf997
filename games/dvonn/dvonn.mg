// Dvonn: pieces pile up, piles move as far as they are high, and what loses
// contact with the three red pieces is gone.
//
// Rules: Kris Burm (2001), the GIPF project. The players first fill the board,
// the red pieces first; White puts the last piece down and then moves first.
// A pile belongs to the owner of its top piece. Whoever cannot move passes; if
// neither can, the pieces in each player's piles are counted.
// Choices: the names of the fields follow from the leaning grid below.
// Family: stacking.

dimensions (11,5) hexagonal

pieces { dvonn '*'   man 'X' 'O' }

reserve { man 23 }
stacks 49

start {
  # # . . . . . . . . .
  # . . . . . . . . . .
  . . . . . . . . . . .
  . . . . . . . . . . #
  . . . . . . . . . # #
}

main = try place
    else try move
    else try [ test as opponent move, pass ]
    else score lead.

place = find empty field, try red else drop man,
    try [ not find empty field, again ].
red = count own man in reserve = 23, count dvonn < 3, replace by dvonn.

move = find own man, test open, pickup all, alldir, repeat hand times step,
    points at piece, putdown,
    try [
      count chain < count piece, for each loose do repeat height times remove
    ].

open = alldir, not [ step, points at piece ].

// Ends on every pile that is joined to this one.
chain = repeat 0 .. infinity times [ alldir, step, points at piece ].

// No pile of the chain has a red piece somewhere in it.
loose = find piece,
    not [ chain, repeat 0 .. infinity times remove, points at dvonn ].

value lead = sum own man of height - sum enemy man of height.

evaluation control = lead.
evaluation mobility = 2 * lead + count move - as opponent count move.
