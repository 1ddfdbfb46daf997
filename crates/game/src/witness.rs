//! A witness for any game with a referee, who asks for whole turns and messages.
//!
//! For a position before the turn:
//! 1. it must be the turn of the player whose turn it was, and not be over;
//! 2. refused tries must have been possible: the player's own exactly these, of the enemy's at
//!    least this many, and the referee must have said the same about them;
//! 3. the player's own move must be legal; of the enemy's moves each may have been made;
//! 4. after it everything that was said, told and seen must be the same.

use crate::ids::{Piece, Player};
use crate::perceived::{Ending, Made, Perceived, heard_by};
use crate::referee::{Asked, Fitting, Referee, Witness};
use crate::turn::{Move, RulesError, Turn};

/// A witness who asks a game for whole turns.
#[derive(Debug)]
pub struct TurnWitness<'g, G: Referee> {
    game: &'g G,
    player: Player,
    turn: Option<Perceived>,
    asked: Vec<Asked>,
    stack: Vec<Piece>,
}

impl<'g, G: Referee> TurnWitness<'g, G> {
    /// A witness who stands for this player.
    pub fn new(game: &'g G, player: Player) -> TurnWitness<'g, G> {
        TurnWitness { game, player, turn: None, asked: Vec::new(), stack: Vec::new() }
    }

    /// The tries that are not legal, if the turn may take them for granted: all that
    /// were perceived must be among them, or as many. Nothing if they are not.
    fn illegal_tries(
        &self,
        turn: &Perceived,
        moves: &[Move<G::Position>],
        at: &G::Position,
        before: &G::Position,
        past: &[G::Position],
    ) -> Result<Option<Vec<String>>, RulesError> {
        if !self.game.can_refuse() {
            return Ok(None);
        }
        let mut tries = self.game.tries(at, before, past)?;
        tries.retain(|text| !moves.iter().any(|made| made.is_called(text)));
        let is_own = turn.mover == self.player;
        let possible = match is_own {
            true => {
                let ended_by = match &turn.made {
                    Made::Refused(text) => Some(text),
                    Made::Move(_) | Made::Hidden => None,
                };
                let texts = turn.refused.iter().filter_map(|it| it.text.as_ref());
                texts.chain(ended_by).all(|text| tries.contains(text))
            }
            false => turn.refused.len() <= tries.len(),
        };
        Ok(possible.then_some(tries))
    }

    /// Whether a position after the turn shows and says what was perceived.
    fn fits(
        &mut self,
        turn: &Perceived,
        to: &G::Position,
        from: &G::Position,
    ) -> Result<bool, RulesError> {
        let game = self.game;
        let over = game.outcome(to);
        let is_end = match (turn.ending, over) {
            (Ending::Unsaid, _) | (Ending::Over(_) | Ending::GoesOn, None) => true,
            (Ending::GoesOn, Some(_)) => false,
            (Ending::Over(expected), Some(over)) => expected == over,
        };
        if !is_end || turn.next.is_some_and(|next| next != game.player(to)) {
            return Ok(false);
        }
        if !turn.may_have_told(&heard_by(self.player, &game.told(to, from)?)) {
            return Ok(false);
        }
        let Some(expected) = &turn.seen else { return Ok(true) };
        let seen = game.seen(to, from, self.player)?;
        if seen.len() != expected.len() {
            return Ok(false);
        }
        let stack = &mut self.stack;
        let is_same = seen.iter().zip(expected).all(|(field, (expected_field, contents))| {
            stack.clear();
            game.stack(to, field, stack);
            field == *expected_field && stack == contents
        });
        Ok(is_same)
    }

    /// The refusals that cost the turn, if that is how it can have ended.
    fn passing(
        &mut self,
        turn: &Perceived,
        n_illegal: usize,
        at: &G::Position,
        before: &G::Position,
    ) -> Result<Option<Fitting<G::Position>>, RulesError> {
        let ways = match &turn.made {
            Made::Move(_) => return Ok(None),
            Made::Refused(_) => 1,
            Made::Hidden => n_illegal as u32,
        };
        if ways == 0 || !turn.refused.is_empty() {
            return Ok(None);
        }
        let refusal = self.game.refusal(at, before)?;
        let Some(to) = refusal.passed else { return Ok(None) };
        let heard = heard_by(self.player, &refusal.told);
        let fits = turn.may_have_said(&heard) && self.fits(turn, &to, at)?;
        Ok(fits.then_some(Fitting { to, ways }))
    }

    fn compare(
        &mut self,
        turn: &Perceived,
        at: &G::Position,
        before: &G::Position,
        past: &[G::Position],
        list: &mut Vec<Fitting<G::Position>>,
    ) -> Result<u64, RulesError> {
        let game = self.game;
        if game.player(at) != turn.mover {
            return Ok(0);
        }
        let Turn::Moves(moves) = game.turn_asking(at, past, &mut self.asked)? else {
            return Ok(0);
        };
        let ended_by_refusal = matches!(turn.made, Made::Refused(_));
        let may_pass = game.can_refusal_pass() && !matches!(turn.made, Made::Move(_));
        let mut n_illegal = 0;
        if !turn.refused.is_empty() || ended_by_refusal || may_pass {
            match self.illegal_tries(turn, &moves, at, before, past)? {
                Some(tries) => n_illegal = tries.len(),
                None if turn.refused.is_empty() && !ended_by_refusal => {}
                None => return Ok(0),
            }
        }
        if !turn.refused.is_empty() {
            let refusal = game.refusal(at, before)?;
            let heard = heard_by(self.player, &refusal.told);
            if refusal.passed.is_some() || turn.refused.iter().any(|it| it.heard != heard) {
                return Ok(0);
            }
        }
        let first = list.len();
        let mut n_compared = 0;
        for made in moves {
            let is_it = match &turn.made {
                Made::Hidden => true,
                Made::Move(text) => made.is_called(text),
                Made::Refused(_) => false,
            };
            if !is_it {
                continue;
            }
            n_compared += 1;
            let heard = heard_by(self.player, &made.told);
            if turn.may_have_said(&heard) && self.fits(turn, &made.to, at)? {
                list.push(Fitting { to: made.to, ways: 1 });
            }
        }
        if may_pass && let Some(passed) = self.passing(turn, n_illegal, at, before)? {
            n_compared += 1;
            // A move may lead to the same position.
            match list[first..].iter_mut().find(|it| it.to == passed.to) {
                Some(same) => same.ways += passed.ways,
                None => list.push(passed),
            }
        }
        Ok(n_compared)
    }
}

impl<G: Referee> Witness for TurnWitness<'_, G> {
    type Position = G::Position;

    fn expect(&mut self, turn: &Perceived) {
        self.turn = Some(turn.clone());
    }

    fn fitting(
        &mut self,
        at: &G::Position,
        before: &G::Position,
        past: &[G::Position],
        list: &mut Vec<Fitting<G::Position>>,
    ) -> Result<u64, RulesError> {
        self.asked.clear();
        let Some(turn) = self.turn.take() else { return Ok(0) };
        let compared = self.compare(&turn, at, before, past, list);
        self.turn = Some(turn);
        compared
    }

    fn ends_so(&mut self, at: &G::Position, past: &[G::Position]) -> Result<bool, RulesError> {
        self.asked.clear();
        let expected = match self.turn.as_ref().map(|turn| turn.ending) {
            None | Some(Ending::Unsaid) => return Ok(true),
            Some(Ending::GoesOn) => None,
            Some(Ending::Over(outcome)) => Some(outcome),
        };
        let over = match self.game.turn_asking(at, past, &mut self.asked)? {
            Turn::Over(outcome) => Some(outcome),
            Turn::Moves(_) => None,
        };
        Ok(over == expected)
    }

    fn asked(&self) -> &[Asked] {
        &self.asked
    }
}
