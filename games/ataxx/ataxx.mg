// Ataxx: grow to a neighboring field or jump two fields; enemies beside the
// field turn over.
//
// Rules: the arcade game of Leland (1990), as computer tournaments play it.
// A player without a move passes if the other has one; otherwise the blobs are
// counted.
// Choices: no blocked fields; the third occurrence of a position is a draw.
// Family: territory.

dimensions (7,7)
pieces { blob 'X' 'O' }
start { O5X/7/7/7/7/7/X5O }

main = try [ occurred 3 times, draw ]
    else try [
      move, for each beside do replace by own blob,
      try [ not find enemy blob, win ]
    ]
    else try [ test as opponent move, pass ]
    else score lead.

move = either grow or jump.
grow = find own blob, alldir, step, points at empty field, replace by own blob.
jump = find own blob, pickup, alldir, step,
    repeat 0 .. 1 times [ either rotate 45 or rotate -45 ], step,
    points at empty field, putdown.

beside = alldir, step, points at enemy blob.

value lead = count own blob - count enemy blob.

evaluation blobs = lead.
