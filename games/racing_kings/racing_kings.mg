// Racing kings: the first king on the last row wins; no move may give check.
//
// Rules: Vernon Rylands Parton (1961), as lichess.org plays. If White arrives
// first, Black has one more move, and draws by arriving with it.

extends chess
zones { goal row 8 }
start { 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ }
without pawn, short, long

main = try [ find own king in goal, win ]
    else try [ find enemy king in goal, not arrival, lose ]
    else try [ limit, test legal, draw ]
    else try [ add 1 to quiet, legal, finish ]
    else draw.

legal = move, not in_check, not as opponent in_check.
arrival = legal, points at own king in goal.

// Only White's arrival leaves the game open.
finish = try [
      test find black king in goal, points at black king,
      try [ test find white king in goal, draw ] else win
    ].

value way = sum own king of steps [ alldir, step ] until points at goal.

evaluation active = worth + 2 * freedom - 200 * way
    - as opponent (worth + 2 * freedom - 200 * way).

without material
