// Domineering: one player puts dominoes upright, the other lays them flat; a
// player who cannot loses.
//
// Rules: Göran Andersson; Gardner, Mathematical Games, Scientific American
// (1974). Choices: 8 by 8; the upright player begins.
// Family: blocking.

players vertical horizontal
dimensions (8,8)
pieces { domino 'V' 'H' }
directions { along north east }

main = try place else lose.

place = find empty field, replace by own domino, along, step,
    points at empty field, replace by own domino.

value room = count place.

evaluation mobility = room - as opponent room.
