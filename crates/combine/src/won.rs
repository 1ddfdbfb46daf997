//! Wins that need no answer: a move that ends the game, one after which every move of the
//! opponent does, and positions in which the winner has won before moving.

use crate::check::{Checker, Flaw, Told, step};
use crate::combination::{Step, Threat};
use crate::moves::{Offer, Played};
use crate::prove::Proof;
use crate::replies::MOST_IN_A_ROW;
use crate::threats::{Expander, Expansion};
use game::{Game, Insight, Outcome, RulesError, Worker};

/// A position in which the opponent is to move and has lost.
struct Won {
    /// How the game ended, if it is over.
    outcome: Option<Outcome>,
    /// How many moves they have.
    n_others: usize,
    /// How many they can make in a row at most before the game is over.
    in_a_row: u32,
}

impl Won {
    fn over(outcome: Outcome) -> Won {
        Won { outcome: Some(outcome), n_others: 0, in_a_row: 0 }
    }
}

impl<G: Game, I: Insight<Position = G::Position>> Checker<'_, G, I> {
    /// A move that wins at once.
    pub(crate) fn tell_win(
        &mut self,
        at: &G::Position,
        proof: &Proof<'_, G::Position>,
        search: &mut Expander<'_, G, I>,
    ) -> Told<G::Position, Step<G::Position>> {
        let Some(Expansion::Won(to)) = proof.known.get(at).map(|known| &**known) else {
            return Ok(Err(Flaw::Otherwise));
        };
        let Some(text) = self.text(at, to)? else { return Ok(Err(Flaw::Otherwise)) };
        self.enter(at);
        let won = self.is_won(to, MOST_IN_A_ROW, search);
        self.leave();
        let Some(Won { outcome, n_others, in_a_row }) = won? else {
            return Ok(Err(if search.stopped { Flaw::Stopped } else { Flaw::Otherwise }));
        };
        let is_over = self.worker.outcome(to).is_some() || self.insight.ended(to)?.is_some();
        let threats = match is_over {
            true => Vec::new(),
            false if self.wins(self.insight.if_stuck(to)?) => {
                vec![Threat::Stuck(self.insight.why_if_stuck(to)?)]
            }
            false => vec![Threat::Squeezed],
        };
        let n_plies = 1 + in_a_row;
        Ok(Ok(Step { outcome, threats, n_others, n_plies, ..step(text, to) }))
    }

    /// Whether a position in which the opponent is to move is won: it is over, or each of
    /// their moves ends the game so. Nothing, too, if the search was broken off before that
    /// was known.
    fn is_won(
        &mut self,
        at: &G::Position,
        in_a_row: u32,
        search: &mut Expander<'_, G, I>,
    ) -> Result<Option<Won>, RulesError> {
        if let Some(outcome) = self.worker.outcome(at) {
            return Ok(self.wins(Some(outcome)).then_some(Won::over(outcome)));
        }
        if search.is_enough(self.nodes) {
            return Ok(None);
        }
        let moves = match self.moves(at)? {
            Offer::Over(outcome) => {
                return Ok(self.wins(Some(outcome)).then_some(Won::over(outcome)));
            }
            Offer::Moves(moves) => moves,
        };
        self.enter(at);
        let mut longest = Some(0);
        for Played { to, .. } in &moves {
            let outcome = self.worker.outcome(to);
            let again = outcome.is_none() && self.game.player(to) != self.winner;
            let after = match again && in_a_row > 0 {
                true => self.is_won(to, in_a_row - 1, search)?.map(|won| won.in_a_row),
                false => (self.wins(outcome) || self.has_won(to)?).then_some(0),
            };
            longest = longest.max(after).filter(|_| after.is_some());
            if longest.is_none() {
                break;
            }
        }
        self.leave();
        let n_others = moves.len();
        Ok(longest.map(|longest| Won { outcome: None, n_others, in_a_row: 1 + longest }))
    }

    /// Whether a move of the opponent has led to a position in which the winner has won
    /// before moving.
    pub(crate) fn has_won(&mut self, reply: &G::Position) -> Result<bool, RulesError> {
        let may_have = self.insight.faults().late
            && self.worker.outcome(reply).is_none()
            && self.game.player(reply) == self.winner;
        Ok(may_have
            && matches!(self.moves(reply)?, Offer::Over(outcome) if self.wins(Some(outcome))))
    }
}
