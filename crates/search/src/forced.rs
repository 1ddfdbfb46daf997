//! Forced turns: where a player has only one or two answers, his turn does not count as
//! depth, so that a line of such answers is followed to its end (Anantharaman, Campbell
//! and Hsu, "Singular extensions: adding selectivity to brute-force searching", 1988, for
//! answers that are far better than the others; here there have to be no others).
//!
//! How many answers there are says the list of moves, so it works for every game: a
//! player in check has few, and so has one who must capture.

/// So many answers are few.
const FEW: usize = 2;
/// No line gets longer than so many times the depth, so that forced cycles end.
const LONGEST: usize = 2;

/// How far lines may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forced {
    /// A line of so many turns gets no longer; 0 if the heuristic is off.
    longest: usize,
}

impl Forced {
    /// For a search to a depth.
    pub(crate) fn new(on: bool, depth: u32) -> Forced {
        Forced { longest: if on { depth as usize * LONGEST } else { 0 } }
    }

    /// What is left behind a position with so many moves, and where that is.
    #[inline]
    pub(crate) fn below(self, n_moves: usize, (depth, ply): (u32, usize)) -> (u32, usize) {
        let free = ply + (depth as usize) < self.longest && n_moves <= FEW;
        (if free { depth } else { depth - 1 }, ply + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_answers_cost_no_depth_until_the_line_is_twice_as_long() {
        let forced = Forced::new(true, 4);
        assert_eq!(forced.below(3, (4, 0)), (3, 1));
        assert_eq!(forced.below(2, (3, 1)), (3, 2));
        let (mut level, mut turns) = ((4, 0), 0);
        while level.0 > 0 {
            level = forced.below(1, level);
            turns += 1;
        }
        assert_eq!((level, turns), ((0, 8), 8));
        assert_eq!(Forced::new(false, 4).below(1, (4, 0)), (3, 1));
    }
}
