// Minixiangqi, 7 by 7: a small xiangqi without advisors and elephants.
//
// Rules: Shigenobu Kusumoto (1973), as in Pritchard's encyclopedia; otherwise
// those of xiangqi. Soldiers go sideways from the beginning.

extends xiangqi
dimensions (7,7)

zones {
  palace  columns c .. e in rows 1 .. 3  columns c .. e in rows 5 .. 7
  home    -
}

start {
  r c n k n c r
  p . p p p . p
  . . . . . . .
  . . . . . . .
  . . . . . . .
  P . P P P . P
  R C N K N C R
}

without advisor, elephant
