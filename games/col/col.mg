// Col: no stone may touch a stone of its own color; a player who cannot put one
// down loses.
//
// Rules: Colin Vout; Berlekamp, Conway and Guy, Winning Ways, chapter 2.
// Choices: a grid of 6 by 6 instead of a map.

extends snort

place = find empty field, not [ orthogonal, step, points at own stone ],
    replace by own stone.
