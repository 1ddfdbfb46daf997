//! A game as one thread searches it: positions after positions, without texts and,
//! where a back end can do so, without allocating or locking for a node.

use crate::{Game, Outcome, RulesError, Turn};

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

    /// The number in the past of the oldest position because of which the last
    /// expansion came out as it did: those given at the start count from 0, those
    /// entered follow. Nothing if it would have come out so anywhere.
    fn ground(&self) -> Option<usize>;

    /// How the turn that led to a position has ended the game, if the position
    /// knows that; otherwise [`Worker::expand`] tells.
    fn outcome(&self, at: &Self::Position) -> Option<Outcome>;

    /// An evaluation for the player to move, by its number.
    fn evaluate(&mut self, at: &Self::Position, evaluation: usize) -> Result<i32, RulesError>;

    /// The position belongs to the past now, as its moves are looked at.
    fn enter(&mut self, at: &Self::Position);

    /// The position that was entered last does not belong to the past any more.
    fn leave(&mut self);
}

/// A worker for any game, which asks for whole turns.
pub struct TurnWorker<'g, G: Game> {
    game: &'g G,
    past: Vec<G::Position>,
    asks_for_past: bool,
    ground: Option<usize>,
}

impl<'g, G: Game> TurnWorker<'g, G> {
    /// A worker behind these positions, the oldest first.
    pub fn new(game: &'g G, past: &[G::Position]) -> TurnWorker<'g, G> {
        let asks_for_past = game.asks_for_past();
        TurnWorker { game, past: past.to_vec(), asks_for_past, ground: None }
    }
}

impl<G: Game> Worker for TurnWorker<'_, G> {
    type Position = G::Position;

    fn expand(
        &mut self,
        at: &G::Position,
        list: &mut Vec<G::Position>,
    ) -> Result<Option<Outcome>, RulesError> {
        let turn = match self.asks_for_past {
            true => {
                let (turn, ground) = self.game.grounded_turn(at, &self.past)?;
                self.ground = ground;
                turn
            }
            false => self.game.turn(at, &self.past)?,
        };
        match turn {
            Turn::Over(outcome) => Ok(Some(outcome)),
            Turn::Moves(moves) => {
                list.extend(moves.into_iter().map(|played| played.to));
                Ok(None)
            }
        }
    }

    fn ground(&self) -> Option<usize> {
        self.ground
    }

    fn outcome(&self, at: &G::Position) -> Option<Outcome> {
        self.game.outcome(at)
    }

    fn evaluate(&mut self, at: &G::Position, evaluation: usize) -> Result<i32, RulesError> {
        self.game.evaluate(at, evaluation)
    }

    fn enter(&mut self, at: &G::Position) {
        self.past.push(at.clone());
    }

    fn leave(&mut self) {
        self.past.pop();
    }
}
