// Gorogoro shogi, 5 by 6: a shogi with golds, silvers and pawns.
//
// Rules: the Japan Shogi Association (2012), for beginners; otherwise those of
// shogi, but pieces promote on the last two rows.

extends judkins_shogi
dimensions (5,6)
start { sgkgs / 5 / 1ppp1 / 1PPP1 / 5 / SGKGS }
without knight, narikei, bishop, horse, rook, dragon
