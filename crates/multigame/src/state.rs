//! A position with its past, for one back end: what the types of the facade hold inside.

use crate::backing::{Backing, MOST_TURNS, Playouts};
use crate::moves::Origin;
use crate::{Error, Move};
use game::{Outcome, Rng, RulesError, Setup, Turn, parse_move, playout};
use std::sync::Arc;

/// Counts that are no deeper are not interrupted: also where there are thousands of moves they
/// take no longer than somebody waits who has pressed a key.
const AT_ONCE: u32 = 2;

/// A position of one back end.
pub(crate) struct State<G: Backing> {
    pub(crate) game: Arc<G>,
    pub(crate) at: G::Position,
    /// Earlier positions, the oldest first; none if the rules do not ask for them.
    pub(crate) past: Arc<Vec<G::Position>>,
    /// How the last move has ended the game.
    outcome: Option<Outcome>,
}

// By hand, because the game itself is shared and need not be cloned.
impl<G: Backing> Clone for State<G> {
    fn clone(&self) -> State<G> {
        let State { game, at, past, outcome } = self;
        State { game: game.clone(), at: at.clone(), past: past.clone(), outcome: *outcome }
    }
}

impl<G: Backing> State<G> {
    pub(crate) fn new(game: &Arc<G>, at: G::Position) -> State<G> {
        State { game: Arc::clone(game), at, past: Arc::default(), outcome: None }
    }

    fn turn(&self) -> Result<Turn<G::Position>, RulesError> {
        match self.outcome {
            Some(outcome) => Ok(Turn::Over(outcome)),
            None => self.game.turn(&self.at, &self.past),
        }
    }

    /// How the last move has ended the game, if it has.
    pub(crate) fn ended(&self) -> Option<Outcome> {
        self.outcome
    }

    /// How the game has ended, if it has.
    pub(crate) fn over(&self) -> Result<Option<Outcome>, RulesError> {
        match self.turn()? {
            Turn::Over(outcome) => Ok(Some(outcome)),
            Turn::Moves(_) => Ok(None),
        }
    }

    /// Counts lines of play; none goes on after the end of the game.
    pub(crate) fn perft(&self, depth: u32) -> Result<u64, RulesError> {
        match self.outcome {
            Some(_) => Ok(u64::from(depth == 0)),
            None => self.game.count(&self.at, &self.past, depth),
        }
    }

    /// The same in parts of few turns, as long as there is somebody who wants to know.
    pub(crate) fn perft_while(
        &self,
        depth: u32,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<u64>, RulesError> {
        if !goes_on() {
            return Ok(None);
        }
        if depth <= AT_ONCE {
            return self.perft(depth).map(Some);
        }
        let Turn::Moves(moves) = self.turn()? else { return Ok(Some(0)) };
        let mut leaves = 0;
        for made in moves {
            let mut after = self.clone();
            after.advance(made.to, made.outcome);
            let Some(more) = after.perft_while(depth - 1, goes_on)? else { return Ok(None) };
            leaves += more;
        }
        Ok(Some(leaves))
    }

    /// Another position of the same game, with no past.
    pub(crate) fn elsewhere(&self, at: G::Position) -> State<G> {
        State::new(&self.game, at)
    }

    /// Another position of the same game, after these.
    pub(crate) fn after(&self, at: G::Position, past: Vec<G::Position>) -> State<G> {
        State { past: Arc::new(past), ..State::new(&self.game, at) }
    }

    pub(crate) fn setup(&self) -> Setup {
        self.game.setup(&self.at)
    }

    /// Goes on to a position that a move leads to.
    fn advance(&mut self, to: G::Position, outcome: Option<Outcome>) {
        let from = std::mem::replace(&mut self.at, to);
        if self.game.asks_for_past() {
            Arc::make_mut(&mut self.past).push(from);
        }
        self.outcome = outcome;
    }

    pub(crate) fn moves(&self) -> Result<Vec<Move>, RulesError> {
        let Turn::Moves(moves) = self.turn()? else { return Ok(Vec::new()) };
        let from = self.origin();
        Ok(moves.into_iter().map(|made| as_move::<G>(made, &from)).collect())
    }

    pub(crate) fn parse_move(&self, text: &str) -> Result<Move, Error> {
        let moves = match self.turn()? {
            Turn::Over(outcome) => {
                return Err(Error::Over(game::describe_outcome(self.game.facts(), outcome)));
            }
            Turn::Moves(moves) => moves,
        };
        let setup = self.setup();
        let found = parse_move(self.game.facts(), &setup, &moves, text)
            .or_else(|why| game::read_san(&*self.game, &setup, &moves, text).ok_or(why))?;
        Ok(as_move::<G>(found.clone(), &self.origin()))
    }

    /// The moves that lead through some positions, one after the other.
    pub(crate) fn moves_through(&self, positions: &[G::Position]) -> Result<Vec<Move>, RulesError> {
        let (mut state, mut through) = (self.clone(), Vec::new());
        for to in positions {
            let Turn::Moves(moves) = state.turn()? else { break };
            let Some(made) = moves.into_iter().find(|made| made.to == *to) else { break };
            let from = state.origin();
            state.advance(made.to.clone(), made.outcome);
            through.push(as_move::<G>(made, &from));
        }
        Ok(through)
    }

    /// Where the moves of this position come from.
    fn origin(&self) -> Arc<Origin> {
        let game = Arc::clone(&self.game);
        Arc::new(Origin { game, at: G::wrap(self.at.clone()) })
    }

    /// Where a move leads, if it is one of this position.
    pub(crate) fn successor<'m>(&self, chosen: &'m Move) -> Option<&'m G::Position> {
        let is_here = self.outcome.is_none()
            && chosen.from.is_of(&self.game)
            && G::unwrap(&chosen.from.at)? == &self.at;
        G::unwrap(&chosen.to).filter(|_| is_here)
    }

    /// Makes a move; says no if it is one of another position.
    pub(crate) fn play(&mut self, chosen: &Move) -> bool {
        let Some(to) = self.successor(chosen) else { return false };
        self.advance(to.clone(), chosen.outcome);
        true
    }

    /// Plays random games; one that is over is not played on.
    pub(crate) fn playouts(&self, games: u64, seed: u64) -> Result<Playouts, RulesError> {
        match self.outcome {
            Some(outcome) => Ok(Playouts::ended(games, outcome)),
            None => self.game.random_games(&self.at, games, seed),
        }
    }

    pub(crate) fn random_game(&self, seed: u64) -> Result<(Vec<String>, State<G>), RulesError> {
        let mut rng = Rng::new(seed);
        let played = playout(&*self.game, &self.at, &self.past, &mut rng, MOST_TURNS as usize)?;
        let past = if self.game.asks_for_past() { played.past } else { Vec::new() };
        let (game, past) = (Arc::clone(&self.game), Arc::new(past));
        Ok((played.moves, State { game, at: played.end, past, outcome: played.outcome }))
    }
}

fn as_move<G: Backing>(made: game::Move<G::Position>, from: &Arc<Origin>) -> Move {
    let game::Move { text, synonyms, to, outcome, cost, told } = made;
    Move { text, synonyms, outcome, cost, told, from: Arc::clone(from), to: G::wrap(to) }
}

#[cfg(test)]
mod tests {
    use crate::{Backend, Game, backing::either};

    /// Rules that go on from the end of a random game must know all of it.
    #[test]
    fn a_random_game_keeps_its_past() {
        for backend in [Backend::Native, Backend::Interpreter] {
            let game = Game::options().backend(backend).load("chess").expect("a game");
            let played = game.start().random_game(3).expect("a game");
            let mut replayed = game.start();
            for text in &played.moves {
                replayed.try_play(text).expect("the same moves");
            }
            let lengths =
                [&played.end, &replayed].map(|at| either!(&at.state, it => it.past.len()));
            assert_eq!(lengths, [played.moves.len(); 2]);
            assert_eq!(played.end, replayed);
        }
    }
}
