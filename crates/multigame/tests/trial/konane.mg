players black white
dimensions (8,8)
pieces { stone 'X' 'O' }
zones { opening (a1, h8, d4, e5) }

start {
  O X O X O X O X
  X O X O X O X O
  O X O X O X O X
  X O X O X O X O
  O X O X O X O X
  X O X O X O X O
  O X O X O X O X
  X O X O X O X O
}

main = try first else try second else try jump else lose.

first = count empty field = 0, find own stone in opening, remove.

second = count empty field = 1, find empty field, orthogonal, step, remove.

jump = find own stone, pickup, orthogonal, repeat 1 .. infinity times hop,
    putdown.
hop = step, points at enemy stone, remove, step, points at empty field.

value mobility = count jump.
evaluation freedom = mobility - as opponent mobility.
