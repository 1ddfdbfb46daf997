// Teeko: four men each are placed and then moved; four in a row or in a square
// win.
//
// Rules: John Scarne (1961); Guy Steele showed that it is a draw.
// Choices: the third occurrence of a position is a draw.
// Family: rows.

players black red
dimensions (5,5)
pieces { man 'X' 'O' exactly 4 }
reserve { man 4 }

main = try [ occurred 3 times, draw ]
    else try [ try place else move, try [ either row_of_four or square, win ] ]
    else lose.

place = find empty field, drop man.
move = find own man, pickup, alldir, step, points at empty field, putdown.

row_of_four =
    test [ find own man, alldir, repeat 3 times [ step, points at own man ] ].
square = test [
      find own man, north, step, points at own man, east, step,
      points at own man, south, step, points at own man
    ].

// Pairs of men beside each other.
value pairs = sum own man of count [ alldir, step, points at own man ].

evaluation together = pairs - as opponent pairs.
