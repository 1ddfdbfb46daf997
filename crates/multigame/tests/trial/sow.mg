players lower upper
dimensions (4,2)
stacks 24
pieces { seed 'o' }
zones { mine row 1 row 2 }
directions { along east west }
counters { store 'L' 'U' 0 .. 24   turns_made 0 .. 60 }

start {
  3o 3o 3o 3o
  3o 3o 3o 3o
}

main = try [
      either not add 1 to turns_made or not find seed in mine, score lead
    ]
    else [ add 1 to turns_made, sow, try capture ].

sow = find seed in mine, along, pickup all, repeat hand times [ go, putdown 1 ].

// counterclockwise: at the end of a row turn left into the other
go = try step else [ rotate -90, step, rotate -90 ].

capture = not points at mine, height >= 2, height <= 3, add height to store,
    for each [ ] do repeat height times remove.

value lead = store - as opponent store.
evaluation ahead = lead.
