// Two ways to the same empty field: the second may also replace a piece, which was taken for
// granted where results were proved to be different.
dimensions (4,4)
pieces { pawn 'p' }
start { . . . . / . p . . / p . . . / . . . . }
main = try [ find pawn, pickup, forward, either [ step, points at empty field ] or step, putdown ]
    else draw.
