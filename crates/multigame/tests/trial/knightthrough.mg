dimensions (8,8)
pieces { knight 'N' 'n' }
start { nnnnnnnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNNNNN }

main = try move else lose.

move = find own knight, pickup, forward, leap, not points at own knight,
    putdown, try [ not [ forward, step ], win ].

leap = either [ step, either rotate 45 or rotate -45, step ]
    or [
      either [ rotate 90, step, rotate -45 ] or [ rotate -90, step, rotate 45 ],
      step
    ].

evaluation material = count own knight - count enemy knight.
