// Onitama: two masters, eight students, and five cards with moves that change
// hands.
//
// Rules: Shimpei Sato (2014). One moves by one of one's two cards, passes that
// card on, and takes the card that the other player passed on before. Whoever
// takes the enemy's master, or brings their own to where that one began, wins.
// A player without a move only exchanges a card.
// Choices: five of the sixteen cards, always dealt like this; the third
// occurrence of a position is a draw. The fields beside the board hold the
// cards: those in a player's hands, and below or above them the one that waits
// for that player.
// Family: chess.

dimensions (8,5)

pieces {
  master   'M' 'm'
  student  'S' 's'
  tiger    'T'
  crab     'C'
  monkey   'Y'
  crane    'N'
  dragon   'D'
}

zones {
  board    columns a .. e
  temple   (c5)            (c1)
  held     (g1, h1)        (g5, h5)
  waiting  (g2)            (g4)
}

memory { used }

start {
  s s m s s # T C
  . . . . . # . #
  . . . . . # # #
  . . . . . # D #
  S S M S S # Y N
}

main = try [ occurred 3 times, draw ]
    else try any_card
    else [ find piece in held, remember used, exchange ].

any_card = either play(tiger, tiger_move)
    or play(crab, crab_move)
    or play(monkey, monkey_move)
    or play(crane, crane_move)
    or play(dragon, dragon_move).

play(card, reach) = find card in held, remember used, find own piece, pickup,
    forward, reach, points at board, not points at own piece,
    try [ points at enemy master, win ], putdown,
    try [ points at own master in temple, win ], exchange.

exchange = find used, pickup, as opponent find waiting, putdown,
    for each [ ] do [ find piece in waiting, pickup, find used, putdown ].

tiger_move = either [ step, step ] or [ backward, step ].
crab_move = either step or [ aside, step, step ].
monkey_move = diagonal, step.
crane_move = either step or back_corner.
dragon_move = either [ step, aside, step, step ] or back_corner.
aside = either rotate 90 or rotate -90.
back_corner = backward, either rotate 45 or rotate -45, step.

value worth =
    10 * count own student + sum own student of count [ alldir, step ].

evaluation material = worth - as opponent worth.
