// Othello on a board of 6 by 6, which White wins by four discs.
//
// Rules: those of othello; solved by Feinstein (1993).

extends othello
dimensions (6,6)
zones { corner (a1, a6, f1, f6) }
start { 6/6/2XO2/2OX2/6/6 }
