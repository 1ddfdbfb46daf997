// fields only in the column h and the row 8: a corner in the upper right
dimensions (8,8)
pieces { man 'X' 'O' stone '*' }
memory { put }
start { ........
#######.
#######.
#######.
#######.
#######.
#######.
#######. }
directions { up_right (north, east) }
main = try go else draw.
go = find empty field, remember put, replace by own man,
     find empty field, test [ up_right, repeat 0 .. infinity times [ step, points at empty field ], step, points at put ],
     replace by stone.
