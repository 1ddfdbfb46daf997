// Jeson Mor: nine knights each; whoever first leaves the field in the middle
// again, or takes all enemies, wins.
//
// Rules: Mongolian, as in Pritchard's encyclopedia.
// Choices: the third occurrence of a position is a draw.
// Family: race.

dimensions (9,9)
pieces { knight 'N' 'n' }
zones { middle (e5) }
start { nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNN }

main = try [ occurred 3 times, draw ] else try move else lose.

move = find own knight,
    either [ points at middle, leap, win ] or [ not points at middle, leap ].
leap = pickup, orthogonal, step, either rotate 45 or rotate -45, step,
    not points at own knight, putdown.

value hold = count own knight + 5 * count own knight in middle.

evaluation men = hold - as opponent hold.
