// Italian draughts: men cannot take kings, and of several captures the
// weightiest is compulsory.
//
// Rules: Federazione Italiana Dama. White moves first; men capture forward
// only, kings do not fly. One must take as many pieces as possible; if that is
// equal, with a king; then as many kings as possible; and then the line that
// meets a king first. Captured pieces leave the board when the capture is over.
// Choices: the draws are those of checkers.

extends checkers
players white black

pieces {
  man     'w' 'b'  promotes to king
  king    'W' 'B'
  taken   '*'  // captured, but still in the way
  fallen  '+'  // a king that is captured
}

counters {
  royal             // a king captures
  order  0 .. 4095  // what it takes one after another, as digits: 1 for a king, 0 for a man
}

start {
  b . b . b . b .
  . b . b . b . b
  b . b . b . b .
  . . . . . . . .
  . . . . . . . .
  . w . w . w . w
  w . w . w . w .
  . w . w . w . w
}

capture = most order of most weight of [
      find own piece, try [ points at own king, set royal to 1 ], chain
    ],
    set royal to 0, set order to 0, set quiet to 0,
    for each [ either find taken or find fallen ] do remove.

value weight = 100 * (count taken + count fallen) + 50 * royal + count fallen.

chain = jump, repeat 0 .. 11 times jump, try crown.
jump = ways, pickup, step, either take_man or [ royal = 1, take_king ], step,
    points at empty field, putdown.
take_man = points at enemy man, set order to 2 * order, replace by taken.
take_king = points at enemy king, set order to 2 * order + 1, replace by fallen.
