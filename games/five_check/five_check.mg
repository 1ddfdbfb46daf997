// Five-check chess: the fifth check wins.
//
// Rules: three-check chess of lichess.org, with more checks.

extends three_check
counters { checks 'C' 'c' 0 .. 5 }
