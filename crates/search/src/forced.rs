//! Forced turns: where a player has only one or two answers, the turn does not count as
//! depth, so that a line of such answers is followed far beyond it (Anantharaman, Campbell
//! and Hsu, "Singular extensions: adding selectivity to brute-force searching", 1988, for
//! answers that are far better than the others; here there have to be no others).
//!
//! How many answers there are says the list of moves, so it works for every game: a
//! player in check has few, and so has one who must capture. The turn at the root always
//! counts: which of its moves are searched is chosen there, so that their number says
//! nothing about the position.
//!
//! Two things are not exact. A line ends where it is twice as long as the depth, forced or
//! not. And an entry of the table says to which depth a position was searched, but not how
//! much longer the lines after it could get: one that was reached on a shorter way has
//! seen more, so that a value may depend on what was searched before. A win that is found
//! is one, but it need not be the shortest.

use crate::value::Level;

/// This many answers count as few.
const FEW: usize = 2;
/// No line gets longer than this many times the depth, so that forced cycles end.
const LONGEST: usize = 2;

/// How far lines may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forced {
    /// A line of this many turns gets no longer; 0 if the heuristic is off.
    longest: usize,
}

impl Forced {
    /// For a search to a depth.
    pub(crate) fn new(on: bool, depth: u32) -> Forced {
        Forced { longest: if on { depth as usize * LONGEST } else { 0 } }
    }

    /// What is left after a position with this many moves, and where that is.
    #[inline]
    pub(crate) fn below(self, n_moves: usize, Level { depth, ply }: Level) -> Level {
        let free = ply > 0 && ply + (depth as usize) < self.longest && n_moves <= FEW;
        Level { depth: if free { depth } else { depth - 1 }, ply: ply + 1 }
    }

    /// The turns of the longest line; 0 if the heuristic is off.
    pub(crate) fn longest(self) -> usize {
        self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(depth: u32, ply: usize) -> Level {
        Level { depth, ply }
    }

    #[test]
    fn few_answers_cost_no_depth_until_the_line_is_twice_as_long() {
        let forced = Forced::new(true, 4);
        assert_eq!(forced.below(3, level(3, 1)), level(2, 2));
        assert_eq!(forced.below(2, level(3, 1)), level(3, 2));
        let (mut level, mut turns) = (level(4, 0), 0);
        while level.depth > 0 {
            level = forced.below(1, level);
            turns += 1;
        }
        assert_eq!((level.ply, turns), (8, 8));
        let level = Level { depth: 3, ply: 1 };
        assert_eq!(Forced::new(false, 4).below(1, level).depth, 2);
    }

    #[test]
    fn the_turn_at_the_root_counts() {
        assert_eq!(Forced::new(true, 4).below(1, level(4, 0)), level(3, 1));
    }
}
