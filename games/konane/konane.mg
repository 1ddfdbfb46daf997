// Konane, Hawaiian checkers: jump over enemy stones; a player who cannot loses.
//
// Rules: Ernst, Playing Konane Mathematically (1995). The board is full at
// first. Black removes a stone in the middle or in a corner, White one beside
// the gap. Then a stone jumps orthogonally over enemy stones, in one direction,
// as often as the player likes.
// Choices: 8 by 8.
// Family: draughts.

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

value room = count jump.

evaluation mobility = room - as opponent room.
