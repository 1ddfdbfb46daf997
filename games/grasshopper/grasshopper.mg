// Grasshopper: halma with ten men on a board of 8 by 8; race to the other
// corner by steps and by chains of jumps over anybody's men.
//
// Rules: halma by George Monks (1883), for draughts sets (1948). Nothing is
// taken. One wins when the other's camp is full and a man of one's own is in
// it (Parlett's rule: nobody can stop the other by staying at home).
// Choices: the third occurrence of a position is a draw.
// Family: race.

dimensions (8,8)
pieces { man 'X' 'O' exactly 10 }

zones {
  high  (e8, f8, g8, h8, f7, g7, h7, g6, h6, h5)
  low   (a1, b1, c1, d1, a2, b2, c2, a3, b3, a4)
  goal  (high)                                    (low)
  tip   (h8)                                      (a1)
}

start {
  . . . . O O O O
  . . . . . O O O
  . . . . . . O O
  . . . . . . . O
  X . . . . . . .
  X X . . . . . .
  X X X . . . . .
  X X X X . . . .
}

main = try [ occurred 3 times, draw ]
    else try [ move, try [ test arrived, win ] ]
    else lose.

move = find own man, pickup,
    either [ alldir, free ] or repeat 1 .. infinity times jump, putdown.
jump = alldir, step, points at man, free.
free = step, points at empty field.

arrived = not find empty field in goal, find own man in goal.

value far = sum own man of steps [ alldir, step ] until points at tip.

evaluation race = as opponent far - far.
