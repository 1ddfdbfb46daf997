// Snort: no stone may touch an enemy stone; a player who cannot put one down
// loses.
//
// Rules: Simon Norton; Berlekamp, Conway and Guy, Winning Ways, chapter 6.
// Choices: a grid of 6 by 6 instead of a map.
// Family: blocking.

dimensions (6,6)
pieces { stone 'X' 'O' }

main = try place else lose.

place = find empty field, not [ orthogonal, step, points at enemy stone ],
    replace by own stone.

value room = count place.

evaluation mobility = room - as opponent room.
