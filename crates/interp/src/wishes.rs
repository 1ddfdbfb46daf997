//! Forcing (Pitrat, "Realization of a General Game-Playing Program", section 3):
//! the moves and outcomes that would be there if one or two conditions were
//! different, with those conditions.
//!
//! One wish is found by trying all: each field holds each other thing in a copy of the
//! position. What is new there is wished for, and its condition is what the rules
//! demand of that field, or, if they only ask a question about it, what the field may
//! hold for the question to be answered the same way.
//!
//! Two wishes would be too many copies, so fields are proposed by the rules:
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

use crate::Interp;
use crate::activation::Conf;
use crate::condition::{Condition, implies};
use crate::contents::Contents;
use crate::forcing::Forcing;
use crate::held::{Held, Log};
use crate::other_ways::does_the_same;
use crate::position::Position;
use crate::run::{Run, Stop};
use crate::turn::{Offer, close};
use game::{Event, Field, Game, Outcome, Piece, RulesError};
use std::collections::BTreeMap;

/// A move or an outcome that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The text of the move; none for an outcome of the position itself.
    pub text: Option<String>,
    /// The outcome that it would bring.
    pub outcome: Option<Outcome>,
    /// The conditions that do not hold.
    pub if_only: Vec<Condition>,
    /// All other conditions; those on fields hold.
    pub conditions: Vec<Condition>,
    /// Whether it is a piece of the player to move that is wished for, and the move
    /// takes it away again: any piece could so be put anywhere, to move from there.
    pub moves_it: bool,
}

/// What forcing has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// What would be there; fewer wishes first.
    pub found: Vec<Wish>,
    /// How many copies of the position were looked at.
    pub n_looked_at: usize,
    /// Whether there were more copies than could be looked at.
    pub is_cut: bool,
    /// Whether the rules have more ways than could be followed.
    pub is_bounded: bool,
}

/// The fields that are changed in a copy of the position, and what they hold there.
type Changes = Vec<(Field, Option<Piece>)>;

/// What turns might do in copies of a position.
type Candidates = BTreeMap<Changes, Vec<Vec<Event>>>;

impl Interp {
    /// What would be there if at most `n_wishes` conditions, one or two, were
    /// different. At most so many copies of the position are looked at, and no more
    /// once `go_on` says no. Earlier positions are not looked at.
    pub fn if_only(
        &self,
        position: &Position,
        n_wishes: usize,
        most: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Wishes, RulesError> {
        let mut wishes = Wishes::default();
        if position.outcome.is_some() || n_wishes == 0 {
            return Ok(wishes);
        }
        self.single_wishes(position, most, go_on, &mut wishes)?;
        if n_wishes > 1 && !wishes.is_cut {
            self.double_wishes(position, n_wishes, most, go_on, &mut wishes);
        }
        Ok(wishes)
    }

    /// Finds what would be there with one field changed: all of it.
    fn single_wishes(
        &self,
        position: &Position,
        most: usize,
        go_on: &mut dyn FnMut() -> bool,
        wishes: &mut Wishes,
    ) -> Result<(), RulesError> {
        let facts = &self.program.facts;
        let here = self.offer(position, &[], false)?;
        for field in (0..facts.board.n_fields()).map(|i| Field(i as u16)) {
            let real = position.parts.top(field);
            for top in Contents::every(facts).filter(|top| *top != real) {
                let Some(there) = self.with(position, field, top) else { continue };
                if wishes.n_looked_at >= most || !go_on() {
                    wishes.is_cut = true;
                    return Ok(());
                }
                wishes.n_looked_at += 1;
                // A position that cannot arise may be against the rules.
                let found = self.new_there(position, &here, &there, field).unwrap_or_default();
                let found = found.into_iter().map(|told| self.wish(position, &there, field, told));
                for wish in found {
                    wishes.add(wish);
                }
            }
        }
        Ok(())
    }

    /// What is there in a copy of the position with one field changed, and not in the
    /// position itself.
    fn new_there(
        &self,
        position: &Position,
        here: &Offer,
        there: &Position,
        changed: Field,
    ) -> Result<Vec<Told>, RulesError> {
        let is_new = |made: &game::Move<Position>| {
            let same_text = match here {
                Offer::Over(_) => None,
                Offer::Moves(moves) => moves.iter().find(|(it, _)| it.text == made.text),
            };
            same_text.is_none_or(|(it, _)| {
                let leaves_alone = it.to.parts.top(changed) == position.parts.top(changed);
                !leaves_alone || !does_the_same(&it.to, &made.to, there, changed)
            })
        };
        match self.offer(there, &[], false)? {
            Offer::Over(outcome) => {
                if matches!(here, Offer::Over(it) if *it == outcome) {
                    return Ok(Vec::new());
                }
                let why = self.why_over(there, &[])?;
                let conditions = why.map(|(_, conditions)| conditions).unwrap_or_default();
                Ok(vec![Told { made: None, outcome: Some(outcome), conditions }])
            }
            // Conditions take much longer than moves.
            Offer::Moves(moves) if !moves.iter().any(|(made, _)| is_new(made)) => Ok(Vec::new()),
            Offer::Moves(_) => {
                let Offer::Moves(moves) = self.offer(there, &[], true)? else {
                    return Ok(Vec::new());
                };
                let found =
                    moves.into_iter().filter(|(made, _)| is_new(made)).map(|(made, way)| {
                        let conditions = self.conditions(&way.log);
                        Told { outcome: made.outcome, made: Some(made), conditions }
                    });
                Ok(found.collect())
            }
        }
    }

    /// The wish for what is there in a copy with one field changed.
    fn wish(&self, position: &Position, there: &Position, changed: Field, told: Told) -> Wish {
        let facts = &self.program.facts;
        let (real, top) = (position.parts.top(changed), there.parts.top(changed));
        let (mut if_only, conditions) = split_by_need(position, told.conditions);
        if if_only.is_empty() {
            // No test demands it, but what questions and counts have seen does.
            let sees = |condition: &Condition| match condition {
                Condition::No { reads, .. } | Condition::Same { reads, .. } => {
                    Some(reads.allowed(facts, changed)).filter(|allowed| !allowed.allows(real))
                }
                _ => None,
            };
            let seen = conditions.iter().filter_map(sees);
            let allowed = seen.reduce(|a, b| a.and(&b)).unwrap_or_else(|| Contents::just(top));
            if_only.push(Condition::Field { field: changed, allowed });
        }
        let is_own = top.is_some_and(|piece| piece.owner() == position.player.into());
        let moves_it =
            is_own && told.made.as_ref().is_some_and(|made| made.to.parts.top(changed) != top);
        let text = told.made.map(|made| made.text);
        Wish { text, outcome: told.outcome, if_only, conditions, moves_it }
    }

    /// Finds what would be there with two fields changed, as far as the rules test
    /// them one by one.
    fn double_wishes(
        &self,
        position: &Position,
        n_wishes: usize,
        most: usize,
        go_on: &mut dyn FnMut() -> bool,
        wishes: &mut Wishes,
    ) {
        let (candidates, is_complete) = self.candidates(position, n_wishes);
        wishes.is_bounded = !is_complete;
        for (changes, turns) in candidates {
            if wishes.n_looked_at >= most || !go_on() {
                wishes.is_cut = true;
                return;
            }
            let mut setup = position.setup();
            for (field, top) in &changes {
                setup.board[field.index()] = top.iter().copied().collect();
            }
            let Ok(there) = self.position(&setup) else { continue };
            wishes.n_looked_at += 1;
            // A position that cannot arise may be against the rules.
            for told in self.look_into(&there, &turns).unwrap_or_default() {
                let (if_only, conditions) = split_by_need(position, told.conditions);
                // Each field that was changed must be needed as it was changed.
                if if_only.len() == changes.len() {
                    let (text, outcome) = (told.made.map(|made| made.text), told.outcome);
                    wishes.add(Wish { text, outcome, if_only, conditions, moves_it: false });
                }
            }
        }
    }

    /// What might be there with two fields changed, or up to so many, and whether this
    /// is all.
    fn candidates(&self, position: &Position, n_wishes: usize) -> (Candidates, bool) {
        let mut run = Run::new(&self.program, position, Some(&[]), self.limits);
        run.tracking = true;
        let forcing = Forcing::new(&self.program.facts);
        run.forcing = Some(Forcing::new(&self.program.facts).loose());
        let mut candidates = Candidates::new();
        let mut n_turns = 0;
        let start = Conf { log: Log::forcing(position, n_wishes), ..Conf::start(position) };
        let flow = run.run(self.program.entries.main, position.player, &start, &mut |conf| {
            let Some(held) = conf.log.held() else { return Ok(()) };
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
            run.keep(n_turns)
        });
        let is_cut = run.forcing.as_ref().is_some_and(|forcing| forcing.is_cut.get());
        (candidates, !is_cut && !matches!(flow, Err(Stop::Fault(_))))
    }

    /// Those of the turns that are moves in a copy, in the order of moves, or the
    /// outcome if it is over, with their conditions.
    fn look_into(&self, there: &Position, turns: &[Vec<Event>]) -> Result<Vec<Told>, RulesError> {
        let moves = match self.offer(there, &[], false)? {
            Offer::Over(outcome) => {
                let why = self.why_over(there, &[])?;
                let conditions = why.map(|(_, conditions)| conditions).unwrap_or_default();
                return Ok(vec![Told { made: None, outcome: Some(outcome), conditions }]);
            }
            Offer::Moves(moves) => moves,
        };
        let mut logs: Vec<Option<Log>> = vec![None; moves.len()];
        for events in turns {
            let mut run = Run::new(&self.program, there, Some(&[]), self.limits);
            run.tracking = true;
            run.wanted = Some(events.clone());
            let start = Conf::start(there);
            let flow = run.run(self.program.entries.main, there.player, &start, &mut |conf| {
                let to = close(&self.program.facts, there, &conf.s);
                let at = moves.iter().position(|(made, _)| made.to == to);
                if let Some(log) = at.map(|i| &mut logs[i]) {
                    log.get_or_insert_with(|| conf.log.clone());
                }
                Ok(())
            });
            self.settle(there, flow)?;
        }
        let found = moves.into_iter().zip(logs).filter_map(|((made, _), log)| {
            let conditions = self.conditions(&log?);
            Some(Told { outcome: made.outcome, made: Some(made), conditions })
        });
        Ok(found.collect())
    }
}

/// A move, if it is one, the outcome, and the conditions.
struct Told {
    made: Option<game::Move<Position>>,
    outcome: Option<Outcome>,
    conditions: Vec<Condition>,
}

impl Wishes {
    /// Adds a wish unless the same is known to follow from no more than it wishes.
    fn add(&mut self, wish: Wish) {
        let is_known = self.found.iter().any(|known| {
            known.text == wish.text
                && known.outcome == wish.outcome
                && known.if_only.iter().all(|condition| implies(&wish.if_only, condition))
        });
        if !is_known {
            self.found.push(wish);
        }
    }
}

/// The conditions on fields that do not hold in a position, and all others.
fn split_by_need(
    position: &Position,
    conditions: Vec<Condition>,
) -> (Vec<Condition>, Vec<Condition>) {
    conditions.into_iter().partition(|condition| match condition {
        Condition::Field { field, allowed } => !allowed.allows(position.parts.top(*field)),
        _ => false,
    })
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
