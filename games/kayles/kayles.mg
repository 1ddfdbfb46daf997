// Kayles: a ball knocks down one skittle or two beside each other; whoever
// knocks down the last wins.
//
// Rules: Dudeney, The Canterbury Puzzles (1908), as in Winning Ways, chapter 4.
// Choices: thirteen skittles, of which the second has fallen, as Dudeney's.
// Family: heaps.

dimensions (13,1)
pieces { skittle 'i' }
start { i.iiiiiiiiiii }

main = try bowl else lose.

bowl = find skittle, remove,
    repeat 0 .. 1 times [ east, step, points at skittle, remove ].
