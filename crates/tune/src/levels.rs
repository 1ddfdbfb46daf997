//! The ten levels of the computer. The weak ones look a few turns ahead and then choose among
//! the moves that seem about as good, as people do: a move that loses something which the
//! search sees is never among them, and one that is clearly the best is always made. The
//! strong ones think longer and always make the best move.

use game::Rng;
use search::{Algorithm, Limits, Verdict};
use std::time::Duration;

/// How strong the computer plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// How far it looks.
    pub limits: Limits,
    /// How it chooses, if it does not always make the best move.
    pub mood: Option<Mood>,
}

/// A choice among the best lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mood {
    /// This many lines are looked for.
    pub lines: usize,
    /// A line may be worse than the best one by this part of what separates the best one from
    /// the worst of them.
    pub margin: f64,
}

/// No level thinks longer about a move that it looks at to a depth.
const LONGEST: Duration = Duration::from_secs(1);

/// Every level sees the end of a game if there are no more positions before it, however many turns
/// it is away: without it, level 1 lost 36 of 100 games of cram against a random mover, because they
/// are decided in their last turns.
const CHEAP: u64 = 100_000;

/// What the levels mean for an algorithm. The low ones look at least three turns ahead: with two,
/// one game of twenty was not won against a random mover in othello. Where random games are
/// played, they play few.
pub fn level(level: u8, algorithm: Algorithm) -> Level {
    let shallow = |depth: u32, games: u64, margin: f64| Level {
        limits: match algorithm.grows_tree() {
            true => Limits { nodes: Some(games), time: Some(LONGEST), ..Limits::default() },
            false => Limits {
                depth: Some(depth),
                time: Some(LONGEST),
                cheap: CHEAP,
                ..Limits::default()
            },
        },
        mood: Some(Mood { lines: 4, margin }),
    };
    let timed = |milliseconds: u64| {
        let time = Some(Duration::from_millis(milliseconds));
        Level { limits: Limits { time, ..Limits::default() }, mood: None }
    };
    match level {
        0 | 1 => shallow(3, 150, 0.8),
        2 => shallow(3, 300, 0.3),
        3 => shallow(4, 600, 0.3),
        4 => shallow(5, 1500, 0.15),
        5 => timed(200),
        6 => timed(500),
        7 => timed(1_000),
        8 => timed(2_000),
        9 => timed(5_000),
        _ => timed(15_000),
    }
}

impl Mood {
    /// Chooses among lines by their values, of which the first is the best: those within the
    /// margin, better ones more often. Gives the place of the line; nothing if there is none.
    pub fn choose(&self, values: &[i32], random: &mut Rng) -> Option<usize> {
        let best = *values.first()?;
        let is_won = |value: i32| matches!(Verdict::of(value), Verdict::Wins(_));
        let is_lost = |value: i32| matches!(Verdict::of(value), Verdict::Loses(_));
        // Nobody overlooks a win on the way that they see, or walks into a loss that they see.
        if is_won(best) || is_lost(best) {
            return Some(0);
        }
        let gap = |line: usize| f64::from(best) - f64::from(values[line]);
        let lines: Vec<usize> = (1..values.len()).filter(|line| !is_lost(values[*line])).collect();
        let spread = lines.iter().map(|line| gap(*line)).fold(0.0, f64::max);
        let near = lines.into_iter().filter(|line| gap(*line) <= self.margin * spread);
        let near: Vec<usize> = [0].into_iter().chain(near).collect();
        // Half the margin costs a factor of e.
        let heat = (self.margin * spread / 2.0).max(f64::MIN_POSITIVE);
        let weights: Vec<f64> = near.iter().map(|line| (-gap(*line) / heat).exp()).collect();
        let mut drawn =
            weights.iter().sum::<f64>() * random.below(1 << 20) as f64 / f64::from(1 << 20);
        for (line, weight) in near.iter().zip(&weights) {
            drawn -= weight;
            if drawn < 0.0 {
                return Some(*line);
            }
        }
        Some(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::WIN;

    /// How often each line is chosen of a thousand times.
    fn chosen(values: &[i32], margin: f64) -> Vec<usize> {
        let mut random = Rng::new(1);
        let mut counts = vec![0; values.len()];
        for _ in 0..1000 {
            let mood = Mood { lines: values.len(), margin };
            counts[mood.choose(values, &mut random).expect("a line")] += 1;
        }
        counts
    }

    #[test]
    fn better_lines_are_chosen_more_often_and_bad_ones_never() {
        let counts = chosen(&[50, 45, 40, 0], 0.5);
        assert!(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 50, "{counts:?}");
        assert_eq!(counts[3], 0);
        // One that is clearly the best is always made.
        assert_eq!(chosen(&[900, 10, 5, 0], 0.8), [1000, 0, 0, 0]);
        let even = chosen(&[3, 3, 3], 0.3);
        assert!(even.iter().all(|n| *n > 250), "{even:?}");
    }

    #[test]
    fn wins_are_made_and_losses_are_avoided() {
        assert_eq!(chosen(&[WIN - 1, 40, 40, 40], 0.9), [1000, 0, 0, 0]);
        let counts = chosen(&[10, 9, -WIN + 2, -WIN + 2], 1.0);
        assert_eq!((counts[2], counts[3]), (0, 0));
        assert!(counts[1] > 100, "{counts:?}");
    }

    #[test]
    fn every_level_that_chooses_looks_at_least_three_turns_ahead() {
        for n in 1..=10 {
            let Level { limits, mood } = level(n, Algorithm::Pvs);
            assert!(limits.depth.is_none_or(|depth| depth >= 3), "{n}");
            assert_eq!(mood.is_some(), limits.depth.is_some(), "{n}");
            assert!(limits.time.is_some(), "{n}");
        }
    }
}
