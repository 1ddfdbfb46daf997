//! All ways to a move: those that are open, and those that would be if a condition of
//! the first were destroyed.
//!
//! 1. One lenient run of the turn in which nothing may be missing follows each way in
//!    which a question succeeds. Whatever leads to the position that a move leads to
//!    is a way to it.
//! 2. For each field that the first way needs and the move leaves alone, those among them at
//!    which something looked that was tried first, and each thing that it may not hold: is the same turn still there if it does? Only paths
//!    that do the same are followed in the changed position.
//! 3. If it is, and no way that is known by then tells why, the way there is one more.
//!
//! A question that must fail may fail after it has looked at something else. That is
//! no other way, because the condition is the same: the rule does not succeed.

use crate::Conditions;
use crate::condition::{Condition, implies};
use crate::contents::Contents;
use crate::forcing::Forcing;
use crate::held::{Held, Log};
use crate::recording::Recording;
use game::{Event, Facts, Field, Game, Piece, RulesError};
use interp::machine::{Offer, Run, close};
use interp::{Limits, Position};
use ir::drive::{Drive, Fault, Stop};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Why a move is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasons {
    /// The text of the move.
    pub text: String,
    /// The conditions of the way that is found first.
    pub conditions: Vec<Condition>,
    /// The conditions of other ways to do the same, each without something that the
    /// ways before it need. Those that hold come before those that would if a
    /// condition of the first way did not.
    pub other_ways: Vec<Vec<Condition>>,
    /// Whether there were more ways than could be followed.
    pub is_cut: bool,
}

/// Work that looking for open ways may take, and for those that would be open; and
/// how many ways to each move are kept.
const MOST_STEPS: u64 = 3_000_000;
const MOST_STEPS_CHANGED: u64 = 10_000_000;
const MOST_WAYS: usize = 64;

/// What is known of a move.
struct Explained {
    to: Position,
    /// What turns that make it do.
    turns: Vec<Vec<Event>>,
    ways: Vec<Vec<Condition>>,
    is_cut: bool,
}

/// Copies of a position with something else on a field; nothing where the game does
/// not know such a position.
type Copies = BTreeMap<(Field, Option<Piece>), Option<Position>>;

impl Conditions<'_> {
    /// The moves of a position, each with all ways that the rules offer to it.
    pub fn reasons(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<Vec<Reasons>, RulesError> {
        let Offer::Moves(moves) = self.recorded_offer(position, past)? else {
            return Ok(Vec::new());
        };
        let known =
            moves.iter().map(|(made, way)| Explained::new(&made.to, way.state.all_events()));
        let mut known: Vec<Explained> = known.collect();
        self.open_ways(position, past, &mut known, None);
        for (known, (_, way)) in known.iter_mut().zip(&moves) {
            // Where there are too many ways to follow, it is the one that named the move.
            if known.ways.is_empty() {
                known.ways.push(self.conditions(&way.trail));
            }
        }
        self.surviving_ways(position, past, &mut known);
        let told = moves.into_iter().zip(known).map(|((made, _), known)| known.told(made.text));
        Ok(told.collect())
    }

    /// The same for one move; nothing if there is no such move. Ways to other moves
    /// are not followed, which takes much less time.
    pub fn why_move(
        &self,
        position: &Position,
        past: &[Position],
        text: &str,
    ) -> Result<Option<Reasons>, RulesError> {
        let Offer::Moves(moves) = self.recorded_offer(position, past)? else {
            return Ok(None);
        };
        let is_it = |made: &game::Move<Position>| {
            made.text == text || made.synonyms.iter().any(|it| it == text)
        };
        let Some((made, way)) = moves.into_iter().find(|(made, _)| is_it(made)) else {
            return Ok(None);
        };
        let mut known = [Explained::new(&made.to, way.state.all_events())];
        // Other ways may do something else on the way to the same position.
        let run = Run::new(self.program(), position, Some(past), self.interp.limits());
        let main = self.program().entries.main;
        let flow = run.run(main, position.player(), &run.start(()), &mut |conf| {
            if close(self.facts(), position, &conf.s) == made.to {
                known[0].add_turn(conf.s.all_events());
            }
            run.meter().keep(known[0].turns.len())
        });
        self.interp.settle(position, flow)?;
        for events in known[0].turns.clone() {
            self.open_ways(position, past, &mut known, Some(events));
        }
        if known[0].ways.is_empty() {
            known[0].ways.push(self.conditions(&way.trail));
        }
        self.surviving_ways(position, past, &mut known);
        let [known] = known;
        Ok(Some(known.told(made.text)))
    }

    /// Finds the ways to these moves that are open, as far as there are not too many.
    /// With the events of a turn, only turns that do the same are followed.
    fn open_ways(
        &self,
        position: &Position,
        past: &[Position],
        known: &mut [Explained],
        wanted: Option<Vec<Event>>,
    ) {
        let run = Recording::new(self.program(), position, past, self.within(MOST_STEPS))
            .wanting(wanted)
            .forcing(Forcing::new(self.facts()).every_way());
        let numbers: FxHashMap<Position, usize> =
            known.iter().enumerate().map(|(i, it)| (it.to.clone(), i)).collect();
        let flow = run.turn(Log::forcing(position, 0), &mut |conf| {
            let to = run.closed(&conf.s);
            if let Some(known) = numbers.get(&to).map(|i| &mut known[*i]) {
                known.is_cut |= conf.trail.held().is_some_and(Held::is_cut);
                known.add_turn(conf.s.all_events());
                match known.ways.len() < MOST_WAYS {
                    true => known.ways.push(self.conditions(&conf.trail)),
                    false => known.is_cut = true,
                }
            }
            Ok(())
        });
        // A limit that is met ends it: what is known by then is told.
        if matches!(flow, Err(Stop::Fault(_))) {
            known.iter_mut().for_each(|it| it.is_cut = true);
        }
    }

    /// Finds the ways to these moves that would be there without a condition of the
    /// first way.
    fn surviving_ways(&self, position: &Position, past: &[Position], known: &mut [Explained]) {
        let facts = self.facts();
        let mut budget = MOST_STEPS_CHANGED;
        let mut copies = Copies::new();
        for known in known {
            let first = known.ways.first().cloned().unwrap_or_default();
            for (field, allowed) in first.iter().flat_map(|it| about_fields(facts, it)) {
                if position.parts().top(field) != known.to.parts().top(field) {
                    continue;
                }
                for top in Contents::every(facts).filter(|top| !allowed.allows(*top)) {
                    let copy = copies.entry((field, top));
                    let copy = copy.or_insert_with(|| self.with(position, field, top));
                    if let Some(there) = copy {
                        self.survive(there, past, field, known, &mut budget);
                    }
                }
            }
        }
    }

    /// Adds the way to a move in a position with something else on a field, if no
    /// other tells why the move is there.
    fn survive(
        &self,
        there: &Position,
        past: &[Position],
        changed: Field,
        known: &mut Explained,
        budget: &mut u64,
    ) {
        let is_open = |way: &Vec<Condition>| way.iter().all(|it| self.holds(it, there));
        if known.ways.iter().any(is_open) {
            return;
        }
        if *budget == 0 {
            known.is_cut = true;
            return;
        }
        let Some(way) = self.same_turn(there, past, changed, known, budget) else { return };
        let is_told = |it: &Condition| self.holds(it, there) || way.iter().any(|new| it.says(new));
        if !known.ways.iter().any(|way| way.iter().all(is_told)) {
            known.ways.push(way);
        }
    }

    /// The conditions of a turn that does the same as a move in a position with
    /// something else on a field, if there is one.
    fn same_turn(
        &self,
        there: &Position,
        past: &[Position],
        changed: Field,
        known: &Explained,
        budget: &mut u64,
    ) -> Option<Vec<Condition>> {
        let facts = self.facts();
        for events in &known.turns {
            // It is seldom there, and conditions take much longer.
            let mut found = None;
            for tracking in [false, true] {
                found = None;
                let run = Recording::new(self.program(), there, past, self.within(*budget))
                    .wanting(Some(events.clone()))
                    .tracking(tracking);
                let flow = run.turn(Log::EMPTY, &mut |conf| {
                    if !conf.s.changed && !conf.s.passed {
                        return if conf.s.outcome.is_some() { Err(Stop::Enough) } else { Ok(()) };
                    }
                    let to = run.closed(&conf.s);
                    let is_move =
                        conf.s.hand.is_empty() && to.parts().wrong_number(facts).is_none();
                    if is_move && does_the_same(&known.to, &to, there, changed) {
                        found = Some(conf.trail.clone());
                        return Err(Stop::Enough);
                    }
                    Ok(())
                });
                *budget = budget.saturating_sub(run.meter().steps());
                if matches!(flow, Err(Stop::Fault(Fault::Steps))) {
                    *budget = 0;
                }
                if found.is_none() {
                    break;
                }
            }
            if let Some(log) = found {
                return Some(self.conditions(&log));
            }
        }
        None
    }

    /// The limits with no more steps than this.
    fn within(&self, most_steps: u64) -> Limits {
        let limits = self.interp.limits();
        Limits { steps: limits.steps.min(most_steps), ..limits }
    }

    /// The position with something else on a field; nothing if the game does not know
    /// such a position.
    pub(crate) fn with(
        &self,
        position: &Position,
        field: Field,
        top: Option<Piece>,
    ) -> Option<Position> {
        let mut setup = position.setup();
        setup.board[field.index()] = top.into_iter().collect();
        self.interp.position(&setup).ok()
    }
}

/// The fields that a way needs as they are, with what each may hold: those of which a condition
/// speaks, and those at which something looked that was tried first. If that succeeds the move may
/// be there all the same.
fn about_fields(facts: &Facts, condition: &Condition) -> Vec<(Field, Contents)> {
    match condition {
        Condition::Field { field, allowed } => vec![(*field, allowed.clone())],
        Condition::No { reads, tried: true, .. } => {
            let allowed = |field| (field, reads.allowed(facts, field));
            reads.fields.iter().map(allowed).collect()
        }
        _ => Vec::new(),
    }
}

impl Explained {
    fn new(to: &Position, events: Vec<Event>) -> Explained {
        Explained { to: to.clone(), turns: vec![events], ways: Vec::new(), is_cut: false }
    }

    fn add_turn(&mut self, events: Vec<Event>) {
        if !self.turns.contains(&events) {
            self.turns.push(events);
        }
    }

    /// The ways without those that need all that one before them needs.
    fn told(self, text: String) -> Reasons {
        let mut kept: Vec<Vec<Condition>> = Vec::new();
        for way in self.ways {
            let needs_all_of = |less: &Vec<Condition>| less.iter().all(|it| implies(&way, it));
            if !kept.iter().any(needs_all_of) {
                kept.push(way);
            }
        }
        let mut kept = kept.into_iter();
        Reasons {
            text,
            conditions: kept.next().unwrap_or_default(),
            other_ways: kept.collect(),
            is_cut: self.is_cut,
        }
    }
}

/// Whether a turn in a position with something else on a field, which it leaves alone,
/// does the same to the board as another, and ends the game likewise.
pub(crate) fn does_the_same(
    to: &Position,
    other: &Position,
    there: &Position,
    changed: Field,
) -> bool {
    let i = changed.index();
    let below = |position: &Position| position.parts().lower.get(i).cloned();
    let (tops, other_tops) = (&to.parts().tops, &other.parts().tops);
    let (lower, other_lower) = (&to.parts().lower, &other.parts().lower);
    to.outcome() == other.outcome()
        && to.player() == other.player()
        && other_tops[i] == there.parts().tops[i]
        && below(other) == below(there)
        && (0..tops.len())
            .all(|at| at == i || tops[at] == other_tops[at] && lower.get(at) == other_lower.get(at))
}
