knight_move = find own knight,
                pickup,
                orthogonal,
                step,
                either rotate 45 or rotate -45,
                step,
                not points at own piece,
                putdown.

bishop_move = find own bishop,
                pickup,
                diagonal,
                repeat 0 .. infinity times [ step, points at empty field ],
                step,
                not points at own piece,
                putdown.
