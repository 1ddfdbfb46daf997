//! Ratings that explain the results of a tournament: the Bradley-Terry model, in which the
//! odds of two players are the quotient of their strengths, fitted by the iteration of Ford
//! ("Solution of a ranking problem from binary comparisons", 1957).

/// Each pairing is supposed to have had this many drawn games before, so that a player with all
/// the points has a rating, too.
const PRIOR: f64 = 1.0;
/// How often ratings are improved.
const ROUNDS: u32 = 2000;

/// Elo points of each player, zero on average, from points and games of each against each.
///
/// ```
/// let points = [vec![0.0, 30.0], vec![10.0, 0.0]];
/// let elo = tune::ratings(&points, &[vec![0, 40], vec![40, 0]]);
/// assert!(elo[0] > 80.0 && (elo[0] + elo[1]).abs() < 0.001);
/// ```
pub fn ratings(points: &[Vec<f64>], games: &[Vec<u64>]) -> Vec<f64> {
    let n = points.len();
    let others = |i: usize| (0..n).filter(move |j| *j != i);
    let played = |i: usize, j: usize| games[i][j] as f64 + PRIOR;
    let mut strengths = vec![1.0_f64; n];
    for _ in 0..ROUNDS {
        for i in 0..n {
            let won: f64 = others(i).map(|j| points[i][j] + PRIOR / 2.0).sum();
            let expected: f64 =
                others(i).map(|j| played(i, j) / (strengths[i] + strengths[j])).sum();
            if expected > 0.0 {
                strengths[i] = won / expected;
            }
        }
    }
    let elos: Vec<f64> = strengths.iter().map(|strength| 400.0 * strength.log10()).collect();
    let mean = elos.iter().sum::<f64>() / (n as f64).max(1.0);
    elos.into_iter().map(|elo| elo - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_give_back_the_scores_they_come_from() {
        // Strengths of 1, 2 and 4 give these points in games enough that the prior is nothing.
        let games = vec![vec![0, 60_000, 60_000]; 3];
        let games: Vec<Vec<u64>> = (0..3)
            .map(|i| (0..3).map(|j| if i == j { 0 } else { games[0][1] }).collect())
            .collect();
        let strength = [1.0, 2.0, 4.0];
        let points: Vec<Vec<f64>> = (0..3)
            .map(|i| {
                (0..3)
                    .map(|j| match i == j {
                        true => 0.0,
                        false => 60_000.0 * strength[i] / (strength[i] + strength[j]),
                    })
                    .collect()
            })
            .collect();
        let elos = ratings(&points, &games);
        let doubled = 400.0 * 2.0_f64.log10();
        assert!((elos[1] - elos[0] - doubled).abs() < 0.1, "{elos:?}");
        assert!((elos[2] - elos[1] - doubled).abs() < 0.1, "{elos:?}");
    }

    #[test]
    fn nobody_is_infinitely_strong() {
        let elos = ratings(&[vec![0.0, 10.0], vec![0.0, 0.0]], &[vec![0, 10], vec![10, 0]]);
        assert!(elos[0] > 200.0 && elos[0] < 600.0, "{elos:?}");
        assert_eq!(ratings(&[vec![0.0]], &[vec![0]]), [0.0]);
    }
}
