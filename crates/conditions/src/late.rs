//! Ways to win that show only when the opponent's turn begins: rules may say `win` where
//! somebody has moved, or `lose` where the other one would move next.
//!
//! 1. One lenient run of what the rules say before the opponent moves: each result that
//!    says that they have lost is an end, with what it needs on the board.
//! 2. One lenient run of the player's turn: moves with what they need and write.
//! 3. A move that writes something that an end needs, and was not there, is a way to
//!    win; it needs what the move needs, and what the end needs elsewhere.
//!
//! Ends and moves are joined by the fields that the moves write, because running the
//! opponent's turn after every move would look at the whole board for each.

use crate::Conditions;
use crate::condition::Condition;
use crate::contents::Contents;
use crate::forcing::Forcing;
use crate::held::{Held, Log};
use crate::recording::{Conf, Recording};
use crate::ways::{Found, WinningWay, smallest};
use game::{Field, FieldSet, Piece, Player, RulesError};
use interp::{Limits, Position};
use ir::drive::{Drive, Flow};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the board must be like for the opponent to have lost.
struct End {
    known: Vec<(Field, Contents)>,
    log: Log,
}

/// A move that may bring an end about.
struct Bringer {
    text: String,
    known: Vec<(Field, Contents)>,
    log: Log,
    written: FieldSet,
    /// What is on top of the fields after it.
    tops: Arc<[Option<Piece>]>,
}

/// What a player's turn gives: results with what is known of the board.
pub(crate) type OnResult<'s> = &'s mut dyn FnMut(&Recording<'_>, &Conf<'_>, &Held) -> Flow;

impl Conditions<'_> {
    /// The moves after which the opponent's turn would begin with a loss, with
    /// their conditions, of which at most this many on fields do not hold; and whether
    /// these are all. `before` are the conditions of the program that
    /// [`ir::before_moves`] makes of this one. The limits are those of
    /// [`Conditions::winning_ways`].
    pub fn late_ways(
        &self,
        before: Conditions<'_>,
        position: &Position,
        player: Player,
        most_missing: usize,
        max_steps: u64,
    ) -> Result<(Vec<WinningWay>, bool), RulesError> {
        if position.outcome().is_some() {
            return Ok((Vec::new(), true));
        }
        let (ends, all_ends) = before.ends(position, player, most_missing + 1, max_steps);
        if ends.is_empty() {
            return Ok((Vec::new(), all_ends));
        }
        let (moves, all_moves) = self.bringers(position, player, most_missing, max_steps);
        let mut by_field: Vec<Vec<usize>> = vec![Vec::new(); position.parts().tops.len()];
        for (i, end) in ends.iter().enumerate() {
            end.known.iter().for_each(|(field, _)| by_field[field.index()].push(i));
        }
        let real = &position.parts().tops;
        let mut ways: BTreeMap<&str, Vec<Found<(usize, usize)>>> = BTreeMap::new();
        for (m, played) in moves.iter().enumerate() {
            let mut reached: Vec<usize> =
                played.written.iter().flat_map(|field| by_field[field.index()].clone()).collect();
            reached.sort_unstable();
            reached.dedup();
            for e in reached {
                let Some(known) = joined(played, &ends[e]) else { continue };
                let is_missing =
                    |(field, allowed): &&(Field, Contents)| !allowed.allows(real[field.index()]);
                if known.iter().filter(is_missing).count() <= most_missing {
                    ways.entry(&played.text).or_default().push(Found { known, from: (m, e) });
                }
            }
        }
        let mut found = Vec::new();
        for (text, ways) in ways {
            for way in smallest(ways) {
                let (played, end) = (&moves[way.from.0], &ends[way.from.1]);
                let mut conditions = self.conditions(&played.log);
                add(&mut conditions, before.conditions(&end.log), &played.written);
                found.push(WinningWay { text: text.to_string(), conditions });
            }
        }
        Ok((found, all_ends && all_moves))
    }

    /// What the board would have to be like for the opponent of a player to have lost
    /// before that turn.
    fn ends(&self, at: &Position, winner: Player, most: usize, max_steps: u64) -> (Vec<End>, bool) {
        let now = Position::new(at.parts().clone(), winner.other(), None, at.round());
        let (mut seen, mut ends) = (FxHashSet::default(), Vec::new());
        let all = self.forced(&now, most, max_steps, &mut |run, conf, held| {
            let state = &conf.s;
            let wins = state.outcome.and_then(|it| it.winner()) == Some(winner);
            if wins && !state.changed && !state.passed && seen.insert(held.known().to_vec()) {
                run.meter().keep(ends.len() + 1)?;
                ends.push(End { known: held.known().to_vec(), log: conf.trail.clone() });
            }
            Ok(())
        });
        (ends, all)
    }

    /// The moves of a player after which the opponent is to move.
    fn bringers(
        &self,
        at: &Position,
        player: Player,
        most: usize,
        max_steps: u64,
    ) -> (Vec<Bringer>, bool) {
        let now = Position::new(at.parts().clone(), player, None, at.round());
        let mut moves = Vec::new();
        let all = self.forced(&now, most, max_steps, &mut |run, conf, held| {
            let state = &conf.s;
            if state.outcome.is_none() && state.changed && !state.again {
                let text = game::move_text(self.facts(), player, &state.events());
                run.meter().charge(text.len() as u64)?;
                run.meter().keep(moves.len() + 1)?;
                moves.push(Bringer {
                    text,
                    known: held.known().to_vec(),
                    log: conf.trail.clone(),
                    written: held.written().clone(),
                    tops: state.parts.tops.clone(),
                });
            }
            Ok(())
        });
        (moves, all)
    }

    /// Runs a turn leniently; gives whether nothing was left out.
    pub(crate) fn forced(
        &self,
        now: &Position,
        most: usize,
        max_steps: u64,
        on_result: OnResult<'_>,
    ) -> bool {
        let limits = Limits { steps: max_steps, ..self.interp.limits() };
        let run = Recording::new(self.program(), now, &[], limits);
        let run = run.forcing(Forcing::new(self.facts()).anywhere());
        let flow = run.turn(Log::forcing(now, most), &mut |conf| match conf.trail.held() {
            Some(held) if conf.s.hand.is_empty() && !held.is_impossible() => {
                on_result(&run, conf, held)
            }
            _ => Ok(()),
        });
        !run.is_cut(flow)
    }
}

/// What is needed for a move that brings an end about; nothing if it does not.
fn joined(played: &Bringer, end: &End) -> Option<Vec<(Field, Contents)>> {
    let mut known = played.known.clone();
    let mut brings = false;
    for (field, allowed) in &end.known {
        let at = known.binary_search_by_key(field, |(field, _)| *field);
        if played.written.contains(*field) {
            if !allowed.allows(played.tops[field.index()]) {
                return None;
            }
            brings |= at.is_ok_and(|i| !known[i].1.is_within(allowed));
            continue;
        }
        match at {
            Ok(i) => known[i].1 = known[i].1.and(allowed),
            Err(i) => known.insert(i, (*field, allowed.clone())),
        }
    }
    let is_possible = known.iter().all(|(_, allowed)| !allowed.is_nothing());
    (brings && is_possible).then_some(known)
}

/// Adds the conditions of an end to those of a move that has written these fields.
fn add(conditions: &mut Vec<Condition>, more: Vec<Condition>, written: &FieldSet) {
    for condition in more {
        if let Condition::Field { field, allowed } = &condition {
            let same = |it: &&mut Condition| matches!(it, Condition::Field { field: known, .. } if known == field);
            if written.contains(*field) {
                continue;
            }
            if let Some(Condition::Field { allowed: known, .. }) = conditions.iter_mut().find(same)
            {
                *known = known.and(allowed);
                continue;
            }
        }
        if !conditions.contains(&condition) {
            conditions.push(condition);
        }
    }
}
