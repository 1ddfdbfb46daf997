// Frisian draughts: men and flying kings capture along rows and columns, too.
//
// Rules: Federaasje Frysk Damjen. Moves without a capture are diagonal.
// Captures go in eight directions, over the dark fields only; one must take
// what is worth most, where a king is worth almost two men, and if that is
// equal, with a king. As long as a player has men, no king may move more than
// three times in a row without a capture.
// Choices: the draws are those of international draughts.

extends draughts

pieces { fallen '+' }  // a king that is captured
counters { royal   roams 'R' 'r' 0 .. 3 }
memory { roamer1 for 2 turns   roamer2 for 2 turns }  // the king that each player has moved
zones { first_moves (a1) - }

walk = either [
      find own man, pickup, set quiet to 0, set roams to 0, ahead, free, putdown
    ]
    or [ test find first_moves, roam(roamer1) ]
    or [ not find first_moves, roam(roamer2) ].

roam(last) = find own king,
    either [
      points at last, either roams < 3 or not find own man, try add 1 to roams
    ]
    or [ not points at last, set roams to 1 ],
    pickup, diagonal, free, glide, putdown, remember last.

capture = most weight of [
      find own piece, try [ points at own king, set royal to 1 ], chain
    ],
    set royal to 0, set roams to 0, set quiet to 0,
    for each [ either find taken or find fallen ] do remove.

value weight =
    200 * (count taken + 2 * count fallen) - 2 * count fallen + royal.

chain = jump, repeat 0 .. 19 times jump.
jump = pickup, either [ diagonal, leap(one) ] or [ orthogonal, leap(two) ],
    putdown.
leap(pace) = try [
      royal = 1, repeat 0 .. infinity times [ pace, points at empty field ],
      hop(pace), repeat 0 .. infinity times [ pace, points at empty field ]
    ]
    else [ royal = 0, hop(pace) ].
hop(pace) = pace,
    either [ points at enemy man, replace by taken ]
    or [ points at enemy king, replace by fallen ],
    pace, points at empty field.
one = step.
two = step, step.
