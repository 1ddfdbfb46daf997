// Atari go: whoever first captures something wins.
//
// Rules: Yasutoshi Yasuda's game for beginners; otherwise those of go, without
// passing.
// Choices: 7 by 7; a player who could only take away their own last liberty
// loses.

extends go7

main = try play else lose.

play = find empty field, replace by own stone,
    try [ test captured, win ] else test breathing.

value air = count [ find own stone, orthogonal, step, points at empty field ].

evaluation liberties = air - as opponent air.

without skip, passes, territory
