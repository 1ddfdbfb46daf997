// Fanorona: stones take whole lines of enemies by coming up to them or by
// leaving them.
//
// Rules: Madagascar; Schadd and others, Best Play in Fanorona Leads to Draw
// (2008). A stone goes one point along a line, and takes all enemies in a row
// in front of where it arrives or behind where it came from, one or the other.
// A capture is compulsory. It may go on with the same stone, which visits no
// point twice and never goes twice in a row in the same direction.
// Choices: the third occurrence of a position is a draw.
// Family: draughts.

dimensions (9,5)
pieces { stone 'X' 'O'   visited '*' }

zones {
  strong  (wide, narrow)
  wide    (column a, column c, column e, column g, column i) in (row 1, row 3,
      row 5)
  narrow  (column b, column d, column f, column h) in (row 2, row 4)
}

memory { landing }

start {
  O O O O O O O O O
  O O O O O O O O O
  O X O X . O X O X
  X X X X X X X X X
  X X X X X X X X X
}

main =
    try [ occurred 3 times, draw ] else try [ try capture else walk ] else lose.

walk = find own stone, ways, pickup, step, points at empty field, putdown.
ways = either orthogonal or [ points at strong, diagonal ].

capture = find own stone, ways, hop, repeat 0 .. 21 times [ turned, hop ],
    for each visited do remove.
hop = pickup, replace by visited, step, points at empty field, remember landing,
    either take_row or [ rotate 180, step, take_row, rotate 180 ], find landing,
    putdown.
take_row = repeat 1 .. infinity times [ foe, remove ], not foe.
foe = step, points at enemy stone.

// Any other direction than that of the last step; back is a visited point.
turned = either rotate 90
    or rotate -90
    or [
      points at strong,
      either rotate 45 or rotate -45 or rotate 135 or rotate -135
    ].

evaluation stones = count own stone - count enemy stone.
