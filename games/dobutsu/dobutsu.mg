// Dobutsu shogi, 3 by 4: catch the lion, or bring yours to the last row.
//
// Rules: Madoka Kitao (2008), as in Tanaka's analysis (2009). A lion on the
// last row wins unless it can be taken at once; the third occurrence of a
// position is a draw.
// Choices: a lion may be left where it can be taken; taking it wins.
// Family: shogi.

players black white
dimensions (3,4)

pieces {
  lion      'L' 'l'
  giraffe   'G' 'g'
  elephant  'E' 'e'
  chick     'C' 'c'  promotes to hen
  hen       'H' 'h'
}

reserve { giraffe elephant chick }
start { gle / 1c1 / 1C1 / ELG }

main = try [ occurred 3 times, draw ]
    else try [ either move or [ find empty field, drop piece ] ]
    else lose.

move = find own piece, reach, not points at own piece, take, putdown,
    try [ points at own chick, last, promote ],
    try [ points at own lion, last, not attacked, win ].

take = try [ points at enemy lion, win ] else try keep.
last = not [ forward, step ].
attacked = as opponent [ find own piece, reach, points at enemy lion ].

reach = either [ points at own lion, pickup, alldir, step ]
    or [ points at own giraffe, pickup, orthogonal, step ]
    or [ points at own elephant, pickup, diagonal, step ]
    or [ points at own chick, pickup, forward, step ]
    or [ points at own hen, pickup, either orthogonal or ahead, step ].

ahead = forward, either rotate 45 or rotate -45.

value worth = 10 * count own chick + 30 * count own piece
    + 15 * count own piece in reserve.

evaluation material = worth - as opponent worth.
