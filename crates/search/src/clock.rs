//! How long to think about one move when a clock runs for the whole game: a share
//! of what is left, as if the game went on for a while, and most of what each move
//! gives back (Hyatt, "Using time wisely", 1984, in its simplest form).

use std::time::Duration;

/// The clock of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time that is left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// After how many moves there is new time, if that is known.
    pub moves_to_go: Option<u32>,
}

/// How many moves a game is expected to last from now on.
const MOVES: u32 = 30;
/// A move may take this many shares if it needs them,
const SHARES: u32 = 3;
/// but no more than this part of what is left, unless its share is more.
const PARTS: u32 = 4;
/// What is kept for everything but thinking.
const RESERVE: Duration = Duration::from_millis(50);

impl Clock {
    /// The time for the next move: never more than what is left.
    pub fn share(&self) -> Duration {
        let wanted = self.left / self.moves() + self.increment * 3 / 4;
        wanted.min(self.bearable())
    }

    /// The time that the next move may take where it needs more than its share: never more than
    /// what is left, and not so much that the moves after it would have to be made in a hurry.
    pub fn most(&self) -> Duration {
        let share = self.share();
        (share * SHARES).min(self.left / PARTS).max(share).min(self.bearable())
    }

    /// For how many moves it has to last.
    fn moves(&self) -> u32 {
        self.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES)
    }

    /// More would lose the game sooner or later, whatever it is spent on.
    fn bearable(&self) -> Duration {
        match self.left.checked_sub(RESERVE) {
            // Even the last moments of a clock are not used up at once.
            None => self.left / 4,
            Some(left) if self.moves() == 1 => left,
            Some(left) => (left / 2).max(self.left / 4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        let of = Duration::from_millis;
        Clock { left: of(left), increment: of(increment), moves_to_go }
    }

    fn share(left: u64, increment: u64, moves_to_go: Option<u32>) -> u128 {
        clock(left, increment, moves_to_go).share().as_millis()
    }

    fn most(left: u64, increment: u64, moves_to_go: Option<u32>) -> u128 {
        clock(left, increment, moves_to_go).most().as_millis()
    }

    #[test]
    fn a_move_that_needs_it_may_take_some_shares() {
        assert_eq!(most(60_000, 0, None), 6_000);
        // A fourth of what is left, where that is less,
        assert_eq!(most(60_000, 0, Some(5)), 15_000);
        // and the share, where that is more.
        assert_eq!(most(60_000, 0, Some(3)), 20_000);
        assert_eq!(most(60_000, 0, Some(1)), 59_950);
        for left in [0, 20, 100, 1_000, 60_000] {
            for increment in [0, 10, 1_000, 10_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let (most, share) =
                        (most(left, increment, moves_to_go), share(left, increment, moves_to_go));
                    assert!(share <= most && most <= u128::from(left));
                }
            }
        }
    }

    #[test]
    fn a_clock_lasts_for_the_game() {
        assert_eq!(share(60_000, 0, None), 2_000);
        assert_eq!(share(60_000, 1_000, None), 2_750);
        assert_eq!(share(60_000, 0, Some(10)), 6_000);
        assert_eq!(share(60_000, 0, Some(1)), 59_950);
        // Not more than there is, whatever comes back.
        assert_eq!(share(100, 10_000, None), 25);
        assert_eq!(share(20, 10_000, None), 5);
        assert_eq!(share(0, 10_000, Some(0)), 0);
    }

    #[test]
    fn no_clock_runs_out() {
        let mut left = 10_000;
        for _ in 0..2_000 {
            let used = most(left, 0, None) as u64;
            assert!(used < left || left == 0);
            left -= used;
        }
    }
}
