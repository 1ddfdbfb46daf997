//! Counts the lines of play to a depth (perft): the number by which a move
//! generator is compared with others.
//!
//! Rules on repetition see the line that leads to each position. A game that is
//! over has no continuation, so it counts only at its own depth.

use crate::play::Game;
use crate::turn::{Move, RulesError, Turn};
use std::ops::ControlFlow;

/// What was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perft {
    /// The lines of play found.
    pub leaves: u64,
    /// Whether the count was stopped before its end.
    pub stopped: bool,
}

/// The count after each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divided {
    /// Each move with its count, in the order of the moves; the last may be
    /// incomplete if the count was stopped.
    pub parts: Vec<(String, u64)>,
    /// The sum.
    pub total: Perft,
}

/// Called now and then with the number of leaves so far; may stop the count.
pub type Progress<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

/// Counts the lines of `depth` turns from a position. `past` holds the earlier
/// positions of the game, oldest first.
pub fn perft<G: Game>(
    game: &G,
    position: &G::Position,
    past: &[G::Position],
    depth: u32,
) -> Result<u64, RulesError> {
    let mut go_on = |_| ControlFlow::Continue(());
    Ok(perft_with(game, position, past, depth, &mut go_on)?.leaves)
}

/// Counts like [`perft`], reporting progress.
pub fn perft_with<G: Game>(
    game: &G,
    position: &G::Position,
    past: &[G::Position],
    depth: u32,
    progress: Progress<'_>,
) -> Result<Perft, RulesError> {
    let mut counter = Counter { game, past: past.to_vec(), leaves: 0, progress };
    let stopped = counter.count(position, depth)?.is_break();
    Ok(Perft { leaves: counter.leaves, stopped })
}

/// Counts like [`perft_with`], for each move of the position. A depth of 0 has
/// no moves.
pub fn divide<G: Game>(
    game: &G,
    position: &G::Position,
    past: &[G::Position],
    depth: u32,
    progress: Progress<'_>,
) -> Result<Divided, RulesError> {
    let mut parts = Vec::new();
    let mut counter = Counter { game, past: past.to_vec(), leaves: 0, progress };
    let mut stopped = false;
    let moves = match depth {
        0 => Vec::new(),
        _ => counter.moves(position)?,
    };
    counter.past.push(position.clone());
    for m in moves {
        let before = counter.leaves;
        if m.outcome.is_none() || depth == 1 {
            stopped = counter.count(&m.to, depth - 1)?.is_break();
        }
        parts.push((m.text, counter.leaves - before));
        if stopped {
            break;
        }
    }
    Ok(Divided { parts, total: Perft { leaves: counter.leaves, stopped } })
}

struct Counter<'a, G: Game> {
    game: &'a G,
    /// The positions before the one that is looked at.
    past: Vec<G::Position>,
    leaves: u64,
    progress: Progress<'a>,
}

impl<G: Game> Counter<'_, G> {
    fn moves(&self, position: &G::Position) -> Result<Vec<Move<G::Position>>, RulesError> {
        match self.game.turn(position, &self.past)? {
            Turn::Over(_) => Ok(Vec::new()),
            Turn::Moves(moves) => Ok(moves),
        }
    }

    /// Adds the lines from a position. The lines still to follow are kept on a
    /// stack of our own: a game may last longer than the machine's stack.
    fn count(&mut self, position: &G::Position, depth: u32) -> Result<ControlFlow<()>, RulesError> {
        if depth == 0 {
            self.leaves += 1;
            return Ok((self.progress)(self.leaves));
        }
        let bottom = self.past.len();
        let mut ahead: Vec<std::vec::IntoIter<Move<G::Position>>> = Vec::new();
        let mut next = Some(position.clone());
        loop {
            if let Some(position) = next.take() {
                let moves = self.moves(&position)?;
                if ahead.len() + 1 == depth as usize {
                    self.leaves += moves.len() as u64;
                    if (self.progress)(self.leaves).is_break() {
                        self.past.truncate(bottom);
                        return Ok(ControlFlow::Break(()));
                    }
                } else {
                    self.past.push(position);
                    ahead.push(moves.into_iter());
                    // Where games end before the depth, no leaf is ever reached.
                    if (self.progress)(self.leaves).is_break() {
                        self.past.truncate(bottom);
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            let Some(moves) = ahead.last_mut() else { break };
            match moves.find(|m| m.outcome.is_none()) {
                Some(m) => next = Some(m.to),
                None => {
                    ahead.pop();
                    self.past.pop();
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{TakeTheKing, TicTacToe};

    #[test]
    fn tictactoe_has_its_known_counts() {
        let game = TicTacToe::new();
        let counts: Vec<u64> =
            (0..=7).map(|depth| perft(&game, &game.start(), &[], depth).unwrap()).collect();
        assert_eq!(counts, [1, 9, 72, 504, 3024, 15120, 54720, 148_176]);
    }

    #[test]
    fn a_game_that_is_over_is_not_continued() {
        let game = TicTacToe::new();
        let won = crate::parse_position(game.facts(), "XXX/OO1/3 b 4").unwrap();
        assert_eq!(perft(&game, &won, &[], 0), Ok(1));
        assert_eq!(perft(&game, &won, &[], 1), Ok(0));
        assert_eq!(perft(&game, &won, &[], 1_000_000), Ok(0));
    }

    #[test]
    fn parts_add_up() {
        let game = TakeTheKing::new();
        let mut go_on = |_| ControlFlow::Continue(());
        let divided = divide(&game, &game.start(), &[], 2, &mut go_on).unwrap();
        assert_eq!(divided.parts.len(), 20);
        assert_eq!(divided.parts[0], ("a2a3".to_string(), 20));
        assert_eq!(divided.total, Perft { leaves: 400, stopped: false });
        let none = divide(&game, &game.start(), &[], 0, &mut go_on).unwrap();
        assert_eq!(none.parts, []);
    }

    #[test]
    fn a_count_can_be_stopped() {
        let game = TicTacToe::new();
        let mut enough = |leaves| match leaves < 100 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let perft = perft_with(&game, &game.start(), &[], 4, &mut enough).unwrap();
        assert!(perft.stopped && (100..110).contains(&perft.leaves), "{perft:?}");
        let divided = divide(&game, &game.start(), &[], 4, &mut enough).unwrap();
        assert_eq!((divided.parts.len(), divided.total), (1, perft));
    }

    #[test]
    fn the_rules_see_the_line_of_play() {
        // This tic-tac-toe reports a position that is in its own past.
        let game = TicTacToe::new();
        let error = perft(&game, &game.start(), &[game.start()], 1).unwrap_err();
        assert_eq!(error.message, "the position has occurred before");
    }
}
