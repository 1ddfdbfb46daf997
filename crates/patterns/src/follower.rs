//! An evaluator that follows positions of a game: whatever is asked for next, it changes what
//! differs from the position before, which is little within a search.

use crate::model::{Evaluator, Model};
use game::{Field, Game, Piece, Setup};
use std::sync::Arc;

/// Evaluates positions of a game, one after the other, in one thread.
#[derive(Clone, Debug)]
pub struct Follower<P> {
    evaluator: Evaluator,
    last: Option<P>,
    /// Lists that are used again and again.
    changed: Vec<(Field, Option<Piece>)>,
    numbers: Vec<i32>,
}

impl<P: Clone> Follower<P> {
    /// Begins with any position.
    pub fn new(model: Arc<Model>) -> Follower<P> {
        let evaluator = Evaluator::new(model);
        Follower { evaluator, last: None, changed: Vec::new(), numbers: Vec::new() }
    }

    /// The value of a position for the player to move.
    #[inline]
    pub fn evaluate<G: Game<Position = P>>(&mut self, game: &G, at: &P) -> i32 {
        match &mut self.last {
            Some(last) => {
                self.changed.clear();
                game.differences(last, at, &mut self.changed);
                self.evaluator.put(&self.changed);
                last.clone_from(at);
            }
            None => self.begin(&game.setup(at)),
        }
        if self.last.is_none() {
            self.last = Some(at.clone());
        }
        if !self.evaluator.model().plan().numbers.is_empty() {
            self.numbers.clear();
            game.numbers(at, &mut self.numbers);
            let numbers = self.numbers.iter().enumerate();
            numbers.for_each(|(i, value)| self.evaluator.set_number(i, *value));
        }
        self.evaluator.value(game.player(at))
    }

    /// Puts all pieces of a position on the board.
    fn begin(&mut self, setup: &Setup) {
        let tops = setup.board.iter().enumerate();
        self.changed.clear();
        self.changed.extend(tops.map(|(i, stack)| (Field(i as u16), stack.last().copied())));
        self.evaluator.put(&self.changed);
    }

    /// What the last value is made of.
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }
}
