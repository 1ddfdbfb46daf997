//! How a threat is carried out that an answer has not met: by a move that wins, by a move
//! that wins when the opponent's turn begins, by moves in a row, or by a move that threatens
//! more than can be met. All of it asks whether to go on: if not, nothing was found.

use crate::check::Checker;
use crate::moves::{Offer, Played, sorted};
use crate::replies::MOST_IN_A_ROW;
use crate::threats::{Double, Expander, Meaning};
use crate::ways::{Changes, Way};
use game::{Game, Insight, RulesError, Worker};
use std::rc::Rc;

/// How the opponent loses.
pub(crate) struct Lost<P> {
    /// The positions after the moves that win, and those of the opponent between them.
    pub(crate) row: Vec<P>,
    /// How many moves of both it takes at most, whatever they play.
    pub(crate) n_plies: u32,
}

impl<P> Lost<P> {
    /// By these moves, between which they do not move.
    fn by(row: Vec<P>) -> Lost<P> {
        Lost { n_plies: row.len() as u32, row }
    }

    /// The same after one more move.
    fn after(mut self, to: P) -> Lost<P> {
        self.row.insert(0, to);
        Lost { n_plies: self.n_plies + 1, ..self }
    }
}

/// How they lose, or nothing.
type Found<P> = Result<Option<Lost<P>>, RulesError>;

impl<G: Game, I: Insight<Position = G::Position>> Checker<'_, G, I> {
    /// The moves that carry out a threat in a position, if there are such: the position after
    /// each of them, and after what the opponent plays between them.
    pub(crate) fn refutation(
        &mut self,
        at: &G::Position,
        meaning: &Meaning<G::Position>,
        search: &mut Expander<'_, G, I>,
    ) -> Found<G::Position> {
        if search.is_enough(self.nodes) {
            return Ok(None);
        }
        if self.game.player(at) != self.winner || self.worker.outcome(at).is_some() {
            return Ok(None);
        }
        let mut list = Vec::new();
        self.nodes += 1;
        if let Some(outcome) = self.worker.expand(at, &mut list)? {
            // The loser may have lost before the winner moves.
            return Ok(self.wins(Some(outcome)).then(|| Lost::by(Vec::new())));
        }
        // There are many moves, and few of them win: only these are put in order.
        let wins = |to: &&G::Position| self.wins(self.worker.outcome(to));
        let winning: Vec<G::Position> = list.iter().filter(wins).cloned().collect();
        if !winning.is_empty() {
            let first = sorted(self.game, &self.pieces, at, winning).into_iter().next();
            return Ok(first.map(|played| Lost::by(vec![played.to])));
        }
        let moves = match meaning {
            Meaning::Ways(ways) if !ways.iter().any(|way| way.takes_more()) => return Ok(None),
            Meaning::Stuck | Meaning::Squeezed | Meaning::Again => return Ok(None),
            Meaning::Ways(_) | Meaning::Twice(_) => sorted(self.game, &self.pieces, at, list),
        };
        self.worker.enter(at);
        let found = match meaning {
            Meaning::Ways(ways) => self.carried_out(&moves, ways, search),
            Meaning::Twice(doubles) => self.doubled(&moves, doubles, search),
            Meaning::Stuck | Meaning::Squeezed | Meaning::Again => Ok(None),
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
        search: &mut Expander<'_, G, I>,
    ) -> Found<G::Position> {
        for way in ways {
            if let Some((first, rest)) = way.series.split_first()
                && let Some(played) = moves.iter().find(|played| played.changes == *first)
                && let Some(wins) = self.won_by(&played.to, rest, search)?
            {
                return Ok(Some(wins));
            }
            // The move fills a field that the way needs as it was.
            let late = moves.iter().filter(|it| way.told.late && way.is_destroyed_by(&it.changes));
            for played in late {
                if search.is_enough(self.nodes) {
                    return Ok(None);
                }
                if self.worker.outcome(&played.to).is_none()
                    && self.game.player(&played.to) != self.winner
                    && matches!(self.moves(&played.to)?, Offer::Over(end) if self.wins(Some(end)))
                {
                    return Ok(Some(Lost::by(vec![played.to.clone()])));
                }
            }
        }
        Ok(None)
    }

    /// If the winner, who moves again, wins by these moves: this position and those after
    /// as many of them as it takes.
    fn won_by(
        &mut self,
        at: &G::Position,
        series: &[Changes],
        search: &mut Expander<'_, G, I>,
    ) -> Found<G::Position> {
        let outcome = self.worker.outcome(at);
        let is_his = outcome.is_none() && self.game.player(at) == self.winner;
        let Some((first, rest)) = series.split_first().filter(|_| is_his) else {
            return Ok(self.wins(outcome).then(|| Lost::by(vec![at.clone()])));
        };
        if search.is_enough(self.nodes) {
            return Ok(None);
        }
        let Offer::Moves(moves) = self.moves(at)? else { return Ok(None) };
        let Some(played) = moves.iter().find(|it| it.changes == *first) else { return Ok(None) };
        self.worker.enter(at);
        let next = self.won_by(&played.to, rest, search);
        self.worker.leave();
        Ok(next?.map(|next| next.after(at.clone())))
    }

    /// The first of these moves that was threatened and that nothing meets.
    fn doubled(
        &mut self,
        moves: &[Played<G::Position>],
        doubles: &[Double<G::Position>],
        search: &mut Expander<'_, G, I>,
    ) -> Found<G::Position> {
        for played in moves {
            let is_it = |double: &&Double<G::Position>| double.changes == played.changes;
            if let Some(double) = doubles.iter().find(is_it)
                && let Some(lost) =
                    self.nothing_meets(&played.to, &double.ways, MOST_IN_A_ROW, search)?
            {
                return Ok(Some(lost.after(played.to.clone())));
            }
        }
        Ok(None)
    }

    /// If every answer to a move that threatens to win by these ways loses to a move that
    /// wins: an answer that destroys one of the ways, if there is one, and how it loses.
    fn nothing_meets(
        &mut self,
        at: &G::Position,
        ways: &[Rc<Way>],
        in_a_row: u32,
        search: &mut Expander<'_, G, I>,
    ) -> Found<G::Position> {
        if search.is_enough(self.nodes) {
            return Ok(None);
        }
        if self.worker.outcome(at).is_some() || self.game.player(at) == self.winner {
            return Ok(None);
        }
        let moves = match self.moves(at)? {
            Offer::Over(outcome) => {
                return Ok(self.wins(Some(outcome)).then(|| Lost::by(Vec::new())));
            }
            Offer::Moves(moves) => moves,
        };
        self.worker.enter(at);
        let (mut told, mut told_rank, mut n_plies) = (None, (false, false), 0);
        let direct = Meaning::Ways(Vec::new());
        for Played { to, changes } in moves {
            let outcome = self.worker.outcome(&to);
            let again = outcome.is_none() && self.game.player(&to) != self.winner;
            let lost = match again && in_a_row > 0 {
                true => self.nothing_meets(&to, ways, in_a_row - 1, search)?,
                false if self.wins(outcome) => Some(Lost::by(Vec::new())),
                false => self.refutation(&to, &direct, search)?,
            };
            let Some(lost) = lost else {
                told = None;
                break;
            };
            n_plies = n_plies.max(1 + lost.n_plies);
            let rank = (!lost.row.is_empty(), ways.iter().any(|way| way.is_destroyed_by(&changes)));
            if told.is_none() || rank > told_rank {
                told = Some(lost.after(to));
                told_rank = rank;
            }
        }
        self.worker.leave();
        // The loser may have moves that lose later than those that are shown.
        Ok(told.map(|told| Lost { n_plies, ..told }))
    }
}
