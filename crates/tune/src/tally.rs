//! What the results of a match say: the difference in strength with its error, and
//! a test that says when enough games were played.
//!
//! Games come in pairs that begin with the same opening, each side playing it once
//! with each color. The two results of a pair depend on each other, so the pair is
//! what is counted. The test is Wald's sequential probability ratio test ("Sequential
//! tests of statistical hypotheses", 1945) with normal scores.

/// Half points of side A in the pairs of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many pairs gave 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    /// Games that A has won.
    pub wins: u64,
    /// Games that nobody has won.
    pub draws: u64,
    /// Games that A has lost.
    pub losses: u64,
}

/// A game as side A sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// A has won.
    Win,
    /// Nobody has won.
    Draw,
    /// A has lost.
    Loss,
}

/// What a test supposes: no more than one number of Elo points, or at least another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypotheses {
    /// No more than this.
    pub low: f64,
    /// At least this.
    pub high: f64,
}

/// Either mistake of the test may happen in this many cases.
const MISTAKES: f64 = 0.05;
/// Standard deviations on both sides of the mean that hold 95 in 100 cases.
const SPREAD: f64 = 1.96;
/// How often each of the five results of a pair is supposed to have been seen
/// before, so that a few games that happen to be alike prove nothing.
const PRIOR: f64 = 0.2;

impl Tally {
    /// All that it counts, for those who keep or send it.
    pub fn numbers(&self) -> [u64; 8] {
        let [a, b, c, d, e] = self.pairs;
        [a, b, c, d, e, self.wins, self.draws, self.losses]
    }

    /// The tally with these numbers.
    pub fn of([a, b, c, d, e, wins, draws, losses]: [u64; 8]) -> Tally {
        Tally { pairs: [a, b, c, d, e], wins, draws, losses }
    }

    /// Adds a pair of games.
    pub fn add(&mut self, pair: [Score; 2]) {
        let mut half_points = 0;
        for score in pair {
            let (count, points) = match score {
                Score::Win => (&mut self.wins, 2),
                Score::Draw => (&mut self.draws, 1),
                Score::Loss => (&mut self.losses, 0),
            };
            *count += 1;
            half_points += points;
        }
        self.pairs[half_points] += 1;
    }

    /// Adds the games of another tally.
    pub fn merge(&mut self, other: &Tally) {
        for (count, more) in self.pairs.iter_mut().zip(other.pairs) {
            *count += more;
        }
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// How many games were played.
    pub fn n_games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points for each game, from 0 to 1.
    pub fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / (self.n_games() as f64).max(1.0)
    }

    /// How many pairs were seen or supposed, their mean, and their variance.
    fn moments(&self) -> (f64, f64, f64) {
        let seen = |i: usize| self.pairs[i] as f64 + PRIOR;
        let points = |i: usize| i as f64 / 4.0;
        let n: f64 = (0..5).map(seen).sum();
        let mean = (0..5).map(|i| seen(i) * points(i)).sum::<f64>() / n;
        let variance = (0..5).map(|i| seen(i) * (points(i) - mean).powi(2)).sum::<f64>() / n;
        (n, mean, variance)
    }

    /// The difference in Elo points and its error; nothing if one side won all.
    pub fn elo(&self) -> Option<(f64, f64)> {
        let (n, _, variance) = self.moments();
        let mean = self.score();
        if mean <= 0.0 || mean >= 1.0 {
            return None;
        }
        let error = SPREAD * (variance / n).sqrt();
        // Close to the ends the error is bounded by what can be said at all.
        let least = 1.0 / (8.0 * n);
        let ends = [mean - error, mean + error].map(|score| elo(score.clamp(least, 1.0 - least)));
        Some((elo(mean), (ends[1] - ends[0]) / 2.0))
    }

    /// The logarithm of how much likelier the high hypothesis is than the low one.
    pub fn llr(&self, test: Hypotheses) -> f64 {
        let (n, mean, variance) = self.moments();
        let (low, high) = (score(test.low), score(test.high));
        n * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }
}

impl Hypotheses {
    /// Beyond this, in either direction, the test has decided.
    pub fn bound() -> f64 {
        ((1.0 - MISTAKES) / MISTAKES).ln()
    }
}

/// The Elo points of an expected score.
fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The expected score of Elo points.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::Score::{Draw, Loss, Win};
    use super::*;

    fn tally(pairs: &[([Score; 2], usize)]) -> Tally {
        let mut tally = Tally::default();
        for &(pair, n) in pairs {
            (0..n).for_each(|_| tally.add(pair));
        }
        tally
    }

    #[test]
    fn elo_points_are_those_of_the_score() {
        let even = tally(&[([Win, Loss], 30), ([Draw, Draw], 20)]);
        assert_eq!((even.wins, even.draws, even.losses), (30, 40, 30));
        let (elo, error) = even.elo().expect("a number");
        assert!(elo == 0.0 && 5.0 < error && error < 15.0, "{elo} {error}");
        // 3 points of 4 are 190.8 Elo points.
        let better = tally(&[([Win, Win], 50), ([Win, Loss], 50)]);
        let (elo, error) = better.elo().expect("a number");
        assert!((elo - 190.8).abs() < 0.1, "{elo}");
        // The error of the score is 1.96 × 0.25 / 10; a point of score is worth
        // 400 / (ln 10 × 0.75 × 0.25) Elo points there.
        assert!((error - 45.4).abs() < 2.0, "{error}");
        assert_eq!(tally(&[([Win, Win], 9)]).elo(), None);
        assert_eq!(Tally::default().elo(), None);
    }

    #[test]
    fn the_test_decides_for_the_stronger_side() {
        let test = Hypotheses { low: 0.0, high: 10.0 };
        assert!((Hypotheses::bound() - 2.944).abs() < 0.001);
        let stronger = tally(&[([Win, Win], 300), ([Win, Loss], 500), ([Loss, Loss], 200)]);
        assert!(stronger.llr(test) > Hypotheses::bound());
        let weaker = tally(&[([Win, Win], 200), ([Win, Loss], 500), ([Loss, Loss], 300)]);
        assert!(weaker.llr(test) < -Hypotheses::bound());
        // By hand: n = 1000, mean 0.55, variance 0.1225, scores 0.5 and 0.51439.
        assert!((stronger.llr(test) - 5.03).abs() < 0.05, "{}", stronger.llr(test));
        assert!(Tally::default().llr(test).abs() < 0.01);
        // One pair proves nothing.
        assert!(tally(&[([Win, Win], 1)]).llr(Hypotheses { low: 0.0, high: 200.0 }) < 1.0);
    }
}
