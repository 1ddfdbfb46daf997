// Antidraughts: international draughts in which whoever has no man and no move
// left wins.
//
// Rules: lidraughts.org; otherwise those of international draughts.

extends draughts

main = try [ either quiet = 50 or occurred 3 times, draw ]
    else try [ add 1 to quiet, try capture else walk, try crown ]
    else win.

evaluation material = as opponent worth - worth.
