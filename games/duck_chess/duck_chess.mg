// Duck chess: after each move a duck is put somewhere else, where it blocks.
//
// Rules: Tim Paulden (2016). Nothing can pass or capture the duck. There is no
// check: whoever takes the king wins, and a player without a move wins.
// Otherwise the rules of chess.

extends chess
pieces { king 'K' 'k'   duck '*' }
memory { perch }
without in_check

main =
    try [ limit, test legal, draw ] else try [ add 1 to quiet, legal ] else win.

legal = move, settle, as opponent settle, fly, try [ not find enemy king, win ].
fly = try [
      find duck, remember perch, pickup, find empty field, not points at perch,
      putdown
    ]
    else [ find empty field, replace by duck ].

reach = base reach, not points at duck.
