// A range of rounds whose end is below 0 has no round in it, not one of no rounds.
dimensions (3,3)
pieces { man 'A' 'a' }
start { A . a / . A . / a . . }
main = try [ find own man, pickup, alldir, step, points at empty field, putdown ] else draw.
evaluation walks = count [ find own man, alldir, repeat 0 .. (0 - 1) times step ].
