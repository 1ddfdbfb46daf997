//! A game as one thread searches it: positions after positions, without texts and,
//! where a back end can do so, without allocating or locking for a node.

use crate::{Game, Outcome, RulesError, Turn, random::Rng};

/// How a random game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending<P> {
    /// It came to its end.
    Over(Outcome),
    /// It was broken off in a position that has moves.
    BrokenOff(P),
}

/// What a thread needs to look ahead. It knows the positions on the way to the one
/// it looks at, because rules on repetition ask for them.
pub trait Worker {
    /// The positions of the game.
    type Position;

    /// Puts the positions that a turn can lead to behind what is in the list, each
    /// once, in an order that is always the same; or tells that the game is over.
    fn expand(
        &mut self,
        at: &Self::Position,
        list: &mut Vec<Self::Position>,
    ) -> Result<Option<Outcome>, RulesError>;

    /// How the turn that led to a position has ended the game, if the position
    /// knows that; otherwise [`Worker::expand`] tells.
    fn outcome(&self, at: &Self::Position) -> Option<Outcome>;

    /// An evaluation for the player to move, by its number.
    fn evaluate(&mut self, at: &Self::Position, evaluation: usize) -> Result<i32, RulesError>;

    /// Plays random moves, each equally likely, until the game is over or has lasted
    /// so many more turns. The same generator gives the same game.
    fn playout(
        &mut self,
        at: &Self::Position,
        rng: &mut Rng,
        max_turns: u32,
    ) -> Result<Ending<Self::Position>, RulesError>;

    /// The position belongs to the past now, as its moves are looked at.
    fn enter(&mut self, at: &Self::Position);

    /// The position that was entered last does not belong to the past any more.
    fn leave(&mut self);
}

/// A worker for any game, which asks for whole turns.
pub struct TurnWorker<'g, G: Game> {
    game: &'g G,
    past: Vec<G::Position>,
}

impl<'g, G: Game> TurnWorker<'g, G> {
    /// A worker behind these positions, the oldest first.
    pub fn new(game: &'g G, past: &[G::Position]) -> TurnWorker<'g, G> {
        TurnWorker { game, past: past.to_vec() }
    }

    /// A random game that leaves its positions in the past.
    fn play_on(
        &mut self,
        at: &G::Position,
        rng: &mut Rng,
        max_turns: u32,
    ) -> Result<Ending<G::Position>, RulesError> {
        let mut at = at.clone();
        for _ in 0..max_turns {
            let moves = match self.game.turn(&at, &self.past)? {
                Turn::Over(outcome) => return Ok(Ending::Over(outcome)),
                Turn::Moves(moves) => moves,
            };
            let n = rng.below(moves.len());
            let Some(played) = moves.into_iter().nth(n) else { break };
            if let Some(outcome) = played.outcome {
                return Ok(Ending::Over(outcome));
            }
            self.past.push(std::mem::replace(&mut at, played.to));
        }
        match self.game.turn(&at, &self.past)? {
            Turn::Over(outcome) => Ok(Ending::Over(outcome)),
            Turn::Moves(_) => Ok(Ending::BrokenOff(at)),
        }
    }
}

impl<G: Game> Worker for TurnWorker<'_, G> {
    type Position = G::Position;

    fn expand(
        &mut self,
        at: &G::Position,
        list: &mut Vec<G::Position>,
    ) -> Result<Option<Outcome>, RulesError> {
        match self.game.turn(at, &self.past)? {
            Turn::Over(outcome) => Ok(Some(outcome)),
            Turn::Moves(moves) => {
                list.extend(moves.into_iter().map(|played| played.to));
                Ok(None)
            }
        }
    }

    fn outcome(&self, at: &G::Position) -> Option<Outcome> {
        self.game.outcome(at)
    }

    fn evaluate(&mut self, at: &G::Position, evaluation: usize) -> Result<i32, RulesError> {
        self.game.evaluate(at, evaluation)
    }

    fn playout(
        &mut self,
        at: &G::Position,
        rng: &mut Rng,
        max_turns: u32,
    ) -> Result<Ending<G::Position>, RulesError> {
        let before = self.past.len();
        let played = self.play_on(at, rng, max_turns);
        self.past.truncate(before);
        played
    }

    fn enter(&mut self, at: &G::Position) {
        self.past.push(at.clone());
    }

    fn leave(&mut self) {
        self.past.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{TakeTheKing, TicTacToe};

    #[test]
    fn random_games_end_or_are_broken_off() {
        let game = TicTacToe::new();
        let mut worker = TurnWorker::new(&game, &[]);
        let mut play = |seed| worker.playout(&game.start(), &mut Rng::new(seed), 9);
        for seed in 0..20 {
            assert!(matches!(play(seed), Ok(Ending::Over(_))));
            assert_eq!(play(seed), play(seed));
        }
        let game = TakeTheKing::new();
        let mut worker = TurnWorker::new(&game, &[]);
        let played = worker.playout(&game.start(), &mut Rng::new(1), 3);
        assert!(matches!(played, Ok(Ending::BrokenOff(at)) if at != game.start()));
        assert!(worker.past.is_empty());
    }
}
