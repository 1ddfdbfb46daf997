// Minishogi, 5 by 5: captured pieces change sides and come back.
//
// Rules: Shigenobu Kusumoto (1970), as the Japan Minishogi Association plays.
// A pawn may not be dropped on the last row, beside another own pawn in its
// file, or to mate. The fourth occurrence of a position is lost for the player
// who began the game.
// Choices: the exception for perpetual check is left out, because rules cannot
// look at the history of a game.
// Family: shogi.

players black white
dimensions (5,5)

pieces {
  king     'K' 'k'    exactly 1
  gold     'G' 'g'
  silver   'S' 's'    promotes to narigin
  bishop   'B' 'b'    promotes to horse
  rook     'R' 'r'    promotes to dragon
  pawn     'P' 'p'    promotes to tokin
  narigin  '+S' '+s'
  horse    '+B' '+b'
  dragon   '+R' '+r'
  tokin    '+P' '+p'
}

reserve { rook bishop gold silver pawn }
memory { origin }
start { rbsgk / 4p / 5 / P4 / KGSBR }

main = try [
      occurred 4 times,
      try [ find black king, points at own king, lose ] else win
    ]
    else try legal
    else lose.

legal = either move or place, not in_check.

move = find own piece, remember origin, reach, not points at own piece,
    try keep, putdown,
    repeat 0 .. 1 times [ either last or test [ find origin, last ], promote ],
    not dead_pawn.

place = find empty field, drop piece, not dead_pawn,
    not [ points at own pawn, either doubled or mating ].

last = not [ forward, step ].
dead_pawn = points at own pawn, last.
doubled = either north or south, repeat 1 .. infinity times step,
    points at own pawn.

// A drop cannot help against a pawn next to the king; only a move can.
mating = as opponent [ test in_check, not [ move, not in_check ] ].
in_check = as opponent [ find own piece, reach, points at enemy king ].

reach = either [ points at own king, pickup, alldir, step ]
    or [ golden, pickup, either orthogonal or ahead, step ]
    or [ points at own silver, pickup, either diagonal or forward, step ]
    or [ points at own pawn, pickup, forward, step ]
    or [ slanting, pickup, diagonal, slide ]
    or [ straight, pickup, orthogonal, slide ]
    or [ points at own horse, pickup, orthogonal, step ]
    or [ points at own dragon, pickup, diagonal, step ].

golden =
    either points at own gold or points at own narigin or points at own tokin.
slanting = either points at own bishop or points at own horse.
straight = either points at own rook or points at own dragon.
ahead = forward, either rotate 45 or rotate -45.
slide = repeat 0 .. infinity times [ step, points at empty field ], step.

value board = 100 * count own pawn + 400 * count own silver
    + 500 * count own gold + 600 * count own bishop + 700 * count own rook
    + 500 * count own tokin + 500 * count own narigin + 800 * count own horse
    + 900 * count own dragon.
value drops = 120 * count own pawn in reserve
    + 450 * count own silver in reserve + 550 * count own gold in reserve
    + 650 * count own bishop in reserve + 750 * count own rook in reserve.

evaluation material = board + drops - as opponent (board + drops).
