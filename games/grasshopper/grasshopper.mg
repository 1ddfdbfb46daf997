// Grasshopper: halma with ten men on a board of 8 by 8; race to the other
// corner by steps and by chains of jumps over anybody's men.
//
// Rules: halma by George Monks (1883), for draughts sets (1948). Nothing is
// taken. One wins when the other's camp is full and a man of one's own is in
// it (Parlett's rule, so that nobody can stay at home for ever).
// Choices: the third occurrence of a position is a draw.

dimensions (8,8)
pieces { man 'X' 'O' exactly 10 }

zones
{
  goal  (row 8 in columns e .. h, row 7 in columns f .. h,
         row 6 in columns g .. h, h5)
        (row 1 in columns a .. d, row 2 in columns a .. c,
         row 3 in columns a .. b, a4)
  tip   (h8)  (a1)
}

start
{
  . . . . O O O O
  . . . . . O O O
  . . . . . . O O
  . . . . . . . O
  X . . . . . . .
  X X . . . . . .
  X X X . . . . .
  X X X X . . . .
}

main =     try [ occurred 3 times, draw ]
           else try [ move, try [ test arrived, win ] ]
           else lose.

move =     find own man, pickup,
           either [ alldir, free ] or repeat 1 .. infinity times jump,
           putdown.
jump =     alldir, step, points at man, free.
free =     step, points at empty field.

arrived =  not find empty field in goal, find own man in goal.

value far = sum own man of steps [ alldir, step ] until points at tip.

evaluation race = as opponent far - far.
