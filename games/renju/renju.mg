// Renju: go-moku in which some moves are forbidden to Black.
//
// Rules: Renju International Federation. Black wins by exactly five in a row,
// White by five or more. Black may not make six in a row, two fours at once, or
// two threes at once, unless the move makes five. A four needs one more stone
// for five in a row; a three can become a straight four, which has two fields
// for that, by a stone that is not forbidden itself.
// Choices: no opening rule, and nobody passes. The stones wait beside the
// board, because one that is tried out is used up.

extends gomoku
reserve { stone 130 }
zones { restricted (a1) - }  // Black
directions { half (north, northeast, east, southeast) }

place = find empty field, drop stone,
    either [ not find restricted, try [ test five, win ] ]
    or [
      test find restricted,
      try [ test [ alldir, exactly_five ], win ] else not forbidden
    ].

forbidden = either [ alldir, last, rotate 180, repeat 5 times next ]
    or count four_gap - count straight > 1
    or [
      half, test growing, either rotate 45 or rotate 90 or rotate 135,
      test growing
    ].

// Fields that make five of a four; a straight four has two of them.
four_gap = alldir, last, test gap, step.
straight = half, test straight_four, try step else [ rotate 180, step ].

growing = either [ ] or rotate 180, last, step, points at empty field,
    drop stone, test straight_four, not [ alldir, exactly_five ], not forbidden.

straight_four = last, test gap, rotate 180, repeat 3 times next, not next,
    test gap.
gap = step, points at empty field, drop stone, exactly_five.
exactly_five = last, rotate 180, repeat 4 times next, not next.
last = repeat 0 .. infinity times next, not next.
next = step, points at own stone.
