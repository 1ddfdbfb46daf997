//! Where the fields of a board are when it is drawn, in widths of a field: squares in rows,
//! hexagons in rows that are shifted, points where their grid has them, and points without a
//! grid on a circle, around the one that is joined to all others.

use game::{Facts, Field, Shape};
use std::collections::BTreeSet;
use std::f64::consts::TAU;

/// The middle of each field, from the upper left corner.
pub(crate) fn places(facts: &Facts) -> Vec<(f64, f64)> {
    let board = &facts.board;
    if board.size.is_none() {
        return star(board.n_fields(), &board.lines);
    }
    let (shift, high) = match board.shape {
        Shape::Hexagonal => (0.5, 0.75_f64.sqrt()),
        Shape::Square | Shape::Lines => (0.0, 1.0),
    };
    let mut places = vec![(0.0, 0.0); board.n_fields()];
    for (y, row) in board.rows.iter().enumerate() {
        for (x, field) in row.iter().enumerate() {
            if let Some(field) = field {
                let (x, y) = (x as f64, y as f64);
                places[field.index()] = (0.5 + x + shift * y, 0.5 + high * y);
            }
        }
    }
    places
}

/// Points on a circle, with the point in its middle that lines join to all others, if there is one.
fn star(n: usize, lines: &[Vec<Field>]) -> Vec<(f64, f64)> {
    let joined = |middle: usize| {
        let pairs = lines.iter().flat_map(|line| line.windows(2));
        let ends = pairs.filter_map(|pair| match (pair[0].index(), pair[1].index()) {
            (a, b) if a == middle => Some(b),
            (a, b) if b == middle => Some(a),
            _ => None,
        });
        ends.collect::<BTreeSet<usize>>().len()
    };
    let Some(middle) = (0..n).find(|i| n > 3 && joined(*i) == n - 1) else { return circle(n) };
    let mut places = circle(n - 1);
    // The first point is right above the middle, which is as far from the left as from above.
    let (x, _) = places[0];
    places.insert(middle, (x, x));
    places
}

/// Points on a circle that is wide enough for all of them.
fn circle(n: usize) -> Vec<(f64, f64)> {
    let radius = (n as f64 / 4.0).max(1.2);
    let place = |i: usize| {
        let angle = TAU * i as f64 / n.max(1) as f64;
        (0.5 + radius * (1.0 + angle.sin()), 0.5 + radius * (1.0 - angle.cos()))
    };
    (0..n).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use multigame::Game;

    /// The middle of a star is in the middle of its points, whichever of them it is.
    #[test]
    fn a_point_that_is_joined_to_all_is_in_the_middle() {
        let line = |points: &[u16]| points.iter().map(|it| Field(*it)).collect::<Vec<_>>();
        let places = star(5, &[line(&[0, 2, 1]), line(&[3, 2, 4])]);
        let (x, y) = places[2];
        let others = [0, 1, 3, 4].map(|i: usize| (places[i].0 - x).hypot(places[i].1 - y));
        assert!(others.iter().all(|it| (it - others[0]).abs() < 1e-9), "{places:?}");
        assert_eq!(star(4, &[line(&[0, 1, 2, 3])]), circle(4));
    }

    /// No two fields of any game overlap.
    #[test]
    fn fields_have_places_of_their_own() {
        for name in Game::names() {
            let game = Game::load(name).expect("a game");
            let places = places(game.facts());
            for (i, a) in places.iter().enumerate() {
                for b in &places[..i] {
                    let distance = (a.0 - b.0).hypot(a.1 - b.1);
                    assert!(distance > 0.99, "{name}: {a:?} {b:?}");
                }
            }
        }
    }
}
