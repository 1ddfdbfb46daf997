// Hive: insects surround the enemy's queen; there is no board but themselves.
//
// Rules: John Yianni (2001), without expansions. A piece is put beside own
// pieces only, the queen within the first four turns; moves begin once the queen
// is there. The hive must stay in one piece, also while an insect moves.
// Choices: no queen in the first turn, as in tournaments; the third occurrence
// of a position is a draw. The first piece goes to the middle of the board,
// whose edge counts as an insect where a hive reaches it.
// Family: stacking.

dimensions (13,13) hexagonal
stacks 5

pieces {
  queen        'Q' 'q'
  spider       'S' 's'
  beetle       'B' 'b'
  grasshopper  'G' 'g'
  ant          'A' 'a'
}

reserve { queen 1   spider 2   beetle 2   grasshopper 3   ant 3 }

zones { origin (g7) }
memory { first second }
counters { level 0 .. 5 }  // how high a beetle climbs, within a turn

main = try [ occurred 3 times, draw ]
    else try [ either place or move, try result ]
    else pass.

result = try [ test surrounded, as opponent test surrounded, draw ]
    else try [ as opponent test surrounded, win ]
    else [ test surrounded, lose ].

// The own queen, also below beetles.
surrounded = find piece, not [ alldir, step, points at empty field ],
    queen_there.
queen_there = test [ repeat 0 .. infinity times remove, points at own queen ].

place = try [ unplayed, first_spot, not_queen ]
    else try [ unplaced = 8, waiting = 1, spot, drop queen ]
    else [ spot, drop piece ].

value unplaced = count own piece in reserve.
value waiting = count own queen in reserve.

unplayed = unplaced = 11.
not_queen = either drop spider or drop beetle or drop grasshopper or drop ant.
first_spot = try beside(any) else find origin.
spot = beside(mine), not [ alldir, step, points at enemy piece ].
beside(what) = find piece, what, alldir, step, points at empty field.
any = points at piece.
mine = points at own piece.

move = waiting = 0, find own piece,
    either go(queen, slide)
    or go(ant, roam)
    or go(spider, crawl)
    or go(grasshopper, jump)
    or go(beetle, climb).
go(insect, travel) = points at own insect, pickup, whole, travel, putdown.

// What is left without the piece in the hand is still one hive.
whole = try height > 0
    else test [ alldir, step, points at piece, count hive = count piece ].
hive = repeat 0 .. infinity times [ alldir, step, points at piece, north ].

// To the field beside, along one insect, but not between two.
slide = alldir, either along(left, right) or along(right, left), step,
    points at empty field, north.
along(this, that) = test [ this, step, points at piece ],
    not [ that, step, points at piece ].
left = rotate -60.
right = rotate 60.

roam = repeat 1 .. infinity times slide.
crawl = remember first, slide, remember second, slide, not points at first,
    slide, not points at first, not points at second.
jump = alldir, step, points at piece,
    repeat 0 .. infinity times [ step, points at piece ], step,
    points at empty field.

// Between two stacks that are both higher than where it comes from and where it
// goes to there is no room.
climb = either [ height = 0, slide ] or over.
over = set level to height, alldir, step,
    try [ height > level, set level to height ], level > 0,
    not [ higher(far_left), higher(far_right) ], set level to 0.
higher(aside) = test [ aside, step, height > level ].
far_left = rotate -120.
far_right = rotate 120.

// Insects around a queen, and those that could move.
value pressed =
    count [ find piece, queen_there, alldir, step, points at piece ].

evaluation siege = 10 * as opponent pressed - 10 * pressed + count own piece
    - count enemy piece.
