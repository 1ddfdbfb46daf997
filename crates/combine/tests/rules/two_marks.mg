dimensions (5,4)
pieces { mark 'X' 'O' }
counters { left 0 .. 2 }
main = try place else draw.
place = find empty field, replace by own mark, next, try [ test four, win ].
next = either [ left = 0, set left to 1 ] or [ left = 1, set left to 2, again ]
  or [ left = 2, set left to 1 ].
four = find own mark, alldir, repeat 3 times [ step, points at own mark ].
