// Order and chaos: both write crosses or noughts; order wants five in a row.
//
// Rules: Stephen Sniderman, Games magazine (1981). Order moves first and wins
// as soon as there are five equal marks in a row, whoever makes them; chaos
// wins when the board is full.
// Family: rows.

players order chaos
dimensions (6,6)
pieces { cross 'X'   nought 'O' }
zones { order_moves (a1) - }

main = try place else try [ find order_moves, lose ] else win.

place = find empty field, either replace by cross or replace by nought,
    try [ test five, try [ test find order_moves, win ] else lose ].

five = either [ find cross, alldir, repeat 4 times [ step, points at cross ] ]
    or [ find nought, alldir, repeat 4 times [ step, points at nought ] ].
