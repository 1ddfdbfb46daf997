// Kriegspiel of the Internet Chess Club, wild 16: everybody hears how many
// captures the player's pawns have; of a refusal only that player hears.
//
// Rules: chessclub.com/help/Kriegspiel; otherwise those of
// kriegspiel_cincinnati.
// Choices: a capture that promotes is one try, whatever the pawn becomes; eight
// tries and more are announced alike.

extends kriegspiel_cincinnati

refused = tell own 'illegal move'.

value captures = count [ pawn_try, capture, test [ putdown, not in_check ] ]
    + count [ en_passant, not in_check ].

pawn_tries = try [ captures = 1, tell both '1 pawn try' ]
    else try [ captures = 2, tell both '2 pawn tries' ]
    else try [ captures = 3, tell both '3 pawn tries' ]
    else try [ captures = 4, tell both '4 pawn tries' ]
    else try [ captures = 5, tell both '5 pawn tries' ]
    else try [ captures = 6, tell both '6 pawn tries' ]
    else try [ captures = 7, tell both '7 pawn tries' ]
    else try [ captures > 7, tell both '8 pawn tries or more' ].
