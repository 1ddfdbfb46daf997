// Breakthrough on a board of 6 by 6.
//
// Rules: those of breakthrough.

extends breakthrough
dimensions (6,6)
start { pppppp/pppppp/6/6/PPPPPP/PPPPPP }
