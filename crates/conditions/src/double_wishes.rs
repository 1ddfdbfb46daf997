//! Two wishes at once: fields are proposed by a lenient run of the rules, because all
//! pairs would be too many.
//!
//! 1. Run the turn leniently: at each test of a single field, and where a field is
//!    overwritten, the path goes on as if something else stood there, too. Questions
//!    that might stand in the way are not asked. What comes out are candidates: two
//!    fields that would have to be changed, and what the turn would do then.
//! 2. Fulfil the wishes of each candidate in a copy of the position: an empty
//!    field, and a piece of each owner, as far as the wish allows them. Copies that
//!    the game does not know are dropped.
//! 3. In each copy, a candidate is forced if it is a move there, and if every field
//!    that was changed is one of its conditions and forbids what really stands
//!    there. What it allows there is the condition that is asked for.
//!
//! So of two wishes, none is for a field on which the turn itself looks for a piece all
//! over the board, because such a wish would put any piece anywhere, and none for a
//! field that is only counted, or only asked about by a question that fails.

use crate::Conditions;
use crate::forcing::Forcing;
use crate::held::{Held, Log};
use crate::wishes::{Collected, Told, Wish, split_by_need};
use game::{Event, Field, Game, Piece, RulesError};
use interp::Position;
use interp::machine::Offer;
use ir::drive::Drive;
use std::collections::BTreeMap;

/// The fields that are changed in a copy of the position, and what they hold there.
type Changes = Vec<(Field, Option<Piece>)>;

/// What turns might do in copies of a position.
type Candidates = BTreeMap<Changes, Vec<Vec<Event>>>;

impl Conditions<'_> {
    /// Finds what would be there with two fields changed, as far as the rules test
    /// them one by one.
    pub(crate) fn double_wishes(
        &self,
        position: &Position,
        n_wishes: usize,
        most: usize,
        go_on: &mut dyn FnMut() -> bool,
        found: &mut Collected,
    ) {
        let (candidates, is_complete) = self.candidates(position, n_wishes);
        found.wishes.is_bounded = !is_complete;
        for (changes, turns) in candidates {
            let mut setup = position.setup();
            for (field, top) in &changes {
                setup.board[field.index()] = top.iter().copied().collect();
            }
            let Ok(there) = self.interp.position(&setup) else { continue };
            if !found.may_go_on(most, go_on) {
                return;
            }
            // A position that cannot arise may be against the rules.
            for told in self.look_into(&there, &turns).unwrap_or_default() {
                let (if_only, conditions) = split_by_need(position, told.conditions);
                // Each field that was changed must be needed as it was changed.
                if if_only.len() == changes.len() {
                    let (text, outcome) = (told.made.map(|made| made.text), told.outcome);
                    found.add(Wish { text, outcome, if_only, conditions, moves_it: false });
                }
            }
        }
    }

    /// What might be there with two fields changed, or up to this many, and whether this
    /// is all.
    fn candidates(&self, position: &Position, n_wishes: usize) -> (Candidates, bool) {
        let forcing = Forcing::new(self.facts());
        let run = self.recording(position, &[]).forcing(Forcing::new(self.facts()).loose());
        let mut candidates = Candidates::new();
        let mut n_turns = 0;
        let flow = run.turn(Log::forcing(position, n_wishes), &mut |conf| {
            let Some(held) = conf.trail.held() else { return Ok(()) };
            if held.n_missing() < 2 || held.is_impossible() || !conf.s.hand.is_empty() {
                return Ok(());
            }
            let events = conf.s.all_events();
            for changes in changes(&forcing, held) {
                let turns = candidates.entry(changes).or_default();
                if !turns.contains(&events) {
                    turns.push(events.clone());
                    n_turns += 1;
                }
            }
            run.meter().keep(n_turns)
        });
        let is_complete = !run.is_cut(flow);
        (candidates, is_complete)
    }

    /// Those of the turns that are moves in a copy, in the order of moves, or the
    /// outcome if it is over, with their conditions.
    fn look_into(&self, there: &Position, turns: &[Vec<Event>]) -> Result<Vec<Told>, RulesError> {
        let moves = match self.interp.offer(there, &[])? {
            Offer::Over(outcome) => {
                let why = self.why_over(there, &[])?;
                let conditions = why.map(|(_, conditions)| conditions).unwrap_or_default();
                return Ok(vec![Told { made: None, outcome: Some(outcome), conditions }]);
            }
            Offer::Moves(moves) => moves,
        };
        let mut logs: Vec<Option<Log>> = vec![None; moves.len()];
        for events in turns {
            let run = self.recording(there, &[]).wanting(Some(events.clone()));
            let flow = run.turn(Log::EMPTY, &mut |conf| {
                let to = run.closed(&conf.s);
                let at = moves.iter().position(|(made, _)| made.to == to);
                if let Some(log) = at.map(|i| &mut logs[i]) {
                    log.get_or_insert_with(|| conf.trail.clone());
                }
                Ok(())
            });
            self.interp.settle(there, flow)?;
        }
        let found = moves.into_iter().zip(logs).filter_map(|((made, _), log)| {
            let conditions = self.conditions(&log?);
            Some(Told { outcome: made.outcome, made: Some(made), conditions })
        });
        Ok(found.collect())
    }
}

/// The ways to put something on the fields that are missing.
fn changes(forcing: &Forcing, held: &Held) -> Vec<Changes> {
    let mut all = vec![Changes::new()];
    for (field, known) in held.missing() {
        let examples = forcing.examples(known);
        let with = |one: &Changes| {
            let one = one.clone();
            let one = examples.iter().map(move |top| {
                let mut one = one.clone();
                one.push((*field, *top));
                one
            });
            one.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}
