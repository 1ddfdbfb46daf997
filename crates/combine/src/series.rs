//! Several turns of the winner in a row, where the rules give them: what they can do with
//! the turn that they have, and what they threaten to do with those that they will have.
//!
//! 1. A move after which they move again is a pair whose only "answer" is the position
//!    after it. If there are many such moves, and there are ways to win, those are
//!    followed that bring something that a way needs.
//! 2. If no way is complete after a move, one that they could complete with moves in a row
//!    is threatened all the same. It needs what the way needs and has, and that the
//!    fields which those moves change are as they are.

use crate::moves::{Offer, Played};
use crate::threats::{Expander, Meaning, Pair};
use crate::ways::{Change, Near, Wanted, Way, brings};
use game::{Field, Game, Insight, Need, Reasons, RulesError, Turn, WayToWin, Worker};
use std::rc::Rc;
use std::sync::Arc;

/// What several moves in a row could bring is looked for up to this number of moves.
const LONGEST_SERIES: usize = 3;

/// This many ways by moves in a row are kept for one threat.
const MOST_SERIES: usize = 12;

impl<G: Game, I: Insight<Position = G::Position>> Expander<'_, G, I> {
    /// The moves after which the winner moves again, as far as they are followed.
    pub(crate) fn again(
        &mut self,
        at: &G::Position,
        moves: Vec<Played<G::Position>>,
    ) -> Result<Vec<Pair<G::Position>>, RulesError> {
        if moves.is_empty() {
            return Ok(Vec::new());
        }
        let is_few = moves.len() <= self.settings.most_answers;
        let board = self.ways.codes(self.game, at);
        let all = is_few || !self.ways.are_there(at, &board, self.winner)?;
        let near = self.reachable(at, LONGEST_SERIES)?;
        let mut pairs = Vec::new();
        for Played { to, changes } in moves {
            if all || near.iter().any(|near| near.is_helped_by(&changes)) {
                pairs.push(Pair { answers: vec![to.clone()], to, meaning: Meaning::Again });
            } else {
                self.cut = true;
            }
        }
        Ok(pairs)
    }

    /// The ways of the winner that so little is missing from.
    fn reachable(&mut self, at: &G::Position, most: usize) -> Result<Vec<Near>, RulesError> {
        let board = self.ways.codes(self.game, at);
        self.ways.near(at, &board, self.winner, most)
    }

    /// The ways that the winner could complete by moves in a row if it were their turn,
    /// of those that a move with these changes has helped.
    pub(crate) fn series(
        &mut self,
        to: &G::Position,
        changes: &[Change],
    ) -> Result<Vec<Rc<Way>>, RulesError> {
        let Some(turned) = self.turned(to) else { return Ok(Vec::new()) };
        let mut near = self.reachable(&turned, LONGEST_SERIES - 1)?;
        near.retain(|near| !near.missing.is_empty() && near.way.is_held_by(changes));
        if near.is_empty() {
            return Ok(Vec::new());
        }
        let Offer::Moves(moves) = self.moves(&turned)? else { return Ok(Vec::new()) };
        let mut found: Vec<Rc<Way>> = Vec::new();
        for near in near {
            if found.len() == MOST_SERIES || self.is_over() {
                break;
            }
            let mut path = Vec::new();
            if self.completes(&near, &turned, &moves, &mut path)? {
                let way = self.way(&near, &turned, &path)?;
                // The same moves in another order are the same threat.
                if !found.iter().any(|known| known.needs == way.needs) {
                    found.push(Rc::new(way));
                }
            }
        }
        Ok(found)
    }

    /// Whether moves in a row bring what is missing, and the last one wins by this way;
    /// they are put into the path.
    fn completes(
        &mut self,
        near: &Near,
        at: &G::Position,
        moves: &[Played<G::Position>],
        path: &mut Vec<Played<G::Position>>,
    ) -> Result<bool, RulesError> {
        if near.missing.iter().all(|need| path.iter().any(|it| brings(&it.changes, *need))) {
            let wins = |played: &&Played<G::Position>| {
                near.way.is_destroyed_by(&played.changes)
                    && self.wins(self.worker.outcome(&played.to))
            };
            let last = moves.iter().find(wins).cloned();
            let is_there = last.is_some();
            path.extend(last);
            return Ok(is_there);
        }
        for played in moves.iter().filter(|played| near.is_helped_by(&played.changes)) {
            let again = self.game.player(&played.to) == self.winner;
            if !again || self.worker.outcome(&played.to).is_some() || self.is_over() {
                continue;
            }
            path.push(played.clone());
            self.worker.enter(at);
            let next = self.moves(&played.to)?;
            let found = match &next {
                Offer::Moves(next) => self.completes(near, &played.to, next, path)?,
                Offer::Over(_) => false,
            };
            self.worker.leave();
            if found {
                return Ok(true);
            }
            path.pop();
        }
        Ok(false)
    }

    /// A way that moves in a row complete, as one way.
    fn way(
        &mut self,
        near: &Near,
        turned: &G::Position,
        path: &[Played<G::Position>],
    ) -> Result<Way, RulesError> {
        let board = self.ways.codes(self.game, turned);
        let (way, facts) = (&near.way, self.game.facts());
        let setup = self.game.setup(turned);
        let mut fields: Vec<Field> =
            path.iter().flat_map(|played| &played.changes).map(|it| it.field).collect();
        fields.sort_unstable();
        fields.dedup();
        let stays = |need: &Wanted| {
            need.is_met_by(board[need.field.index()]) && !fields.contains(&need.field)
        };
        let as_it_is = |field: &Field| Wanted { field: *field, allowed: 1 << board[field.index()] };
        let mut needs: Vec<Wanted> = fields.iter().map(as_it_is).collect();
        needs.extend(way.needs.iter().copied().filter(stays));
        needs.sort_by_key(|need| need.field);
        let told = way.needs.iter().zip(&way.told.takes.needs).filter(|(need, _)| stays(need));
        let mut told: Vec<Need> = told.map(|(_, told)| told.clone()).collect();
        let empty = fields.iter().filter(|field| setup.board[field.index()].is_empty());
        told.extend(empty.map(|field| Need {
            field: *field,
            allowed: vec![None],
            words: format!("{} is empty", facts.field_name(*field)),
        }));
        let takes = Reasons { needs: told, also: way.told.takes.also.clone() };
        let text = self.texts(turned, path)?.join(" ");
        let series = path.iter().map(|played| played.changes.clone()).collect();
        Ok(Way {
            needs,
            told: Arc::new(WayToWin { text, takes, late: false, sure: false }),
            series,
        })
    }

    /// The texts of moves in a row.
    fn texts(
        &self,
        from: &G::Position,
        path: &[Played<G::Position>],
    ) -> Result<Vec<String>, RulesError> {
        let (mut at, mut texts) = (from, Vec::new());
        for played in path {
            let Turn::Moves(moves) = self.game.turn(at, &[])? else { break };
            texts.extend(moves.into_iter().find(|it| it.to == played.to).map(|it| it.text));
            at = &played.to;
        }
        Ok(texts)
    }
}
