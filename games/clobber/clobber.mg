// Clobber: a stone moves onto an enemy stone beside it; a player who cannot move
// loses.
//
// Rules: Albert, Grossman, Nowakowski and Wolfe, An Introduction to Clobber
// (2005).
// Choices: 5 columns and 6 rows in a checkered pattern; White moves first.
// Family: blocking.

dimensions (5,6)
pieces { stone 'X' 'O' }
start { XOXOX / OXOXO / XOXOX / OXOXO / XOXOX / OXOXO }

main = try move else lose.

move = find own stone, pickup, orthogonal, step, points at enemy stone, putdown.

// A stone that touches an enemy can still move.
value alive =
    count [ find own stone, test [ orthogonal, step, points at enemy stone ] ].

evaluation mobility = alive - as opponent alive.
