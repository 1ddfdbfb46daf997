//! Forcing (Pitrat, "Realization of a General Game-Playing Program", section 3):
//! the moves and outcomes that would be there if one or two conditions were
//! different, with those conditions.
//!
//! 1. Run the turn leniently: at each test of a single field, and where a field is
//!    overwritten, the path goes on as if something else stood there, too, as often
//!    as there are wishes. Questions that might stand in the way are not asked.
//!    What comes out are candidates: fields that would have to be changed, and what
//!    the turn would do then.
//! 2. Fulfil the wishes of each candidate in a copy of the position: an empty
//!    field, and a piece of each owner, as far as the wish allows them. Copies that
//!    the game does not know are dropped.
//! 3. In each copy, a candidate is forced if it is a move there, and if every field
//!    that was changed is one of its conditions and forbids what really stands
//!    there. What it allows there is the condition that is asked for.
//!
//! Fields on which the turn itself looks for a piece all over the board are not
//! wished for, because such a wish would put any piece anywhere.

use crate::Interp;
use crate::held::{Held, Log};
use crate::lenient::Forcing;
use crate::position::Position;
use crate::run::{Conf, Run, Stop};
use crate::turn::{Offer, close};
use crate::why::Condition;
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

/// What turns might do in copies of a position; the number of changes comes first.
type Candidates = BTreeMap<(usize, Changes), Vec<Vec<Event>>>;

impl Interp {
    /// What would be there if at most `n_wishes` conditions were different. At most
    /// so many copies of the position are looked at, and no more once `go_on` says
    /// no. Earlier positions are not looked at.
    pub fn if_only(
        &self,
        position: &Position,
        n_wishes: usize,
        most: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Wishes, RulesError> {
        let mut wishes = Wishes::default();
        if position.outcome.is_some() {
            return Ok(wishes);
        }
        let (candidates, is_complete) = self.candidates(position, n_wishes);
        wishes.is_bounded = !is_complete;
        for ((_, changes), turns) in candidates {
            if wishes.n_looked_at >= most || !go_on() {
                wishes.is_cut = true;
                return Ok(wishes);
            }
            let mut setup = position.setup();
            for (field, top) in &changes {
                setup.board[field.index()] = top.iter().copied().collect();
            }
            let Ok(there) = self.position(&setup) else { continue };
            wishes.n_looked_at += 1;
            // A position that cannot arise may be against the rules.
            if let Ok(found) = self.look_into(&there, &turns) {
                for (text, outcome, conditions) in found {
                    let wish = forced(position, changes.len(), text, outcome, conditions);
                    wishes.found.extend(wish.filter(|wish| !is_known(&wishes.found, wish)));
                }
            }
        }
        Ok(wishes)
    }

    /// What might be there with at most so many fields changed, and whether this is
    /// all.
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
            if held.n_missing() == 0 || held.is_impossible() || !conf.s.hand.is_empty() {
                return Ok(());
            }
            let events = conf.s.all_events();
            for changes in changes(&forcing, held) {
                let turns = candidates.entry((changes.len(), changes)).or_default();
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
                return Ok(vec![(None, Some(outcome), conditions)]);
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
            Some((Some(made.text), made.outcome, self.conditions(&log?)))
        });
        Ok(found.collect())
    }
}

/// The text of a move, if it is one, the outcome, and the conditions.
type Told = (Option<String>, Option<Outcome>, Vec<Condition>);

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

/// The wish, if each field that was changed is needed as it was changed.
fn forced(
    position: &Position,
    n_changed: usize,
    text: Option<String>,
    outcome: Option<Outcome>,
    conditions: Vec<Condition>,
) -> Option<Wish> {
    let fails = |condition: &Condition| match condition {
        Condition::Field { field, allowed } => !allowed.allows(position.parts.top(*field)),
        _ => false,
    };
    let (if_only, conditions): (Vec<_>, Vec<_>) = conditions.into_iter().partition(fails);
    (if_only.len() == n_changed).then_some(Wish { text, outcome, if_only, conditions })
}

/// Whether the same is known to follow from some of the same wishes.
fn is_known(found: &[Wish], wish: &Wish) -> bool {
    found.iter().any(|known| {
        known.text == wish.text
            && known.outcome == wish.outcome
            && known.if_only.iter().all(|condition| wish.if_only.contains(condition))
    })
}
