// Santorini: climb to the third floor of a village that both players build.
//
// Rules: Gordon Hamilton (2004), without gods. A worker moves to a field beside
// it, at most one floor up, and builds a floor beside where it stands; the
// fourth is a dome, which nobody climbs. Whoever moves up to the third floor
// wins; whoever cannot move and build has lost.
// Choices: both workers are placed in one turn; there are always floors left.
// Family: stacking.

dimensions (5,5)
stacks 4
pieces { worker 'W' 'w'   floor 'F' - }
reserve { worker 2   floor 100 }
counters { climb 0 .. 4 }  // where the worker stood, within a turn

main = try [ place, place ] else try move else lose.

place = find empty field, drop worker.

// A worker on top makes a field one higher than its floors.
move = find own worker, set climb to height, pickup, alldir, step, free,
    height <= climb, putdown, try [ height = 4, climb = 3, win ] else build,
    set climb to 0.
build = alldir, step, free, either drop floor or as opponent drop floor.
free = not points at worker, height < 4.

// How high the workers are, and the fields that they could climb to.
value rise = 3 * (sum own worker of height)
    + sum own worker of count [ alldir, step, free, height > 0 ].

evaluation heights = rise - as opponent rise.
