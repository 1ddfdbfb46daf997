// Pente: five in a row or five captured pairs win.
//
// Rules: Gary Gabrel (1977). Two enemy stones between a new stone and another
// own one are taken.
// Choices: 13 by 13 instead of 19 by 19; no opening rule; more than five in a
// row win, too.

extends gomoku
dimensions (13,13)
counters { pairs 'P' 'p' 0 .. 12 }

place = find empty field, replace by own stone, add count first to pairs,
    for each [ either first or second ] do remove,
    try [ either pairs > 4 or test five, win ].

// The nearer and the farther stone of each pair that is taken.
first = alldir, foe, test [ foe, step, points at own stone ].
second = alldir, foe, foe, test [ step, points at own stone ].
foe = step, points at enemy stone.

evaluation lead = shape - as opponent shape + 20 * (pairs - as opponent pairs).
