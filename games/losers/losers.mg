// Losers: chess in which captures are compulsory, and whoever has only the king
// left wins.
//
// Rules: the Internet Chess Club's wild 17. A king that is in check must be
// saved, by a capture if there is one. A player who is mated, who has no move
// or nothing but the king, wins. Otherwise the rules of chess.

extends chess

main = try [ count own piece = 1, win ]
    else try [ limit, test legal, draw ]
    else try [ add 1 to quiet, legal ]
    else win.

legal = try [ take, finish ] else [ move, finish ].
take = either [ reach, capture, putdown ] or pawn_capture or en_passant.
finish = not in_check, settle, as opponent settle.

evaluation fewer = as opponent worth - worth.

without active, material
