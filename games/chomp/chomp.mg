// Chomp: eat a square of chocolate and all that lie above it and to the right;
// whoever must eat the last, poisoned one loses.
//
// Rules: David Gale, A Curious Nim-Type Game (1974).
// Choices: seven columns and four rows.
// Family: heaps.

dimensions (7,4)
pieces { square 'o' }
start { ooooooo / ooooooo / ooooooo / ooooooo }

main = try eat else lose.

eat = find square, not points at a1, remove, for each rest do remove.
rest = north, repeat 0 .. infinity times step, east,
    repeat 0 .. infinity times step, points at square.
