// Anti-othello: whoever has fewer discs at the end wins.
//
// Rules: those of othello, with the count reversed.

extends othello

main = try move
    else try [ test as opponent move, pass ]
    else score count enemy disc - count own disc.

// Few discs, no corners, and many moves.
evaluation position = mobility + count enemy disc - count own disc
    - 100 * (corners - as opponent corners).
