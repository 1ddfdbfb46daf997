// Chess.
//
// Rules: the FIDE Laws of Chess of 2023, articles 3, 5 and 9.
// Choices: the draws by fifty moves and by the third occurrence of a position
// need no claim; positions in which nobody can mate are played on.
// Family: chess.

dimensions (8,8)

pieces {
  king    'K' 'k'  exactly 1
  queen   'Q' 'q'
  rook    'R' 'r'
  bishop  'B' 'b'
  knight  'N' 'n'
  pawn    'P' 'p'  promotes to queen, rook, bishop, knight
}

counters {
  short  'K' 'k'   // may still castle on the king's side
  long   'Q' 'q'   // ... on the queen's side
  quiet  0 .. 150  // turns since the last capture or pawn move
}

memory {
  passed  for 1 turn  // the field that a pawn has just jumped over
  target              // where a castling king goes
}

start {
  r n b q k b n r
  p p p p p p p p
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  P P P P P P P P
  R N B Q K B N R   w KQkq
}

main = try [ limit, test legal, draw ]
    else try [ add 1 to quiet, legal ]
    else try [ test in_check, lose ]
    else draw.

limit = either quiet >= 100 or occurred 3 times.

legal = move, not in_check, settle, as opponent settle.

move = either [ reach, not points at own piece, try capture, putdown ]
    or pawn_move
    or castle.

in_check = as opponent [ attack, points at enemy king ].

attack = either reach or [ find own pawn, lift, strike ].

reach = either [ find own king, pickup, alldir, step ]
    or [ find own queen, pickup, alldir, slide ]
    or [ find own rook, pickup, orthogonal, slide ]
    or [ find own bishop, pickup, diagonal, slide ]
    or [ find own knight, pickup, leap ].

slide = repeat 0 .. infinity times [ step, points at empty field ], step.
leap = orthogonal, step, either rotate 45 or rotate -45, step.
strike = forward, either rotate 45 or rotate -45, step.

capture = points at enemy piece, set quiet to 0.

pawn_move = either push or double_push or pawn_capture or en_passant.

push = find own pawn, lift, forward, step, points at empty field, putdown,
    crown.

double_push = find own pawn, matches start, lift, forward, step,
    points at empty field, remember passed, step, points at empty field,
    putdown.

pawn_capture = find own pawn, lift, strike, capture, putdown, crown.

en_passant = find own pawn, lift, strike, points at passed, backward, step,
    capture, remove, forward, step, putdown.

lift = pickup, set quiet to 0.
crown = try [ not [ forward, step ], promote ].

// The king crosses a field that must not be attacked; the rook lands there.
castle = find own king, not in_check, pickup,
    either [ short = 1, east ] or [ long = 1, west ], step,
    points at empty field, test [ putdown, not in_check ], replace by own rook,
    step, points at empty field, remember target,
    repeat 0 .. 1 times [ step, points at empty field ], step,
    points at own rook, matches start, remove, find target, putdown.

// A right to castle is gone when king or rook is not where it began.
settle =
    try [ not [ find own king, matches start ], set short to 0, set long to 0 ],
    try [ not [ east, corner ], set short to 0 ],
    try [ not [ west, corner ], set long to 0 ].
corner = find own rook, matches start, not step.

value worth = 100 * count own pawn + 300 * count own knight
    + 310 * count own bishop + 500 * count own rook + 900 * count own queen.
value freedom = count [ reach, not points at own piece ].

evaluation active = worth + 2 * freedom - as opponent (worth + 2 * freedom).
evaluation material = worth - as opponent worth.
