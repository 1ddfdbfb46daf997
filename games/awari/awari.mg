// Awari: seeds are sown around the board, and twos and threes are taken.
//
// Rules: those of the game that Romein and Bal solved, Solving the Game of
// Awari using Parallel Retrograde Analysis (2003): four seeds in each of twelve
// houses. Seeds are sown against the clock, one to a house, but none into the
// house that they come from. If the last one makes two or three in a house of
// the opponent, these are taken, and so are twos and threes in the houses
// before it, as far as they follow each other.
// Choices: a move must leave the opponent a seed, whether it takes or not; if
// every move of a player takes or keeps all, any of them may be made, and it
// takes what it takes. A player without seeds to move ends the game, and each
// player gets the seeds on their own side. A position that occurs for the third
// time ends it, too: the seeds in the houses are then shared evenly, and so
// count for nobody.
// Family: sowing.

players lower upper
dimensions (6,2)

// One ring; the houses of upper run in it from right to left.
lines { a1 b1 c1 d1 e1 f1 f2 e2 d2 c2 b2 a2 a1 }

pieces { seed 'o' }
stacks 48
counters { taken 'L' 'U' 0 .. 48 }

zones {
  house  (a1, b1, c1, d1, e1, f1)  (a2, b2, c2, d2, e2, f2)
  // Where one's seeds enter the houses of the opponent.
  gate   (f2)                      (a1)
}

start {
  4o 4o 4o 4o 4o 4o
  4o 4o 4o 4o 4o 4o
}

main = try [ occurred 3 times, score lead ]
    else try [ sow, test as opponent has_seeds ]
    else try sow
    else score spoils.

has_seeds = find seed in house.

sow = find seed in house, onward, pickup all, round, rotate 180, take.

// The direction in which one's houses end at the gate.
onward = alldir,
    test [
      repeat 0 .. infinity times [ points at house, step ], points at gate
    ].

// Eleven seeds go around to the house before the one they come from.
round = repeat 4 times try [ hand > 11, repeat 11 times sow_one, step ],
    repeat hand times sow_one.
sow_one = step, putdown 1.

// As long as it can: a player has six houses.
take = repeat 6 times try [
        as opponent points at house, height > 1, height < 4,
        add height to taken, repeat height times remove, step
      ].

value lead = taken - as opponent taken.
value wealth = taken + sum house of height.
value spoils = wealth - as opponent wealth.

evaluation captures = lead.
evaluation riches = 4 * lead + count has_seeds - as opponent count has_seeds.
