//! A worker for any game: it asks for whole turns, and leaves out what a search does not need.

use crate::{Expanded, Finish, Game, Held, Outcome, RulesError, Turn, Worker, random::Rng};

/// A worker for any game, which asks for whole turns.
pub struct TurnWorker<'g, G: Game> {
    game: &'g G,
    past: Vec<G::Position>,
    asks_for_past: bool,
    ground: Option<usize>,
}

impl<'g, G: Game> TurnWorker<'g, G> {
    /// A worker after these positions, the oldest first.
    pub fn new(game: &'g G, past: &[G::Position]) -> TurnWorker<'g, G> {
        let asks_for_past = game.asks_for_past();
        TurnWorker { game, past: past.to_vec(), asks_for_past, ground: None }
    }

    /// A random game that leaves its positions in the past: how it went, and its last
    /// position.
    fn play_on(
        &mut self,
        at: &G::Position,
        rng: &mut Rng,
        max_turns: u32,
    ) -> Result<(Finish<G::Position>, G::Position), RulesError> {
        let mut at = at.clone();
        for _ in 0..max_turns {
            let moves = match self.game.turn(&at, &self.past)? {
                Turn::Over(outcome) => return Ok((Finish::Over(outcome), at)),
                Turn::Moves(moves) => moves,
            };
            let n = rng.below(moves.len());
            let Some(played) = moves.into_iter().nth(n) else { break };
            if let Some(outcome) = played.outcome {
                return Ok((Finish::Over(outcome), played.to));
            }
            self.past.push(std::mem::replace(&mut at, played.to));
        }
        match self.game.turn(&at, &self.past)? {
            Turn::Over(outcome) => Ok((Finish::Over(outcome), at)),
            Turn::Moves(_) => Ok((Finish::BrokenOff(at.clone()), at)),
        }
    }
}

/// Takes those out of a list, from a place on, that take no pieces, turn none into others and
/// do not end the game; whether there were some.
pub fn retain_captures<G: Game>(
    game: &G,
    at: &G::Position,
    list: &mut Vec<G::Position>,
    from: usize,
) -> bool {
    let all = list.len();
    let mut place = 0;
    list.retain(|to| {
        place += 1;
        place <= from
            || game.is_capture(at, to)
            || game.turns_pieces(at, to)
            || game.outcome(to).is_some()
    });
    list.len() < all
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

    fn expand_captures(
        &mut self,
        at: &G::Position,
        list: &mut Vec<G::Position>,
    ) -> Result<Expanded, RulesError> {
        let before = list.len();
        if let Some(outcome) = self.expand(at, list)? {
            return Ok(Expanded::Over(outcome));
        }
        let game = self.game;
        let others = retain_captures(game, at, list, before);
        Ok(Expanded::Moves { others })
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

    fn early_outcome(&mut self, at: &G::Position) -> Option<Outcome> {
        self.game.early_outcome(at)
    }

    fn evaluate(&mut self, at: &G::Position, evaluation: usize) -> Result<i32, RulesError> {
        self.game.evaluate(at, evaluation)
    }

    fn playout(
        &mut self,
        at: &G::Position,
        rng: &mut Rng,
        max_turns: u32,
    ) -> Result<Finish<G::Position>, RulesError> {
        self.playout_bare(at, rng, max_turns, &mut Held::default())
    }

    fn playout_bare(
        &mut self,
        at: &G::Position,
        rng: &mut Rng,
        max_turns: u32,
        held: &mut Held,
    ) -> Result<Finish<G::Position>, RulesError> {
        let before = self.past.len();
        let played = self.play_on(at, rng, max_turns);
        self.past.truncate(before);
        let (finish, last) = played?;
        *held = self.game.held(&last);
        Ok(finish)
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
            assert!(matches!(play(seed), Ok(Finish::Over(_))));
            assert_eq!(play(seed), play(seed));
        }
        let game = TakeTheKing::new();
        let mut worker = TurnWorker::new(&game, &[]);
        let played = worker.playout(&game.start(), &mut Rng::new(1), 3);
        assert!(matches!(played, Ok(Finish::BrokenOff(at)) if at != game.start()));
        assert!(worker.past.is_empty());
    }
}
