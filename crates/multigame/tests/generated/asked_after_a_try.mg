// Found in minishogi without walks_to_sets, and by native code only: a long
// question about what a try left behind was lost, and more results came out of
// the turn than went into the question.
dimensions (3,3)
pieces { king 'K' 'k'  man 'P' 'p' }
start { p1k / 3 / K1P }
main = find piece, reach, try putdown, not check.
check = find piece, reach, points at king.
reach = either [ points at king, pickup, alldir, either orthogonal or ahead, step ] or pickup.
ahead = step.
