// Hex: red joins the bottom and the top, blue the left and the right.
//
// Rules: Piet Hein (1942) and John Nash (1948). A full board has a winner.
// Choices: 11 by 11, without the swap of sides after the first move.
// Family: connection.

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
bridge = span, points at own stone.
free = step, points at empty field.

value bonds = sum own stone of count bond.

// A field from which we get to one side of ours, perhaps by one of two empty
// fields beside it, and one from which we get to the other.
home = either points at near or [ alldir, test first, rotate 60, first ].
goal = either points at far or [ alldir, test last, rotate 60, last ].
first = step, points at empty field in near.
last = step, points at empty field in far.

// Where the next stone of a way from side to side can be: beside a chain of
// stones, or a bridge away.
next = either [ find empty field, test home ]
    or [ find own stone, test home, onward ]
    or onward.
onward = chain, alldir, either step or span, points at empty field.
chain = repeat 0 .. infinity times [ alldir, step, points at own stone ].
span = test free, rotate 60, test free, step, rotate -60, step.

// The walk begins in a corner, and with its first step on a side.
value missing = sum a1 of (steps next until [ chain, goal ]).

// The fewest stones that each side still needs; and only how the stones lie, which
// takes much less time and says so little that a random mover wins now and then.
evaluation race = 100 * (as opponent missing - missing) + shape.
evaluation shape = bonds - as opponent bonds.
