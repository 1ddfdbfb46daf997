//! Where the fields of a board are when it is drawn, in widths of a field: squares in rows,
//! hexagons in rows that are shifted, points where their grid has them, and points without a
//! grid on a circle.

use game::{Facts, Shape};
use std::f64::consts::TAU;

/// The middle of each field, from the upper left corner.
pub(crate) fn places(facts: &Facts) -> Vec<(f64, f64)> {
    let board = &facts.board;
    if board.size.is_none() {
        return circle(board.n_fields());
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
