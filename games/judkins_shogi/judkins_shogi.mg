// Judkins shogi, 6 by 6: a shogi with one piece of each kind.
//
// Rules: Paul Judkins (before 1998), as in Pritchard's encyclopedia; otherwise
// those of shogi, but pieces promote on the last two rows.

extends shogi
dimensions (6,6)
start { rbnsgk / 5p / 6 / 6 / P5 / KGSNBR }
without lance, narikyo

last = forward, not repeat 2 times step.
