// Asks about the field from which a piece was just lifted: it is empty then.
dimensions (5,4)
pieces { man 'B' 'b' }
start { . . B . . / b . . . . / . . . . . / . . . . . }
main = find field, not [ points at piece, pickup, points at piece ],
    replace by own man.
