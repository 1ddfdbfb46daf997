// Go-moku, free style: whoever first has five stones in a row wins.
//
// Rules: Allis, Searching for Solutions in Games and Artificial Intelligence
// (1994), chapter 5.
// Choices: more than five in a row win, too; no forbidden moves, no opening
// rule; a full board is a draw.
// Family: rows.

players black white
dimensions (15,15)
pieces { stone 'X' 'O' }

main = try place else draw.

place = find empty field, replace by own stone, try [ test five, win ].

// Each ends on the last stone of a row of at least so many.
two = find own stone, alldir, step, points at own stone.
three = two, step, points at own stone.
four = three, step, points at own stone.
five = four, step, points at own stone.

value shape = count two + 5 * count three + 25 * count four.

evaluation lead = shape - as opponent shape.
