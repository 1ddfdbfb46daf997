//! Draws a sample anew that has died out, a part of the work after each turn, so that no
//! turn takes much longer than it may.
//!
//! 1. It begins with the sample of a turn shortly before, and carries it forward turn by
//!    turn, with more positions on the way than are kept in the end.
//! 2. If that dies out, too, it begins further back, each time twice as far; in the end at
//!    the start of the game.
//! 3. When time is over, it waits for the next turn, and goes on where it was.
//! 4. If nothing is found from the start either, it begins there once more after the next
//!    turn, with twice the positions.

use crate::settings::PlayError;
use crate::worlds::{Bounds, KEPT_LEVELS, MORE, Sample, World};

/// So many positions are kept in any case: fewer would die out again.
const LEAST_KEPT: usize = 2048;
/// So many times the positions for which there is time are gathered for each turn.
const GATHERED: usize = 8;
/// So many positions are looked at for each that is wanted.
const LOOKS: usize = 8;
/// So many turns are carried forward at once though there is no time left: more than one,
/// or it would never catch up.
const LEAST_TURNS: usize = 3;
/// ... and never more than so many.
const MOST_TURNS: usize = 64;

/// A sample that is being drawn anew.
pub(crate) struct Again<P> {
    /// The start of the game.
    start: Sample<P>,
    /// The samples from which it begins, the next one at the end.
    begins: Vec<Sample<P>>,
    /// The last samples on the way.
    grown: Vec<Sample<P>>,
    /// The positions that are gathered for a turn if there is no time, that are kept, and
    /// that may ever be kept.
    least: usize,
    kept: usize,
    limit: usize,
}

impl<P: Clone> Again<P> {
    /// Begins with samples of earlier turns, of which the first one is the start. For so
    /// many positions there is time; never more than a limit are kept.
    pub(crate) fn new(mut samples: Vec<Sample<P>>, timely: usize, limit: usize) -> Again<P> {
        let mut begins = Vec::new();
        let start = samples.remove(0);
        // Steps 1 and 2.
        let mut back = 1;
        while back <= samples.len() {
            begins.push(samples[samples.len() - back].clone());
            back *= 2;
        }
        begins.push(start.clone());
        begins.reverse();
        let kept = timely.max(LEAST_KEPT).min(limit);
        let least = LEAST_KEPT.min(GATHERED.saturating_mul(timely));
        Again { start, begins, grown: Vec::new(), least, kept, limit }
    }

    /// Goes on until there is a sample after so many turns, or time is over; whether there
    /// is one. `after` finds what follows on positions in the turn of this number.
    #[allow(clippy::type_complexity, reason = "the arguments are those of one function")]
    pub(crate) fn go_on(
        &mut self,
        n_turns: usize,
        left: &mut dyn FnMut() -> f64,
        after: &mut dyn FnMut(
            (&[World<P>], usize),
            &Bounds,
            &mut dyn FnMut() -> f64,
        ) -> Result<Vec<World<P>>, PlayError>,
    ) -> Result<bool, PlayError> {
        if self.grown.is_empty() && self.begins.is_empty() {
            // Step 4.
            self.kept = self.limit.min(2 * self.kept);
            self.begins.push(self.start.clone());
        }
        for n in 0..MOST_TURNS {
            if n >= LEAST_TURNS && left() <= 0.0 {
                break;
            }
            if self.grown.is_empty() {
                let Some(begin) = self.begins.pop() else { break };
                self.grown.push(begin);
            }
            let Some((turn, last)) = self.grown.last() else { break };
            let is_last = turn + 1 == n_turns;
            let most = if is_last { self.kept } else { MORE * self.kept };
            let least = self.least.min(most);
            let bounds = Bounds { least, looks: LOOKS * least, most };
            let (next, turn) = (after((last, *turn), &bounds, left)?, turn + 1);
            if next.is_empty() {
                self.grown.clear();
                continue;
            }
            self.grown.push((turn, next));
            if self.grown.len() > KEPT_LEVELS {
                self.grown.remove(0);
            }
            if is_last {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The samples that were found, the last one at the end.
    pub(crate) fn found(self) -> Vec<Sample<P>> {
        self.grown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(n_turns: usize) -> Sample<usize> {
        (n_turns, vec![World { position: n_turns, weight: 1.0, past: None }])
    }

    /// Goes on once after so many turns; whether it found something, and which turns were
    /// carried forward. Nothing survives a turn of number `deadly` unless more than
    /// `enough` positions may be kept.
    fn go_on(
        again: &mut Again<usize>,
        n_turns: usize,
        time: f64,
        (deadly, enough): (usize, usize),
    ) -> (bool, Vec<usize>) {
        let mut turns = Vec::new();
        let found = again.go_on(n_turns, &mut || time, &mut |(worlds, turn), bounds, _| {
            turns.push(turn);
            let dies = turn == deadly && bounds.most <= enough;
            Ok(if dies { Vec::new() } else { worlds.to_vec() })
        });
        (found.unwrap(), turns)
    }

    #[test]
    fn it_begins_further_and_further_back() {
        let samples = || vec![sample(0), sample(5), sample(6), sample(7), sample(8)];
        let mut again = Again::new(samples(), 100, 40_000);
        let (found, turns) = go_on(&mut again, 9, 1.0, (8, usize::MAX));
        assert_eq!((found, turns), (false, vec![8, 7, 8, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8]));
        // The last sample was carried forward with too few.
        let mut again = Again::new(samples(), 100, 40_000);
        assert_eq!(go_on(&mut again, 9, 1.0, (8, 100)), (true, vec![8]));
        let found = again.found();
        assert_eq!(found.iter().map(|(n_turns, _)| *n_turns).collect::<Vec<_>>(), [8, 9]);
    }

    #[test]
    fn without_time_it_does_little_at_once_and_catches_up() {
        let mut again = Again::new(vec![sample(0)], 64, 40_000);
        let mut n_turns = 20;
        loop {
            let (found, turns) = go_on(&mut again, n_turns, 0.0, (99, 0));
            assert!(turns.len() <= LEAST_TURNS, "{turns:?}");
            if found {
                break;
            }
            n_turns += 1;
            assert!(n_turns < 40, "it does not catch up");
        }
        let last = again.found().pop().map(|(n_turns, _)| n_turns);
        assert_eq!(last, Some(n_turns));
    }

    #[test]
    fn it_tries_again_with_more_and_never_without_end() {
        let mut again = Again::new(vec![sample(0)], 64, 40_000);
        let dies = (1, 3 * MORE * LEAST_KEPT);
        assert_eq!(go_on(&mut again, 3, 1.0, dies), (false, vec![0, 1]));
        assert_eq!(go_on(&mut again, 3, 1.0, dies), (false, vec![0, 1]));
        assert_eq!(go_on(&mut again, 3, 1.0, dies), (true, vec![0, 1, 2]));
        let mut again = Again::new(vec![sample(0)], 64, 40_000);
        let (found, turns) = go_on(&mut again, 1000, 1.0, (5000, 0));
        assert_eq!((found, turns.len()), (false, MOST_TURNS));
    }
}
