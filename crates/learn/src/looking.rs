//! A small search for a player who learns: a few turns deep, with captures followed to their
//! end, and with the position at the end of the best line, because that is the position whose
//! evaluation was used.

use crate::course::{Course, Method};
use game::{Game, Outcome, Rng, RulesError, Worker};
use patterns::{Follower, Model};
use std::sync::Arc;

/// A win on the spot; later ones are worth a little less.
const OVER: i32 = 100_000;
/// Values from here on are those of games that are over.
const DECIDED: i32 = OVER / 2;
/// Captures are followed for this many turns.
const CAPTURES: u32 = 6;

/// What was found of a position.
#[derive(Clone, Debug)]
pub(crate) struct Found<P> {
    /// Its value for the player to move.
    pub(crate) value: i32,
    /// The position that was evaluated for it; nothing if the game is over there.
    pub(crate) leaf: Option<P>,
}

impl<P> Found<P> {
    /// The same as seen by the player before.
    fn seen_from(mut self, is_same: bool) -> Found<P> {
        if !is_same {
            self.value = -self.value;
        }
        self
    }
}

/// What a search knows of its place in the tree.
#[derive(Clone, Copy)]
struct Level {
    depth: u32,
    ply: i32,
    alpha: i32,
    beta: i32,
}

impl Level {
    /// The level of a child, which is seen by the same player or by the other one.
    fn below(self, alpha: i32, is_same: bool) -> Level {
        let (alpha, beta) = if is_same { (alpha, self.beta) } else { (-self.beta, -alpha) };
        Level { depth: self.depth.saturating_sub(1), ply: self.ply + 1, alpha, beta }
    }
}

/// Looks ahead in one game, in one thread.
pub(crate) struct Looker<'g, G: Game> {
    game: &'g G,
    worker: G::Worker<'g>,
    follower: Follower<G::Position>,
    follows_captures: bool,
    /// Whether moves are put in order at the root, too, so that fewer captures are followed.
    orders_all: bool,
    /// Lists that are not in use.
    spare: Vec<Vec<G::Position>>,
}

impl<'g, G: Game> Looker<'g, G> {
    pub(crate) fn new(game: &'g G, model: Arc<Model>, course: &Course) -> Looker<'g, G> {
        Looker {
            game,
            worker: game.worker(&[]),
            follower: Follower::new(model),
            follows_captures: course.captures,
            orders_all: course.method == Method::Fit,
            spare: Vec::new(),
        }
    }

    /// The moves of a position, or how the game is over there.
    pub(crate) fn moves(
        &mut self,
        at: &G::Position,
    ) -> Result<Result<Vec<G::Position>, Outcome>, RulesError> {
        let mut list = self.spare.pop().unwrap_or_default();
        list.clear();
        Ok(match self.worker.expand(at, &mut list)? {
            Some(outcome) => Err(outcome),
            None => Ok(list),
        })
    }

    /// The position is left by a move, and belongs to the past.
    pub(crate) fn pass(&mut self, at: &G::Position) {
        self.worker.enter(at);
    }

    /// What an evaluation of the rules says of a position for the player to move.
    pub(crate) fn judged(
        &mut self,
        at: &G::Position,
        evaluation: usize,
    ) -> Result<i32, RulesError> {
        self.worker.evaluate(at, evaluation)
    }

    /// What the evaluation of a position is made of: its entries and its stage.
    pub(crate) fn parts(&mut self, at: &G::Position) -> (Vec<u32>, f32) {
        self.follower.evaluate(self.game, at);
        let evaluator = self.follower.evaluator();
        (evaluator.entries().to_vec(), evaluator.stage())
    }

    /// The position after the captures of a position have been made; nothing if the game is
    /// over there.
    pub(crate) fn settled(&mut self, at: &G::Position) -> Result<Option<G::Position>, RulesError> {
        let level = Level { depth: CAPTURES, ply: 0, alpha: -OVER - 1, beta: OVER + 1 };
        Ok(self.quiet(at, level)?.leaf)
    }

    /// The best of the moves of a position, one of them by chance if several are.
    pub(crate) fn best(
        &mut self,
        at: &G::Position,
        moves: &mut [G::Position],
        depth: u32,
        rng: &mut Rng,
    ) -> Result<(usize, Found<G::Position>), RulesError> {
        for i in (1..moves.len()).rev() {
            moves.swap(i, rng.below(i + 1));
        }
        if self.orders_all {
            self.order(at, moves);
        }
        let level = Level { depth, ply: 0, alpha: -OVER - 1, beta: OVER + 1 };
        self.best_of(at, moves, level)
    }

    fn best_of(
        &mut self,
        at: &G::Position,
        moves: &[G::Position],
        level: Level,
    ) -> Result<(usize, Found<G::Position>), RulesError> {
        let player = self.game.player(at);
        let mut best = (0, Found { value: -OVER - 1, leaf: None });
        let mut alpha = level.alpha;
        self.worker.enter(at);
        for (i, to) in moves.iter().enumerate() {
            let is_same = self.game.player(to) == player;
            let found = self.value(to, level.below(alpha, is_same))?.seen_from(is_same);
            if found.value > best.1.value {
                alpha = alpha.max(found.value);
                best = (i, found);
                if alpha >= level.beta {
                    break;
                }
            }
        }
        self.worker.leave();
        Ok(best)
    }

    /// The value of a position that a move led to.
    fn value(&mut self, at: &G::Position, level: Level) -> Result<Found<G::Position>, RulesError> {
        if let Some(outcome) = self.worker.early_outcome(at) {
            return Ok(self.over(outcome, at, level.ply));
        }
        if level.depth == 0 {
            return self.quiet(at, Level { depth: CAPTURES, ..level });
        }
        let mut moves = match self.moves(at)? {
            Ok(moves) => moves,
            Err(outcome) => return Ok(self.over(outcome, at, level.ply)),
        };
        if level.depth > 1 || moves.len() > 1 {
            self.order(at, &mut moves);
        }
        let best = self.best_of(at, &moves, level)?.1;
        self.spare.push(moves);
        Ok(best)
    }

    /// Puts the moves first after which the evaluation is best.
    fn order(&mut self, at: &G::Position, moves: &mut [G::Position]) {
        let player = self.game.player(at);
        moves.sort_by_cached_key(|to| {
            let value = self.follower.evaluate(self.game, to);
            if self.game.player(to) == player { -value } else { value }
        });
    }

    /// The value of a position in which only captures are looked at.
    fn quiet(&mut self, at: &G::Position, level: Level) -> Result<Found<G::Position>, RulesError> {
        let value = self.follower.evaluate(self.game, at);
        let mut best = Found { value, leaf: Some(at.clone()) };
        if !self.follows_captures || level.depth == 0 || value >= level.beta {
            return Ok(best);
        }
        let mut moves = match self.moves(at)? {
            Ok(moves) => moves,
            Err(outcome) => return Ok(self.over(outcome, at, level.ply)),
        };
        let player = self.game.player(at);
        moves.retain(|to| self.game.is_capture(at, to));
        if moves.is_empty() {
            self.spare.push(moves);
            return Ok(best);
        }
        let mut alpha = level.alpha.max(value);
        self.worker.enter(at);
        for to in &moves {
            let is_same = self.game.player(to) == player;
            let below = level.below(alpha, is_same);
            let found = match self.worker.early_outcome(to) {
                Some(outcome) => self.over(outcome, to, below.ply),
                None => self.quiet(to, below)?,
            };
            let found = found.seen_from(is_same);
            if found.value > best.value {
                alpha = alpha.max(found.value);
                best = found;
                if alpha >= level.beta {
                    break;
                }
            }
        }
        self.worker.leave();
        self.spare.push(moves);
        Ok(best)
    }

    fn over(&self, outcome: Outcome, at: &G::Position, ply: i32) -> Found<G::Position> {
        let value = outcome.for_player(self.game.player(at)).signum() * (OVER - ply);
        Found { value, leaf: None }
    }
}

/// The chance to win, from 0 to 1, that a value means.
pub(crate) fn chance(value: i32) -> f32 {
    match value {
        DECIDED.. => 1.0,
        _ if value <= -DECIDED => 0.0,
        _ => 1.0 / (1.0 + (-(value as f32) / patterns::UNIT as f32).exp()),
    }
}
