// Tak-lite: 3 by 3, flats and walls, a road of flats wins.
dimensions (3,3)
stacks 20
pieces { flat 'F' 'f'   wall 'W' 'w' }
reserve { flat 10 }

zones {
  south_side  row 1
  west_side   column a
  north_side  row 3
  east_side   column c
}

main = try [
      either count empty field = 0 or count own flat in reserve = 0, score lead
    ]
    else try [ count piece < 2, opening ]
    else [ either place or spread, try verdict ].

opening = find empty field, as opponent drop flat.

place = find empty field, drop flat, either [ ] or replace by own wall.

spread = find own piece, either pickup 1 or pickup 2 or pickup 3, orthogonal,
    repeat 1 .. 3 times lay, hand = 0.
lay = step, not points at wall, either putdown 1 or putdown 2 or putdown 3.

verdict = try [ test road, win ] else [ test as opponent road, lose ].
road = either [ find own flat in south_side, flood, points at north_side ]
    or [ find own flat in west_side, flood, points at east_side ].
flood = repeat 0 .. infinity times [ orthogonal, step, points at own flat ].

value lead = count own flat - count enemy flat.
evaluation flats = lead.
