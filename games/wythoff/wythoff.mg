// Wythoff's game: a queen goes down, left or both; whoever brings it into the
// corner wins.
//
// Rules: Wythoff, A Modification of the Game of Nim (1907), which is played
// with two heaps: the column and the row are their sizes. Either heap may be
// made smaller, or both by the same number.
// Choices: the queen begins on h6, heaps of seven and five.
// Family: heaps.

dimensions (8,8)
pieces { queen 'Q' exactly 1 }
directions { home (south, west, southwest) }
start { 8/8/7Q/8/8/8/8/8 }

main = try move else lose.

move = find queen, pickup, home, repeat 1 .. infinity times step, putdown.
