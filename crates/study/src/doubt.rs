//! Whether an evaluation says the opposite of what wins. A variant that turns the aim of its
//! game around inherits an evaluation that is worse than none: material in a game that is won
//! by losing everything.
//!
//! Random games tell: where those whom the evaluation prefers lose, again and again, it is not
//! to be trusted. That it prefers nobody in particular proves nothing, because what matters
//! between good players may not matter between random ones.

use crate::samples::{Bounds, Samples, play};
use game::Game;

/// How an evaluation and outcomes go together in random games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doubt {
    /// The correlation of the evaluation with the outcome, from -1 to 1.
    pub correlation: f64,
    /// The games that somebody has won.
    pub games: usize,
}

/// This many games are played, at most,
const GAMES: usize = 200;
/// and this many positions are listed.
const POSITIONS: usize = 100_000;
/// Fewer games that somebody has won prove nothing.
const FEWEST: usize = 30;
/// A correlation below this is no accident in this many games, and no small matter.
const CONTRADICTION: f64 = -0.25;

/// Why an evaluation is not to be trusted, if it is not.
/// Nothing is known, either, if `go_on`, which is asked again and again, says no.
pub fn doubt<G: Game>(game: &G, evaluation: usize, go_on: &dyn Fn() -> bool) -> Option<Doubt> {
    let facts = game.facts();
    if facts.n_players() != 2 || facts.hidden {
        return None;
    }
    let mut samples = Samples::new(facts.kinds.len());
    let bounds = Bounds { games: GAMES, positions: POSITIONS, seed: 1 };
    play(game, bounds, &[], &mut samples, go_on)?;
    let decided = samples.list.iter().filter(|sample| sample.outcome != 0.0);
    let mut pairs = Vec::new();
    let mut last = None;
    let mut games = 0;
    for sample in decided {
        games += usize::from(last.replace(sample.game) != Some(sample.game));
        let value = game.evaluate(&sample.position, evaluation).ok()?;
        pairs.push((f64::from(value), sample.outcome));
    }
    let correlation = correlation(&pairs)?;
    (games >= FEWEST && correlation < CONTRADICTION).then_some(Doubt { correlation, games })
}

/// Pearson's correlation of pairs; nothing if one side never changes.
fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let n = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let both = sum(&|pair| (pair.0 - x) * (pair.1 - y));
    let squares = sum(&|pair| (pair.0 - x).powi(2)) * sum(&|pair| (pair.1 - y).powi(2));
    (squares > 0.0).then(|| both / squares.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_together_is_correlated() {
        let near = |pairs: &[(f64, f64)], wanted: f64| {
            let found = correlation(pairs).expect("a number");
            assert!((found - wanted).abs() < 1e-9, "{found}");
        };
        near(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)], 1.0);
        near(&[(1.0, 1.0), (2.0, -1.0)], -1.0);
        near(&[(0.0, 1.0), (0.0, -1.0), (1.0, 1.0), (1.0, -1.0)], 0.0);
        assert_eq!(correlation(&[(1.0, 1.0), (1.0, -1.0)]), None);
        assert_eq!(correlation(&[]), None);
    }
}
