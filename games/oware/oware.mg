// Oware abapa: awari in which whoever takes all takes nothing.
//
// Rules: the Oware Society, Abapa. Seeds are sown and taken as in awari. A move
// that would take all seeds of the opponent takes none of them. A player whose
// opponent has no seeds must sow some into the opponent's houses, if possible;
// if not, or if a player has no seeds to move, the game is over, and each
// player gets the seeds on their own side.
// Choices: the game goes on when a player has taken more than half, since who
// wins is the same; the third occurrence of a position ends it, and each player
// gets the seeds on their own side, too.

extends awari

main = try [ occurred 3 times, score spoils ]
    else try [ sow, test as opponent has_seeds ]
    else score spoils.

// All or nothing: what takes the last seed is not done.
take = try [ seize, test as opponent has_seeds ].
seize = repeat 6 times try [
        as opponent points at house, height > 1, height < 4,
        add height to taken, repeat height times remove, step
      ].
