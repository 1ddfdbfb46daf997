// Connect six: two stones a turn, and six in a row win.
//
// Rules: I-Chen Wu and Dei-Yen Huang, A New Family of k-in-a-row Games (2005).
// Black begins with one stone; then each player puts down two.
// Choices: 15 by 15 as in go-moku, instead of 19 by 19; each stone is a turn of its own, so
// that a player sees the first before choosing the second; more than six in a
// row win, too.

extends gomoku
counters { second }

place = base place,
    try [ count stone > 1, add 1 to second, again ] else set second to 0.
// Six, where go-moku asks for five.
five = base five, step, points at own stone.
