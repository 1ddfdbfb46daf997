// A repeat of no round leaves the finger where it was, which is nowhere here: that is a result,
// too, though no set of fields has it, so `try` finds it and the rules are stuck.
dimensions (3,3)
pieces { stone 'X' 'O' }

main = try place else lose.

place = repeat 0 .. infinity times [ find field, not replace by own stone ].

value room = count place.

evaluation mobility = room - as opponent room.
