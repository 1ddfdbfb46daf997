// Arimaa: bring a rabbit to the other side, past stronger animals that push and
// pull.
//
// Rules: Omar and Aamir Syed (2003). A turn has up to four steps. A piece steps
// to a field beside it, rabbits never backward; a stronger piece pushes or pulls
// a weaker enemy for two steps. Beside a stronger enemy and no friend a piece is
// frozen, and on a trap without a friend beside it is lost. A rabbit on the last
// row at the end of a turn wins, and so does whoever takes all enemy rabbits or
// leaves the enemy no move. No turn may end in a position for the third time.
// Choices: each step is a move of its own, and `pass` ends a turn early; steps
// that undo each other are allowed. The pieces are set up one by one.
// Family: chess.

dimensions (8,8)
players gold silver

pieces {
  elephant  'E' 'e'
  camel     'M' 'm'
  horse     'H' 'h'
  dog       'D' 'd'
  cat       'C' 'c'
  rabbit    'R' 'r'
}

reserve { elephant 1   camel 1   horse 2   dog 2   cat 2   rabbit 8 }

zones {
  home  rows 1 .. 2       rows 7 .. 8
  goal  row 8             row 1
  trap  (c3, f3, c6, f6)
}

counters {
  spent  0 .. 3  // those that the turn has had
  force  0 .. 5  // how strong the piece is that moves, within a turn
}

memory { strong weak }

main = try place else try play else lose.

place = find empty field in home, drop piece,
    try [ count own piece in reserve > 0, again ].

play = either [ spent > 0, pass, finish ]
    or [ walk, settle, spend(1) ]
    or [ spent < 3, either push or pull, settle, spend(2) ].

walk = find own piece, free, ways, pickup, step, points at empty field, putdown.
ways = try [ points at own rabbit, either forward or east or west ]
    else orthogonal.

push = prey, pickup, orthogonal, step, points at empty field, putdown,
    find strong, pickup, find weak, putdown.
pull = prey, find strong, pickup, orthogonal, step, points at empty field,
    putdown, find weak, pickup, find strong, putdown.

// A weaker enemy beside a piece that can move.
prey = find own piece, free, remember strong, orthogonal, step,
    points at enemy piece, rank < force, remember weak.

// Not frozen.
free = set force to rank,
    try test friend
    else not [ orthogonal, step, points at enemy piece, rank > force ].
friend = orthogonal, step, points at own piece.

value rank = count [ points at cat ] + 2 * count [ points at dog ]
    + 3 * count [ points at horse ] + 4 * count [ points at camel ]
    + 5 * count [ points at elephant ].

settle = set force to 0,
    for each piece in trap do either safe or [ not safe, remove ].
safe = either [ points at own piece, test friend ]
    or [ points at enemy piece, as opponent test friend ].

spend(n) = try [ spent + n < 4, add n to spent, again ] else finish.

finish = set spent to 0, not occurred 3 times, try result.
result = try [ find own rabbit in goal, win ]
    else try [ as opponent find own rabbit in goal, lose ]
    else try [ not find enemy rabbit, win ]
    else [ not find own rabbit, lose ].

// Strength, and how far the rabbits are.
value strength = count own rabbit + 2 * count own cat + 3 * count own dog
    + 5 * count own horse + 8 * count own camel + 12 * count own elephant.
value run =
    sum own rabbit of count [ backward, repeat 1 .. infinity times step ].
value worth = 10 * strength + run.

evaluation material = worth - as opponent worth.
