// Misère tic-tac-toe: whoever has three in a row loses.
//
// Rules: Berlekamp, Conway and Guy, Winning Ways, chapter 22; otherwise those
// of tic-tac-toe.
// Family: rows.

extends tictactoe

new_mark = find empty field, replace by own mark,
    try [ test three_in_a_row, lose ].
