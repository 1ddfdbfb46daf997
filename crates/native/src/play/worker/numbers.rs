//! Numbers that a thread asks about positions: evaluations, by code or by what was learned, and
//! lower bounds.

use super::NativeWorker;
use crate::compile::late::Cell;
use crate::emit::Driver;
use crate::position::Position;
use game::{Game, RulesError};
use interp::Origin;
use patterns::Follower;
use std::sync::Arc;

/// What an evaluation is asked of.
pub(super) enum Evaluates {
    /// Code for one of the rules, by its number there and by player.
    Code(usize, [Option<Arc<Cell>>; 2]),
    /// Something that was learned, which remembers the last position.
    Learned(Box<Follower<Position>>),
}

impl Evaluates {
    fn new(origin: &Origin) -> Evaluates {
        match origin {
            Origin::Rules(n) => Evaluates::Code(*n, [None, None]),
            Origin::Learned(model) => Evaluates::Learned(Box::new(Follower::new(model.clone()))),
        }
    }
}

impl NativeWorker<'_> {
    /// An evaluation for the player to move, by its number.
    #[inline]
    pub(super) fn number(&mut self, at: &Position, evaluation: usize) -> Result<i32, RulesError> {
        if self.evaluations.is_empty() {
            let origins =
                (0..self.game.facts().evaluations.len()).map(|n| self.game.interp().origin(n));
            self.evaluations = origins.map(Evaluates::new).collect();
        }
        let (n, places) = match &mut self.evaluations[evaluation] {
            Evaluates::Learned(follower) => return Ok(follower.evaluate(self.game, at)),
            Evaluates::Code(n, places) => (*n, places),
        };
        let func = self.game.program().entries.evaluations[n];
        let place = &mut places[self.game.player(at).index()];
        let number = Self::run(self.game, &mut self.memory, place, Driver::Evaluate(func), at);
        match number {
            Ok(number) => Ok(number as i32),
            Err(stopped) => {
                self.game.number_instead(at, &stopped, |interp, at| interp.evaluate(at, evaluation))
            }
        }
    }

    /// The greatest of all lower bounds, or 0.
    pub(super) fn greatest_bound(&mut self, at: &Position) -> Result<i32, RulesError> {
        let player = self.game.player(at).index();
        let mut most = 0;
        for (n, places) in self.bounds.iter_mut().enumerate() {
            let driver = Driver::Evaluate(self.game.program().entries.bounds[n]);
            let number = Self::run(self.game, &mut self.memory, &mut places[player], driver, at);
            most = most.max(match number {
                Ok(number) => number as i32,
                Err(stopped) => {
                    self.game.number_instead(at, &stopped, |interp, at| interp.bound(at, n))?
                }
            });
        }
        Ok(most)
    }
}
