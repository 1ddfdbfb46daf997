// A walk that is followed, or accompanied, by a change of a counter.
dimensions (4,4)
pieces { man 'A' 'a' }
counters { right }
start { . . . . / a . . . / A A a . / . . . . }
main = either [ find own piece, pickup, orthogonal, step, try [ points at piece, set right to 1 ], putdown ]
    or [ find own man, pickup, southwest, repeat 1 .. infinity times [ step, set right to 1 ], putdown ].
