// Suicide checkers: whoever has no man and no move left wins.
//
// Rules: those of English draughts, with the end reversed.

extends checkers

main = try [ either quiet = 80 or occurred 3 times, draw ]
    else try [ add 1 to quiet, try capture else walk ]
    else win.

evaluation material = as opponent worth - worth.
