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
/// What is kept for everything but thinking.
const RESERVE: Duration = Duration::from_millis(50);

impl Clock {
    /// The time for the next move: never more than what is left.
    pub fn share(&self) -> Duration {
        let moves = self.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
        let wanted = self.left / moves + self.increment * 3 / 4;
        let most = match self.left.checked_sub(RESERVE) {
            // Even the last moments of a clock are not used up at once.
            None => self.left / 4,
            Some(left) if moves == 1 => left,
            Some(left) => (left / 2).max(self.left / 4),
        };
        wanted.min(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(left: u64, increment: u64, moves_to_go: Option<u32>) -> u128 {
        let of = Duration::from_millis;
        Clock { left: of(left), increment: of(increment), moves_to_go }.share().as_millis()
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
            let used = share(left, 0, None) as u64;
            assert!(used < left || left == 0);
            left -= used;
        }
    }
}
