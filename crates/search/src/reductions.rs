//! Late move reductions: moves that come late in the order are seldom best, so they are
//! tried less deep first, and searched to the whole depth only if they seem to be better
//! than what is known (a practice of chess programs since about 2005; that the depth may
//! depend on the move goes back to Levy, Broughton and Taylor, "The SEX algorithm in
//! computer chess", 1989).
//!
//! The later a move comes and the more depth is left, the more it is reduced: both count by
//! their logarithms, so that it makes no difference in kind whether a game has ten moves or
//! a thousand. Captures, moves that end the game, moves that caused cutoffs nearby, and the
//! first few are not reduced, nor are any where there are few: there it makes all the
//! difference which comes first, and lines are long, so that connect four lost 32 games to 49
//! when the fourth of seven was reduced. A player who is said to win does win: a move that was
//! only tried counts as no better than what is known, and where all moves lose each was seen to
//! lose.

use crate::settings::DepthFirstSettings;
use crate::value::Level;

/// Beyond these numbers nothing more is reduced.
const DEPTHS: usize = 64;
const NUMBERS: usize = 256;
/// With less depth left than this and one step nothing is reduced.
const LEAST_DEPTH: usize = 2;
/// With fewer moves than this none comes late.
const LEAST_MOVES: usize = 8;

/// The place of a move in the order in which moves are tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// How many come before it.
    pub(crate) number: usize,
    /// How many moves there are.
    pub(crate) of: usize,
}

/// By how much moves are reduced, by depth and number in the order.
#[derive(Clone, Debug)]
pub(crate) struct Reductions(Box<[u8]>);

impl Reductions {
    /// All of them, or none.
    pub(crate) fn new(on: bool, settings: &DepthFirstSettings) -> Reductions {
        if !on {
            return Reductions(Box::default());
        }
        // A search of a few hundred nodes begins with this, so that logarithms are taken once.
        let logs: Vec<u64> = (0..=NUMBERS as u64).map(log2).collect();
        let amount = |place| amount(place / NUMBERS, place % NUMBERS, &logs, settings);
        Reductions((0..DEPTHS * NUMBERS).map(amount).collect())
    }

    /// By how much a move at this place is reduced, if it is quiet.
    #[inline]
    pub(crate) fn of(&self, Level { depth, .. }: Level, Place { number, of }: Place) -> u32 {
        if of < LEAST_MOVES {
            return 0;
        }
        let place = (depth as usize).min(DEPTHS - 1) * NUMBERS + number.min(NUMBERS - 1);
        self.0.get(place).map_or(0, |&by| u32::from(by))
    }
}

/// A number of steps near three quarters of a turn and 4/25 of the product of the
/// logarithms (a third of that of the natural ones), or a share of that.
fn amount(depth: usize, number: usize, logs: &[u64], settings: &DepthFirstSettings) -> u8 {
    let step = u64::from(settings.reductions_step.max(1));
    let least_depth = LEAST_DEPTH + step as usize;
    if depth < least_depth || number < usize::from(settings.reductions_first) {
        return 0;
    }
    let product = logs[depth] * logs[number + 1];
    let whole = (ONE * ONE * 3 / 4 + product * 4 / 25) * u64::from(settings.reductions_percent);
    let steps = whole / (100 * step * ONE * ONE);
    (step * steps).min(u64::from(u8::MAX)) as u8
}

/// Logarithms are counted in 256th parts, so that they are the same on every machine.
const ONE: u64 = 256;

fn log2(number: u64) -> u64 {
    let whole = number.max(1).ilog2();
    // Between 1 and 2, as a number of 65,536th parts.
    let mut rest = (number << 16) >> whole;
    let mut log = u64::from(whole);
    for _ in 0..ONE.ilog2() {
        rest = (rest * rest) >> 16;
        let bit = u64::from(rest >= 2 << 16);
        rest >>= bit;
        log = (log << 1) | bit;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_moves_are_reduced_and_the_more_the_deeper() {
        let reductions = Reductions::new(true, &DepthFirstSettings::default());
        let of = |depth, number| {
            reductions.of(Level { depth, ply: 1 }, Place { number, of: 40.max(number + 1) })
        };
        // The first four, and what is near the horizon, are searched to the depth.
        assert_eq!((of(9, 0), of(60, 3), of(2, 99)), (0, 0, 0));
        assert_eq!((of(3, 4), of(4, 15), of(6, 20), of(12, 60)), (1, 2, 2, 4));
        // Where there are few moves none comes late.
        assert_eq!(reductions.of(Level { depth: 9, ply: 1 }, Place { number: 6, of: 7 }), 0);
        for depth in 1..100 {
            for number in 1..300 {
                assert!(of(depth, number) >= of(depth, number - 1));
                assert!(of(depth, number) >= of(depth - 1, number));
                assert!(of(depth, number) < depth.max(1));
            }
        }
        assert_eq!(
            Reductions::new(false, &DepthFirstSettings::default())
                .of(Level { depth: 9, ply: 1 }, Place { number: 50, of: 51 }),
            0
        );
    }

    #[test]
    fn logarithms_are_right() {
        assert_eq!((log2(1), log2(2), log2(8)), (0, 256, 768));
        // The logarithm of 3 is 1.58496.
        assert_eq!(log2(3), 405);
    }
}
