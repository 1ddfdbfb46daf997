// Shogi, Japanese chess: captured pieces change sides and come back.
//
// Rules: the Japan Shogi Association. Pieces may promote when they enter, leave
// or move within the last three rows. Pawns, lances and knights may not be
// where they can never move again; a pawn may not be dropped in a file with
// another own pawn, or to mate.
// Choices: the fourth occurrence of a position is a draw; the exception for
// perpetual check is left out, because rules cannot look at the history of a
// game, and so are impasses.

extends minishogi
dimensions (9,9)

pieces {
  lance    'L' 'l'    promotes to narikyo
  knight   'N' 'n'    promotes to narikei
  narikyo  '+L' '+l'
  narikei  '+N' '+n'
}

reserve { rook bishop gold silver knight lance pawn }

start {
  l n s g k g s n l
  . r . . . . . b .
  p p p p p p p p p
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  P P P P P P P P P
  . B . . . . . R .
  L N S G K G S N L
}

main = try [ occurred 4 times, draw ] else try legal else lose.

// The three rows in which pieces promote, and where a piece is stuck.
last = forward, not repeat 3 times step.
dead_pawn = forward,
    either [ either points at own pawn or points at own lance, not step ]
    or [ points at own knight, not repeat 2 times step ].

reach = either base reach
    or [ points at own lance, pickup, forward, slide ]
    or [ points at own knight, pickup, forward, step, ahead_of, step ].
ahead_of = either rotate 45 or rotate -45.
golden = either base golden or points at own narikyo or points at own narikei.

value board = base board + 300 * count own lance + 350 * count own knight
    + 450 * count own narikyo + 450 * count own narikei.
value drops = base drops + 320 * count own lance in reserve
    + 380 * count own knight in reserve.
