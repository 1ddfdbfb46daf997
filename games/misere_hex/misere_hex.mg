// Misère hex: whoever joins both sides of their color loses.
//
// Rules: Lagarias and Sleator, Who Wins Misère Hex? (1999); otherwise those of
// hex.
// Choices: 6 by 6.

extends hex
dimensions (6,6) hexagonal
zones { near row 1 column a   far row 6 column f }

main = find empty field, replace by own stone, try [ test linked, lose ].

evaluation race = missing - as opponent missing.

without shape
