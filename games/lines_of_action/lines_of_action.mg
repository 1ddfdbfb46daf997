// Lines of action: a piece moves as many fields as there are pieces on its
// line; whoever joins all their pieces wins.
//
// Rules: Claude Soucie; those of the Computer Olympiad since 2000. Own pieces
// may be jumped, enemy pieces may not; a piece is taken by landing on it; a
// move that joins both sides, and the third occurrence of a position, draw;
// whoever cannot move passes.
// Family: connection.

players black white
dimensions (8,8)
pieces { man 'X' 'O' }
start { 1XXXXXX1/O6O/O6O/O6O/O6O/O6O/O6O/1XXXXXX1 }

main = try [ occurred 3 times, draw ] else try [ move, try finish ] else pass.

move = find own man, alldir, pickup,
    repeat line + 1 times [ not points at enemy man, step ],
    not points at own man, putdown.

finish =
    try [ whole, theirs, draw ] else try [ whole, win ] else [ theirs, lose ].
whole = group = count own man.
theirs = test as opponent [ find own man, whole ].

// The other men on the line pointed along, and the men joined to this one.
value line = count [
      either [ ] or rotate 180, repeat 1 .. infinity times step, points at man
    ].
value group =
    count [ repeat 0 .. infinity times [ alldir, step, points at own man ] ].

// The pairs of men that are not joined, each counted twice.
value apart = count own man * count own man - sum own man of group.

evaluation unity = as opponent apart - apart.
