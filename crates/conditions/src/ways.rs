//! Ways to win that are not there yet: what a search for combinations begins with
//! (Pitrat, sections 3 and 4).
//!
//! 1. A look at the program: is a win of the player to move ever said?
//! 2. One lenient run of the turn. Each result that wins is a way, with all its
//!    conditions, those that do not hold among them.
//! 3. Of the ways of one move, those are dropped that need all that another needs.
//!
//! A question that asks for nothing but fields that hold something, one by one, is
//! followed only where something that the turn has written helps it to succeed: if
//! it succeeded without, it would not be this move that wins.

use crate::Conditions;
use crate::condition::Condition;
use crate::contents::Contents;
use crate::forcing::Forcing;
use crate::held::Log;
use crate::recording::Recording;
use game::{Field, Player, RulesError};
use interp::{Limits, Position};
use ir::analyses::Said;
use ir::drive::Drive;
use std::collections::BTreeMap;

/// A move that would win, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningWay {
    /// The text of the move.
    pub text: String,
    /// What must be so for it to be there and to win.
    pub conditions: Vec<Condition>,
}

/// A way that was found.
pub(crate) struct Found<T> {
    /// What each field may hold; sorted by field.
    pub(crate) known: Vec<(Field, Contents)>,
    /// Where it comes from.
    pub(crate) from: T,
}

impl Conditions<'_> {
    /// The moves with which a player would win if it were their turn, with their
    /// conditions, of which at most this many on fields do not hold; and whether
    /// these are all. At most so much work is done, in the units of
    /// [`Limits::steps`], and no more once `go_on` says no. Nobody
    /// has checked that a position
    /// with all conditions can arise; earlier positions are not looked at.
    pub fn winning_ways(
        &self,
        position: &Position,
        player: Player,
        most_missing: usize,
        max_steps: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(Vec<WinningWay>, bool), RulesError> {
        let can_win = || ir::analyses::outcomes(self.program()).iter().any(Said::may_win);
        if position.outcome().is_some() || !can_win() {
            return Ok((Vec::new(), true));
        }
        let facts = self.facts();
        let now = Position::new(position.parts().clone(), player, None, position.round());
        let limits = Limits { steps: max_steps, ..self.interp.limits() };
        let run = Recording::new(self.program(), &now, &[], limits)
            .asking(go_on)
            .forcing(Forcing::new(facts).anywhere().touching());
        let mut ways: BTreeMap<String, Vec<Found<Log>>> = BTreeMap::new();
        let mut n_ways = 0;
        let flow = run.turn(Log::forcing(&now, most_missing), &mut |conf| {
            let state = &conf.s;
            let wins = state.outcome.and_then(|it| it.winner()) == Some(player);
            let moved = state.changed || state.passed;
            let Some(held) = conf.trail.held() else { return Ok(()) };
            if !wins || !moved || !state.hand.is_empty() || held.is_impossible() {
                return Ok(());
            }
            let text = game::move_text(facts, player, &state.events());
            run.meter().charge(text.len() as u64)?;
            n_ways += 1;
            run.meter().keep(n_ways)?;
            let found = Found { known: held.known().to_vec(), from: conf.trail.clone() };
            ways.entry(text).or_default().push(found);
            Ok(())
        });
        let is_complete = !run.is_cut(flow);
        let mut found = Vec::new();
        for (text, ways) in ways {
            for way in smallest(ways) {
                let conditions = self.conditions(&way.from);
                found.push(WinningWay { text: text.clone(), conditions });
            }
        }
        Ok((found, is_complete))
    }
}

/// Drops the ways that need all that another needs.
pub(crate) fn smallest<T>(mut ways: Vec<Found<T>>) -> Vec<Found<T>> {
    let needs = |way: &Found<T>, (field, allowed): &(Field, Contents)| {
        let at = way.known.binary_search_by_key(field, |(field, _)| *field);
        at.is_ok_and(|i| way.known[i].1.is_within(allowed))
    };
    ways.sort_by_key(|way| way.known.len());
    let mut kept: Vec<Found<T>> = Vec::new();
    for way in ways {
        let needs_all_of = |less: &Found<T>| less.known.iter().all(|it| needs(&way, it));
        if !kept.iter().any(needs_all_of) {
            kept.push(way);
        }
    }
    kept
}
