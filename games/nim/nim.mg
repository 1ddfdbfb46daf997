// Nim: take any number of matches from one heap; whoever takes the last wins.
//
// Rules: Bouton, Nim, a Game with a Complete Mathematical Theory (1901).
// Choices: four heaps of 1, 3, 5 and 7 matches.
// Family: heaps.

dimensions (4,1)
stacks 7
pieces { match 'o' }
start { o 3o 5o 7o }

main = try take else lose.

take = find match, repeat 1 .. infinity times remove.
