// Kalah with three seeds in each house.
//
// Rules: those of kalah; the game that Irving, Donkers and Uiterwijk solved
// first.

extends kalah
pieces { seed 'o' exactly 36 }

start {
   . 3o 3o 3o 3o 3o 3o
  3o 3o 3o 3o 3o 3o  .
}
