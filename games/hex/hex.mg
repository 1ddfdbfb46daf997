// Hex: red joins the bottom and the top, blue the left and the right.
//
// Rules: Piet Hein (1942) and John Nash (1948). A full board has a winner.
// Choices: 11 by 11, without the swap of sides after the first move.

players red blue
dimensions (11,11) hexagonal
pieces { stone 'X' 'O' }

zones { near row 1 column a   far row 11 column k }

main = find empty field, replace by own stone, try [ test linked, win ].

linked = find own stone in near,
    repeat 0 .. infinity times [ alldir, step, points at own stone ],
    points at far.

// A stone beside this one, or two fields off with both ways to it open.
bond = alldir, either [ step, points at own stone ] or bridge.
bridge = test free, rotate 60, test free, step, rotate -60, step,
    points at own stone.
free = step, points at empty field.

value bonds = sum own stone of count bond.

evaluation shape = bonds - as opponent bonds.
