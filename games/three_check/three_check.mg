// Three-check chess: the third check wins.
//
// Rules: lichess.org; otherwise those of chess. A move that checks with two
// pieces gives one check.

extends chess
counters { checks 'C' 'c' 0 .. 3 }  // given so far

legal = base legal,
    try [
      test as opponent in_check, add 1 to checks,
      try [ not add 1 to checks, win ]
    ].
