//! Wins that need no answer: a move that ends the game, one after which every move of the
//! opponent does, and positions in which the winner has won before he moves.

use crate::check::{Checker, Flaw, Told, step};
use crate::combination::{Step, Threat};
use crate::moves::{Offer, Played};
use crate::prove::Proof;
use crate::replies::MOST_IN_A_ROW;
use crate::threats::{Expander, Expansion};
use game::{Game, Insight, Outcome, RulesError, Worker};

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
        let Some((outcome, n_others)) = won? else {
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
        Ok(Ok(Step { outcome, threats, n_others, ..step(text, to) }))
    }

    /// Whether a position in which the opponent is to move is won: it is over, or each of
    /// his moves ends the game so. Then how it ended and how many moves he has; nothing,
    /// too, if the search was broken off before that was known.
    fn is_won(
        &mut self,
        at: &G::Position,
        in_a_row: u32,
        search: &mut Expander<'_, G, I>,
    ) -> Result<Option<(Option<Outcome>, usize)>, RulesError> {
        if let Some(outcome) = self.worker.outcome(at) {
            return Ok(self.wins(Some(outcome)).then_some((Some(outcome), 0)));
        }
        if search.is_enough(self.nodes) {
            return Ok(None);
        }
        let moves = match self.moves(at)? {
            Offer::Over(outcome) => {
                return Ok(self.wins(Some(outcome)).then_some((Some(outcome), 0)));
            }
            Offer::Moves(moves) => moves,
        };
        self.enter(at);
        let mut all = true;
        for Played { to, .. } in &moves {
            let outcome = self.worker.outcome(to);
            let again = outcome.is_none() && self.game.player(to) != self.winner;
            all = match again && in_a_row > 0 {
                true => self.is_won(to, in_a_row - 1, search)?.is_some(),
                false => self.wins(outcome) || self.has_won(to)?,
            };
            if !all {
                break;
            }
        }
        self.leave();
        Ok(all.then_some((None, moves.len())))
    }

    /// Whether a move of the opponent has led to a position in which the winner has won
    /// before he moves.
    pub(crate) fn has_won(&mut self, reply: &G::Position) -> Result<bool, RulesError> {
        let may_have = self.insight.faults().late
            && self.worker.outcome(reply).is_none()
            && self.game.player(reply) == self.winner;
        Ok(may_have
            && matches!(self.moves(reply)?, Offer::Over(outcome) if self.wins(Some(outcome))))
    }
}
