// Abalone: push six of the enemy's marbles off a board of hexagons.
//
// Rules: Lalet and Levi (1987). One, two or three marbles in a line move one
// field, along the line or sideways. Along it, two push one enemy and three
// push one or two, onto an empty field or off the board.
// Choices: the usual start; the third occurrence of a position is a draw.
// Family: territory.

dimensions (9,9) hexagonal
players black white
pieces { marble 'X' 'O' }
counters { pushed 'P' 'p' 0 .. 6 }
memory { front }

start {
  # # # # O O O O O
  # # # O O O O O O
  # # . . O O O . .
  # . . . . . . . .
  . . . . . . . . .
  . . . . . . . . #
  . . X X X . . # #
  X X X X X X # # #
  X X X X X # # # #
}

main = try [ occurred 3 times, draw ]
    else try [ move, try [ pushed = 6, win ] ]
    else lose.

move = either line(1) or line(2) or line(3) or aside(2) or aside(3).

// The last of n marbles goes to the front, which moves the line; enemies there
// are pushed on.
line(n) = find own marble, alldir, pickup,
    repeat n - 1 times [ step, points at own marble ], step,
    either points at empty field or push(n), putdown.
push(n) = points at enemy marble, remember front,
    repeat 0 .. n - 2 times [ step, points at enemy marble ],
    either [ not step, add 1 to pushed ]
    or [ step, points at empty field, replace by enemy marble ],
    find front.

aside(n) = find own marble, alldir,
    either shift(n, sharp, wide) or shift(n, wide, sharp).
shift(n, there, back) = over(there, back),
    repeat n - 1 times [ step, over(there, back) ].
over(there, back) = points at own marble, pickup, there, step,
    points at empty field, putdown, rotate 180, step, back.
sharp = rotate 60.
wide = rotate 120.

// Marbles near the middle are hard to push off.
value middle = sum own marble of count [ alldir, step ].
value bonds = sum own marble of count [ alldir, step, points at own marble ].
value worth = 100 * pushed + 2 * middle + bonds.

evaluation hold = worth - as opponent worth.
