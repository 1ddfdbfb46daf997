//! How a threat is carried out that an answer has not met: by a move that wins, by a move
//! that wins when the opponent's turn begins, by moves in a row, or by a move that threatens
//! more than can be met.

use crate::check::Checker;
use crate::moves::{Offer, Played, sorted};
use crate::replies::MOST_IN_A_ROW;
use crate::threats::{Double, Meaning};
use crate::ways::{Changes, Way};
use game::{Game, Insight, RulesError, Worker};
use std::rc::Rc;

impl<G: Game, I: Insight<Position = G::Position>> Checker<'_, G, I> {
    /// A move that carries out a threat in a position, if there is one.
    pub(crate) fn refutation(
        &mut self,
        at: &G::Position,
        meaning: &Meaning<G::Position>,
    ) -> Result<Option<G::Position>, RulesError> {
        if self.game.player(at) != self.winner || self.worker.outcome(at).is_some() {
            return Ok(None);
        }
        let mut list = Vec::new();
        self.nodes += 1;
        if self.worker.expand(at, &mut list)?.is_some() {
            return Ok(None);
        }
        // There are many moves, and few of them win: only these are put in order.
        let wins = |to: &&G::Position| self.wins(self.worker.outcome(to));
        let winning: Vec<G::Position> = list.iter().filter(wins).cloned().collect();
        if !winning.is_empty() {
            let first = sorted(self.game, &self.pieces, at, winning).into_iter().next();
            return Ok(first.map(|played| played.to));
        }
        let moves = match meaning {
            Meaning::Ways(ways) if !ways.iter().any(|way| way.takes_more()) => return Ok(None),
            Meaning::Stuck | Meaning::Again => return Ok(None),
            Meaning::Ways(_) | Meaning::Twice(_) => sorted(self.game, &self.pieces, at, list),
        };
        self.worker.enter(at);
        let found = match meaning {
            Meaning::Ways(ways) => self.carried_out(&moves, ways),
            Meaning::Twice(doubles) => self.doubled(&moves, doubles),
            Meaning::Stuck | Meaning::Again => Ok(None),
        };
        self.worker.leave();
        found
    }

    /// The first of these moves that carries out a way which takes more than one move
    /// that wins at once.
    fn carried_out(
        &mut self,
        moves: &[Played<G::Position>],
        ways: &[Rc<Way>],
    ) -> Result<Option<G::Position>, RulesError> {
        for way in ways {
            if let Some((first, rest)) = way.series.split_first()
                && let Some(played) = moves.iter().find(|played| played.changes == *first)
                && self.is_won_by(&played.to, rest)?
            {
                return Ok(Some(played.to.clone()));
            }
            // The move fills a field that the way needs as it was.
            let late = moves.iter().filter(|it| way.told.late && way.is_destroyed_by(&it.changes));
            for played in late {
                if self.worker.outcome(&played.to).is_none()
                    && self.game.player(&played.to) != self.winner
                    && matches!(self.moves(&played.to)?, Offer::Over(end) if self.wins(Some(end)))
                {
                    return Ok(Some(played.to.clone()));
                }
            }
        }
        Ok(None)
    }

    /// Whether the winner, who moves again, wins by these moves.
    fn is_won_by(&mut self, at: &G::Position, series: &[Changes]) -> Result<bool, RulesError> {
        let outcome = self.worker.outcome(at);
        let Some((first, rest)) = series.split_first() else { return Ok(self.wins(outcome)) };
        if outcome.is_some() || self.game.player(at) != self.winner {
            return Ok(self.wins(outcome));
        }
        let Offer::Moves(moves) = self.moves(at)? else { return Ok(false) };
        let Some(played) = moves.iter().find(|it| it.changes == *first) else { return Ok(false) };
        self.worker.enter(at);
        let is_won = self.is_won_by(&played.to, rest);
        self.worker.leave();
        is_won
    }

    /// The first of these moves that was threatened and that nothing meets.
    fn doubled(
        &mut self,
        moves: &[Played<G::Position>],
        doubles: &[Double<G::Position>],
    ) -> Result<Option<G::Position>, RulesError> {
        for played in moves {
            if doubles.iter().any(|double| double.changes == played.changes)
                && self.nothing_meets(&played.to, MOST_IN_A_ROW)?
            {
                return Ok(Some(played.to.clone()));
            }
        }
        Ok(None)
    }

    /// Whether every answer to a move loses to a move that wins.
    fn nothing_meets(&mut self, at: &G::Position, in_a_row: u32) -> Result<bool, RulesError> {
        if self.worker.outcome(at).is_some() || self.game.player(at) == self.winner {
            return Ok(false);
        }
        let moves = match self.moves(at)? {
            Offer::Over(outcome) => return Ok(self.wins(Some(outcome))),
            Offer::Moves(moves) => moves,
        };
        self.worker.enter(at);
        let mut all = true;
        let direct = Meaning::Ways(Vec::new());
        for Played { to, .. } in moves {
            let outcome = self.worker.outcome(&to);
            let again = outcome.is_none() && self.game.player(&to) != self.winner;
            let is_lost = match again && in_a_row > 0 {
                true => self.nothing_meets(&to, in_a_row - 1)?,
                false => self.wins(outcome) || self.refutation(&to, &direct)?.is_some(),
            };
            if !is_lost {
                all = false;
                break;
            }
        }
        self.worker.leave();
        Ok(all)
    }
}
