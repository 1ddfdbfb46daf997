// Go on a board of 7 by 7.
//
// Rules: those of Tromp and Taylor (area: one's stones and the empty fields
// that touch only them; no stone is dead unless it was taken), but suicide is
// forbidden. Two passes in a row end the game.
// Choices: a play may not bring back a position that has occurred with the
// same player to move (situational superko); no komi.
// Family: territory.

players black white
dimensions (7,7)
pieces { stone 'X' 'O' }
counters { passes 0 .. 2 }

main = either play or skip.

play = find empty field, replace by own stone, set passes to 0,
    for each captured do remove, test breathing, not occurred 2 times.
skip = pass, add 1 to passes, try [ passes = 2, score lead ].

captured = find enemy stone, not as opponent breathing.

// The group of the stone pointed at touches an empty field.
breathing =
    repeat 0 .. infinity times [ orthogonal, step, points at own stone ],
    orthogonal, step, points at empty field.

// Ends on each field in or around the empty region pointed at.
border = repeat 0 .. infinity times [ orthogonal, step, points at empty field ],
    orthogonal, step.
mine = find empty field, test [ border, points at own stone ],
    not [ border, points at enemy stone ].

value area = count own stone + count mine.
value lead = area - as opponent area.

evaluation territory = lead.
