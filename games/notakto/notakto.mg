// Notakto: both players write crosses, and whoever makes three in a row loses.
//
// Rules: Plambeck and Whitehead, The Secrets of Notakto (2013), with one board.
// Family: rows.

dimensions (3,3)
pieces { cross 'X' }

main = find empty field, replace by cross, try [ test three_in_a_row, lose ].

three_in_a_row = find cross, alldir, repeat 2 times [ step, points at cross ].
