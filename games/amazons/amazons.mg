// The game of the amazons: an amazon moves like a queen and shoots an arrow
// that closes a field; a player who cannot move loses.
//
// Rules: Walter Zamkauskas (1988), as in Gorski, Efficient Implementation of
// Game Trees, which has the three evaluations, too (after Hensgens, 2001).
// Family: blocking.

dimensions (10,10)
pieces { amazon 'A' 'a' exactly 4   arrow '*' }
start { 3a2a3/10/10/a8a/10/10/A8A/10/10/3A2A3 }

main = try move else lose.

move = find own amazon, pickup, fly, putdown, fly, replace by arrow.
fly = alldir, repeat 1 .. infinity times [ step, points at empty field ].

// The empty fields that we reach in fewer moves than the enemy.
mine = find empty field, distance < as opponent distance.
seen_by = alldir, repeat 0 .. infinity times [ step, points at empty field ],
    step, points at own amazon.

value distance = steps fly until seen_by.
value freedom = count [ find own amazon, pickup, fly ].
value land = count mine.
value firm = sum mine of (4 + count seen_by).

// How many fields the amazons can go to; how many fields are nearer to us; the
// same, four for each of them and one for each amazon that is there at once.
evaluation mobility = freedom - as opponent freedom.
evaluation territory = land - as opponent land.
evaluation territory_mobility = firm - as opponent firm.
