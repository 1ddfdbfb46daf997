// Kalah: seeds are sown around the board; whoever has more of them wins.
//
// Rules: Irving, Donkers and Uiterwijk, Solving Kalah (2000), with six houses
// on each side and four seeds in each. The last seed in one's store gives
// another turn; in an empty house of one's own it is banked together with the
// seeds of the house across. The game is over as soon as all houses of one
// player are empty; the seeds in the other's houses are the other's.
// Choices: nothing is banked if the house across is empty.
// Family: sowing.

players lower upper
dimensions (8,2)

// Each player sows along a ring of their own, which leaves out the enemy's store.
lines {
  b1 c1 d1 e1 f1 g1 h1 g2 f2 e2 d2 c2 b2 b1,
  b1 c1 d1 e1 f1 g1 g2 f2 e2 d2 c2 b2 a2 b1,
  b1 b2,
  c1 c2,
  d1 d2,
  e1 e2,
  f1 f2,
  g1 g2
}

pieces { seed 'o' exactly 48 }
stacks 48

zones {
  house  (b1, c1, d1, e1, f1, g1)  (b2, c2, d2, e2, f2, g2)
  store  (h1)                      (a2)
}

start {
   . 4o 4o 4o 4o 4o 4o
  4o 4o 4o 4o 4o 4o  .
}

main = try [ either idle or as opponent idle, score lead ] else sow.

idle = not find seed in house.
sow = find seed in house, homeward, pickup all,
    repeat hand times [ step, putdown 1 ],
    try [ points at store, again ] else try bank.

// The way from one's house through one's houses into one's store.
homeward = alldir,
    test [
      repeat 0 .. infinity times [ points at house, step ], points at store
    ].

bank = points at house, height = 1, test across,
    for each [ either [ ] or across ] do [ pickup all, find store, putdown ].
across = alldir, step, points at seed, as opponent points at house.

value banked = sum store of height.
value wealth = banked + sum house of height.
value lead = wealth - as opponent wealth.

evaluation stores = banked - as opponent banked.
