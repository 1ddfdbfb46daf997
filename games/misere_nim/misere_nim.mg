// Misère nim: take any number of matches from one heap; whoever takes the last
// loses.
//
// Rules: Bouton (1901), as in the film Last Year at Marienbad: four heaps of 1,
// 3, 5 and 7 matches.

extends nim

main = try take else win.
