// Kriegspiel as the program that made table 1 of the paper played it.
//
// Rules: reconstructed from the numbers of table 1 of Richards, Gupta and
// Sarood (the project's facts, kriegspiel.md); otherwise those of kriegspiel.

extends kriegspiel
memory { origin }
zones { nothing - }

// A pawn with an enemy piece right ahead can do nothing at all.
lift = not [ forward, step, points at enemy piece ], pickup, set quiet to 0.

// Captures are not announced, and nobody sees what becomes of their men.
capture = points at enemy piece, set quiet to 0.
seen = find nothing.

// A pawn with a white piece right ahead cannot be tried. That piece is in nobody
// else's way, and attacks nothing, when others are tried.
known = either find own piece
    or [ find own pawn, forward, step, points at white piece ].
tries = either [ pass_through, not points at own piece, putdown ]
    or push
    or double_push.
pass_through = either [ find own king, pickup, alldir, step ]
    or [ find own queen, pickup, alldir, glide ]
    or [ find own rook, pickup, orthogonal, glide ]
    or [ find own bishop, pickup, diagonal, glide ]
    or [ find own knight, pickup, leap ].
glide = repeat 0 .. infinity times [ step, not points at own piece ], step.

// The tries announced are those of the player who has just moved, pinned or
// not, with source and target.
told = try [ test in_check, tell both 'check' ],
    as opponent for each own pawn do [
      remember origin, for each [ strike, points at enemy piece ] do tried
    ].
tried = tell both 'pawn try' origin here,
    try [
      test [ find origin, forward, step, points at white piece ],
      tell both 'impossible'
    ].
