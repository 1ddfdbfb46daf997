// Shatranj, the chess of the Arabs.
//
// Rules: al-Adli (9th century), as in Murray, A History of Chess (1913). A
// counselor goes one field diagonally, an elephant leaps two. Pawns go one
// field and become counselors. A player without a move has lost, and so has one
// who has only the king, unless the next move leaves the other with only the
// king: that is a draw.
// Choices: the draws of chess.

extends chess

pieces {
  counselor  'Q' 'q'
  elephant   'B' 'b'
  pawn       'P' 'p'  promotes to counselor
}

start { rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR }
without queen, bishop, double_push, short, long

main = try [ bare, as opponent bare, draw ]
    else try [ as opponent bare, win ]
    else try [ limit, test legal, draw ]
    else try [ add 1 to quiet, legal ]
    else lose.

bare = count own piece = 1.

reach = either base reach
    or [ find own counselor, pickup, diagonal, step ]
    or [ find own elephant, pickup, diagonal, step, step ].

value worth = 100 * count own pawn + 300 * count own knight
    + 120 * count own elephant + 500 * count own rook
    + 150 * count own counselor.
