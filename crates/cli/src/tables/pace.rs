//! How long the rest of a build will take, from how many positions of how many are done: classes
//! differ in what a position costs, so that it is an estimate that becomes better as it goes.

use ::tables::Step;
use std::time::Duration;

/// The share of the work on a table that is done when all its positions have been looked at. Chess and
/// checkers take about this part of their time to look forward.
const LOOKING: f64 = 0.7;
/// Nothing is said before so much of all work is done: a guess from less is no help.
const LEAST_SHARE: f64 = 0.01;
/// Nor before so long, because tables at the beginning are small.
const LEAST_TIME: Duration = Duration::from_secs(2);

/// What a build has done and has to do, in positions.
#[derive(Default)]
pub(super) struct Pace {
    /// Positions of tables that were built since it began.
    built: u64,
    /// Positions of the table under way, and of all that are to be built, itself among them.
    current: u64,
    wanted: u64,
}

impl Pace {
    /// Begins the next table: its positions, and those of all that are still to be built.
    pub(super) fn begin(&mut self, current: u64, wanted: u64) {
        (self.current, self.wanted) = (current, wanted);
    }

    /// The table under way is finished.
    pub(super) fn finish(&mut self) {
        self.built += self.current;
    }

    /// What is left, in words, after so much time; nothing if that cannot be said yet.
    pub(super) fn left(&self, step: Step, passed: Duration) -> Option<String> {
        // How often positions are looked at again without room for moves is not known.
        let share = |from: f64, to: f64| match step.of {
            0 => from,
            of => from + (to - from) * (step.done as f64 / of as f64).min(1.0),
        };
        let share = match step.stage {
            0 => share(0.0, LOOKING),
            1 => LOOKING,
            2 => share(LOOKING, 1.0),
            _ => return None,
        };
        let done = self.built as f64 + share * self.current as f64;
        let all = (self.built + self.wanted) as f64;
        if done < LEAST_SHARE * all || passed < LEAST_TIME {
            return None;
        }
        Some(roughly(passed.mul_f64((all - done).max(0.0) / done)))
    }
}

/// A time as one says it when it is not known well.
fn roughly(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..100 => format!("about {seconds} s left"),
        100..6_000 => format!("about {} min left", seconds.div_ceil(60)),
        _ => format!("about {} h left", seconds.div_ceil(3_600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pace: &Pace, stage: u8, done: u64, seconds: u64, expected: Option<&str>) {
        let step = Step { stage, done, of: 1_000 };
        assert_eq!(pace.left(step, Duration::from_secs(seconds)).as_deref(), expected);
    }

    #[test]
    fn the_rest_follows_from_what_is_done() {
        let mut pace = Pace::default();
        pace.begin(1_000, 11_000);
        check(&pace, 0, 500, 1, None);
        check(&pace, 0, 10, 60, None);
        check(&pace, 0, 1_000, 7, Some("about 2 min left"));
        pace.finish();
        pace.begin(10_000, 10_000);
        check(&pace, 0, 0, 5, Some("about 50 s left"));
        check(&pace, 2, 1_000, 500, Some("about 0 s left"));
        check(&pace, 1, 0, 8_000, Some("about 50 min left"));
        // Nobody knows how often they are looked at again.
        check(&pace, 3, 500, 500, None);
    }
}
