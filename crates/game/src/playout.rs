//! Plays at random to the end: a first look at a game, and a test of its rules.

use crate::play::Game;
use crate::random::Rng;
use crate::turn::{Outcome, RulesError, Turn};

/// A game played at random.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout<P> {
    /// The texts of the moves.
    pub moves: Vec<String>,
    /// The positions before the last one, the oldest first, with those before the game.
    pub past: Vec<P>,
    /// The position after the moves.
    pub end: P,
    /// How the game ended; nothing if it was broken off.
    pub outcome: Option<Outcome>,
}

/// Plays random moves from a position until the game is over or has lasted
/// `max_turns` more turns. `past` holds the earlier positions, oldest first.
/// The same generator gives the same game.
pub fn playout<G: Game>(
    game: &G,
    position: &G::Position,
    past: &[G::Position],
    rng: &mut Rng,
    max_turns: usize,
) -> Result<Playout<G::Position>, RulesError> {
    let mut past = past.to_vec();
    let mut end = position.clone();
    let mut moves = Vec::new();
    loop {
        let choices = match game.turn(&end, &past)? {
            Turn::Over(outcome) => return Ok(Playout { moves, past, end, outcome: Some(outcome) }),
            Turn::Moves(choices) => choices,
        };
        let chosen = rng.below(choices.len());
        let chosen = choices.into_iter().nth(chosen).filter(|_| moves.len() < max_turns);
        let Some(chosen) = chosen else {
            return Ok(Playout { moves, past, end, outcome: None });
        };
        past.push(std::mem::replace(&mut end, chosen.to));
        moves.push(chosen.text);
        if chosen.outcome.is_some() {
            return Ok(Playout { moves, past, end, outcome: chosen.outcome });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{TakeTheKing, TicTacToe};

    #[test]
    fn a_seed_gives_one_game() {
        let game = TicTacToe::new();
        let play = |seed| playout(&game, &game.start(), &[], &mut Rng::new(seed), 100).unwrap();
        assert_eq!(play(1), play(1));
        assert_ne!(play(1).moves, play(2).moves);
        for seed in 0..50 {
            let playout = play(seed);
            assert!(playout.outcome.is_some());
            assert!((5..=9).contains(&playout.moves.len()));
        }
    }

    #[test]
    fn a_long_game_is_broken_off() {
        let game = TakeTheKing::new();
        let playout = playout(&game, &game.start(), &[], &mut Rng::new(1), 3).unwrap();
        assert_eq!((playout.moves.len(), playout.outcome), (3, None));
    }
}
