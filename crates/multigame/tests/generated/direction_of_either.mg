// A try whose two parts set the direction in different ways.
dimensions (3,5)
pieces { man 'A' 'a' }
start { A . . / . a . / . . A / . a . / . . . }
main = find own man, pickup, try [ southwest, step ] else alldir, try step, putdown.
