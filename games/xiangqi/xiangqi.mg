// Xiangqi, the chess of China.
//
// Rules: the World Xiangqi Federation. Generals and advisors stay in the
// palace, elephants on their side of the river; a cannon captures over one
// piece between; soldiers go sideways, too, beyond the river. Generals may not
// face each other on an open file. A player without a move has lost.
// Choices: the third occurrence of a position is a draw; the rules on perpetual
// check and chasing are left out, because rules cannot look at the history of a
// game. A hundred and twenty turns without a capture draw.
// Family: chess.

players red black
dimensions (9,10)

pieces {
  general   'K' 'k'  exactly 1
  advisor   'A' 'a'
  elephant  'B' 'b'
  horse     'N' 'n'
  chariot   'R' 'r'
  cannon    'C' 'c'
  soldier   'P' 'p'
}

counters { quiet 0 .. 120 }  // turns since the last capture

zones {
  palace  columns d .. f in rows 1 .. 3  columns d .. f in rows 8 .. 10
  home    rows 1 .. 5                    rows 6 .. 10
}

start {
  r n b a k a b n r
  . . . . . . . . .
  . c . . . . . c .
  p . p . p . p . p
  . . . . . . . . .
  . . . . . . . . .
  P . P . P . P . P
  . C . . . . . C .
  . . . . . . . . .
  R N B A K A B N R
}

main = try [ either quiet = 120 or occurred 3 times, draw ]
    else try [ add 1 to quiet, legal ]
    else lose.

legal = either [ reach, not points at own piece, try capture, putdown ]
    or [
      find own cannon, pickup, orthogonal, glide, points at empty field, putdown
    ],
    not in_check.
capture = points at enemy piece, set quiet to 0.

in_check = as opponent [ either reach or stare, points at enemy general ].
stare = find own general, forward, slide.

reach = either [ find own general, pickup, orthogonal, step, points at palace ]
    or [ find own advisor, pickup, diagonal, step, points at palace ]
    or [ find own elephant, pickup, diagonal, free, step, points at home ]
    or [ find own horse, pickup, orthogonal, free, aside, step ]
    or [ find own chariot, pickup, orthogonal, slide ]
    or [
      find own cannon, pickup, orthogonal, slide, points at piece, slide,
      points at piece
    ]
    or march.

march = find own soldier,
    either forward or [ not points at home, either east or west ], pickup, step.

aside = either rotate 45 or rotate -45.
free = step, points at empty field.
glide = repeat 1 .. infinity times free.
slide = repeat 0 .. infinity times free, step.

value worth = 100 * count own soldier + 200 * count own advisor
    + 200 * count own elephant + 400 * count own horse + 450 * count own cannon
    + 900 * count own chariot
    + 100 * (count own soldier - count own soldier in home).
value freedom = count [ reach, not points at own piece ].

evaluation active = worth + 2 * freedom - as opponent (worth + 2 * freedom).
