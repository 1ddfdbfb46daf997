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

    /// Like [`Worker::expand`], and puts what each of the moves costs behind what is
    /// in the other list: the least of several ways to make it.
    fn expand_with_costs(
        &mut self,
        at: &Self::Position,
        list: &mut Vec<Self::Position>,
        costs: &mut Vec<i32>,
    ) -> Result<Option<Outcome>, RulesError>;

    /// The greatest lower bound that the rules give for what is still to be paid, at
    /// least 0.
    fn bound(&mut self, at: &Self::Position) -> Result<i32, RulesError>;

    /// Visits all that lies below a position of a puzzle as far as the cost goes, if
    /// the back end can do that at once, and faster than [`Worker::expand`] and
    /// [`Worker::bound`] could for each position.
    fn dive(&mut self, _: &Dive<'_, Self::Position>) -> Result<Option<Dived>, RulesError> {
        Ok(None)
    }

    /// The position belongs to the past now, as its moves are looked at.
    fn enter(&mut self, at: &Self::Position);

    /// The position that was entered last does not belong to the past any more.
    fn leave(&mut self);
}

/// What is to be visited: depth first, each position whose cost and bound together
/// are not more than what is left.
#[derive(Clone, Copy, Debug)]
pub struct Dive<'p, P> {
    /// Where it begins; this position is not counted.
    pub at: &'p P,
    /// The position before that one, to which no move may lead back. In the same
    /// way no move leads back to where the move before it came from.
    pub before: Option<&'p P>,
    /// What may still be paid.
    pub left: i32,
    /// More positions than that are not visited.
    pub most: u64,
}

/// What a dive has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dived {
    /// Positions that were visited, or seen to be too far away.
    pub nodes: u64,
    /// Whether the puzzle can be solved for what is left. Then some of the positions
    /// were not visited.
    pub solved: bool,
    /// By how much the least cost and bound were more than what was left, if some
    /// position was too far away.
    pub above: Option<i32>,
    /// Whether there were more positions than were to be visited. Then the rest
    /// means nothing.
    pub gave_up: bool,
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

    fn expand_with_costs(
        &mut self,
        at: &G::Position,
        list: &mut Vec<G::Position>,
        costs: &mut Vec<i32>,
    ) -> Result<Option<Outcome>, RulesError> {
        match self.game.turn(at, &self.past)? {
            Turn::Over(outcome) => Ok(Some(outcome)),
            Turn::Moves(moves) => {
                costs.extend(moves.iter().map(|played| played.cost));
                list.extend(moves.into_iter().map(|played| played.to));
                Ok(None)
            }
        }
    }

    fn bound(&mut self, at: &G::Position) -> Result<i32, RulesError> {
        let bounds = 0..self.game.facts().bounds.len();
        bounds
            .map(|bound| self.game.bound(at, bound))
            .try_fold(0, |most, bound| Ok(most.max(bound?)))
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
