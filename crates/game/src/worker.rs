//! A game as one thread searches it: positions after positions, without texts and,
//! where a back end can do so, without allocating or locking for a node.

use crate::{Game, Held, Outcome, RulesError, Turn, random::Rng};

/// How a random game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish<P> {
    /// It came to its end.
    Over(Outcome),
    /// It was broken off in a position that has moves.
    BrokenOff(P),
}

/// What came of listing a part of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expanded {
    /// The game is over.
    Over(Outcome),
    /// There are moves, and those that are wanted are in the list.
    Moves {
        /// Whether there are others.
        others: bool,
    },
}

/// What a thread needs to look ahead. It knows the positions on the way to the one
/// it looks at, because rules on repetition ask for them.
pub trait Worker {
    /// The positions of the game.
    type Position;

    /// Appends the positions that a turn can lead to to the list, each
    /// once, in an order that is always the same; or tells that the game is over.
    fn expand(
        &mut self,
        at: &Self::Position,
        list: &mut Vec<Self::Position>,
    ) -> Result<Option<Outcome>, RulesError>;

    /// Like [`Worker::expand`], for positions that the rules may not have been made for;
    /// nothing where they do something that they should not do.
    fn try_expand(
        &mut self,
        at: &Self::Position,
        list: &mut Vec<Self::Position>,
    ) -> Option<Option<Outcome>> {
        self.expand(at, list).ok()
    }

    /// Like [`Worker::try_expand`] at the beginning of a past, as rows of words, one position
    /// after another, in games whose positions are such; signatures may be wrong.
    fn try_rows(&mut self, _: &Self::Position, _rows: &mut Vec<u64>) -> Option<Option<Outcome>> {
        None
    }

    /// The number in the past of the oldest position because of which the last
    /// expansion came out as it did: those given at the start count from 0, those
    /// entered follow. Nothing if it would have come out so anywhere.
    fn ground(&self) -> Option<usize>;

    /// How the turn that led to a position has ended the game, if the position
    /// knows that; otherwise [`Worker::expand`] tells.
    fn outcome(&self, at: &Self::Position) -> Option<Outcome>;

    /// The same, or how the game is over because the rules say so at the start of the
    /// turn; see [`Game::early_outcome`].
    fn early_outcome(&mut self, at: &Self::Position) -> Option<Outcome> {
        self.outcome(at)
    }

    /// An evaluation for the player to move, by its number.
    fn evaluate(&mut self, at: &Self::Position, evaluation: usize) -> Result<i32, RulesError>;

    /// Like [`Worker::expand`], for those who do not ask for the signatures of the
    /// positions nor of those that follow: they may be wrong.
    fn expand_bare(
        &mut self,
        at: &Self::Position,
        list: &mut Vec<Self::Position>,
    ) -> Result<Option<Outcome>, RulesError> {
        self.expand(at, list)
    }

    /// Like [`Worker::expand_bare`], as rows of words, one position after another, in place of what
    /// the list holds; nothing where positions are no [rows](Game::rows). Signatures are right if the one of the position is and
    /// the rules look back, but not where they ask for a third time at least
    /// ([`Rows::repeats`](crate::Rows::repeats)) and nothing was entered.
    fn expand_rows(
        &mut self,
        _: &Self::Position,
        _rows: &mut Vec<u64>,
    ) -> Option<Result<Option<Outcome>, RulesError>> {
        None
    }

    /// Like [`Worker::expand_rows`] as long as nothing gets in the way; nothing where only that can
    /// tell, as in the first turn.
    #[inline]
    fn quick_rows(&mut self, _: &Self::Position, _rows: &mut Vec<u64>) -> Option<Option<Outcome>> {
        None
    }

    /// Like [`Worker::expand`], of those moves only that take pieces, turn them into others or
    /// end the game ([`Game::is_capture`], [`Game::turns_pieces`], [`Game::outcome`]); they
    /// are in the same order.
    fn expand_captures(
        &mut self,
        at: &Self::Position,
        list: &mut Vec<Self::Position>,
    ) -> Result<Expanded, RulesError>;

    /// Like [`Worker::expand_captures`], for positions that the rules may not have been made
    /// for; nothing where they do something that they should not do.
    fn try_captures(
        &mut self,
        at: &Self::Position,
        list: &mut Vec<Self::Position>,
    ) -> Option<Expanded> {
        self.expand_captures(at, list).ok()
    }

    /// Like [`Worker::expand`], and appends what each of the moves costs to the
    /// other list: the least of several ways to make it.
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

    /// Plays random moves, each equally likely, until the game is over or has lasted
    /// this many more turns. The same generator gives the same game.
    fn playout(
        &mut self,
        at: &Self::Position,
        rng: &mut Rng,
        max_turns: u32,
    ) -> Result<Finish<Self::Position>, RulesError>;

    /// The same, for callers that do not ask for the signature of the position where the
    /// game was broken off; and notes what the players hold in its last position.
    fn playout_bare(
        &mut self,
        at: &Self::Position,
        rng: &mut Rng,
        max_turns: u32,
        held: &mut Held,
    ) -> Result<Finish<Self::Position>, RulesError>;

    /// The position at this place of the list of [`Worker::expand_bare`], if the back end
    /// can make it without making the others.
    fn successor(
        &mut self,
        _: &Self::Position,
        _place: usize,
    ) -> Result<Option<Self::Position>, RulesError> {
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
