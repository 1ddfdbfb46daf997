// Amazons on a board of 6 by 6.
//
// Rules: those of amazons.
// Choices: four amazons each, placed as on the large board: two on the first
// row, two on the edges a row further.

extends amazons
dimensions (6,6)
start { 1a2a1/a4a/6/6/A4A/1A2A1 }
