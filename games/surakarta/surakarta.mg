// Surakarta: a piece captures along a line that has gone around at least one of
// the loops in the corners.
//
// Rules: Java; as in Handscomb, Surakarta, in Abstract Games 2 (2000). A piece
// goes to any field beside it, or rides along its row or column over empty
// fields, around a loop at the edge and on, and takes the enemy that it meets
// after at least one loop. Whoever has lost all pieces has lost.
// Choices: a player without a move has lost; the third occurrence of a position
// is a draw, and so are sixty turns without a capture.
// Family: draughts.

dimensions (6,6)
pieces { man 'X' 'O' }
counters { quiet 0 .. 60 }

start {
  O O O O O O
  O O O O O O
  . . . . . .
  . . . . . .
  X X X X X X
  X X X X X X
}

main = try [ either quiet = 60 or occurred 3 times, draw ]
    else try [
      either [ add 1 to quiet, walk ]
      or [ capture, set quiet to 0, try [ not find enemy man, win ] ]
    ]
    else lose.

walk = find own man, pickup, alldir, step, points at empty field, putdown.

capture = find own man, pickup, orthogonal, repeat 0 .. infinity times free,
    loop,
    repeat 0 .. infinity times [ points at empty field, either step or loop ],
    points at enemy man, putdown.
free = step, points at empty field.

// The second and the third line from an edge go around the corner there, and
// end in the line that is as far from the edge beside.
loop = not step, either around(left) or around(right).
around(turn_aside) = turn_aside,
    either bend(1, turn_aside) or bend(2, turn_aside).
bend(n, turn_aside) = repeat n times step, not step, turn_aside,
    repeat n times step, turn_aside.
left = rotate -90.
right = rotate 90.

evaluation men = count own man - count enemy man.
