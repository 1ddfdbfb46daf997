// Found in minishogi without walks_to_sets: a choice of two ways within a long
// question left a list of results behind, which the turn then took for its own.
dimensions (3,3)
pieces { king 'K' 'k'  man 'P' 'p' }
start { p1k / 3 / K1P }
main = find piece, reach, try putdown, not check.
check = find piece, reach, points at king.
reach = either [ points at king, pickup, alldir, either orthogonal or ahead, step ] or pickup.
ahead = step.
