// Kriegspiel as played in Berkeley: a check comes from somewhere, a capture
// happens somewhere, and the pawns have to find out by themselves.
//
// Rules: Jason Wolfe, Kriegspiel Rules (w01fe.com/berkeley/kriegspiel/rules.html);
// the long diagonal is the longer one of the two through the king, as on the
// Internet Chess Club (chessclub.com/help/Kriegspiel); otherwise those of chess.
// Choices: a pawn taken in passing is announced on its own field.

extends chess
directions { upright (north, south)   level (east, west) }

// Players see their own men. They may try whatever these could do if they were
// alone on the board, and to capture with a pawn wherever nothing of theirs is.
seen = find own piece.
tries = either legal or [ pawn_try, putdown, crown ].
pawn_try = find own pawn, lift, strike, not points at own piece.
refused = tell both 'no'.

capture = base capture, tell both 'capture' here.

// Before a turn everybody hears from where the player is in check.
told =
    try [ test [ find own king, upright, hit ], tell both 'check on the file' ],
    try [ test [ find own king, level, hit ], tell both 'check on the rank' ],
    try [
      test [ aslant, line > across ], tell both 'check on the long diagonal'
    ],
    try [
      test [ aslant, line < across ], tell both 'check on the short diagonal'
    ],
    try [ test knight_check, tell both 'check by a knight' ].

// Straight lines are looked along from the king, slanting ones toward it.
hit = repeat 0 .. infinity times [ step, points at empty field ], step,
    either points at enemy queen or points at enemy rook.
aslant = as opponent [
      either [
        either find own queen or find own bishop, pickup, diagonal, slide
      ]
      or [ find own pawn, strike ],
      points at enemy king
    ].
knight_check = as opponent [ find own knight, leap, points at enemy king ].

// The fields of the line that the finger looks along, and of the one across it.
value line =
    count [ either [ ] or rotate 180, repeat 0 .. infinity times step ].
value across = sum [ rotate 90 ] of line.
