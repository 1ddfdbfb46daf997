// King of the hill: chess in which a king that reaches the middle wins.
//
// Rules: lichess.org; otherwise those of chess.

extends chess
zones { hill (d4, e4, d5, e5) }

legal = base legal, try [ test find own king in hill, win ].
