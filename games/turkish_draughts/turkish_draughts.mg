// Turkish draughts: men and flying kings move straight, never diagonally.
//
// Rules: Türk daması, as the World Draughts Federation plays it. Men go forward
// or sideways and capture so, kings as far as they like. The longest capture is
// compulsory; captured pieces leave at once, and a king may not turn back by
// 180 degrees between two captures. A single man against a king has lost.
// Choices: the limits of international draughts for draws; a single man plays
// on.

extends draughts
dimensions (8,8)
directions { onward (north, east, west) (south, east, west) }

start {
  8
  bbbbbbbb
  bbbbbbbb
  8
  8
  wwwwwwww
  wwwwwwww
  8
}

without taken

walk = either [ find own man, pickup, set quiet to 0, onward, free, putdown ]
    or [ find own king, pickup, orthogonal, free, glide, putdown ].

capture = most as opponent (0 - count own piece) of [
      find own piece, first, try chain
    ],
    set quiet to 0.

first =
    either [ points at own man, onward ] or [ points at own king, orthogonal ],
    jump.
chain =
    either [ points at own man, onward ] or [ points at own king, turn_aside ],
    jump, try chain.
turn_aside = either [ ] or rotate 90 or rotate -90.

jump = either [ points at own man, pickup, hop, putdown ]
    or [ points at own king, pickup, glide, hop, glide, putdown ].
hop = step, points at enemy piece, remove, free.
