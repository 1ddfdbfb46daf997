//! Forcing (Pitrat, "Realization of a General Game-Playing Program", section 3):
//! the moves and outcomes that would be there if one or two conditions were
//! different, with those conditions.
//!
//! One wish is found by trying all: each field holds each other thing in a copy of the
//! position. What is new there is wished for, and its condition is what the rules
//! demand of that field, or, if they only ask a question about it, what the field may
//! hold for the question to be answered the same way.
//!
//! Two wishes would be too many copies: see `double_wishes`.

use crate::Conditions;
use crate::condition::{Condition, implies};
use crate::contents::Contents;
use crate::held::Log;
use crate::other_ways::does_the_same;
use game::{Field, Outcome, RulesError};
use interp::Position;
use interp::machine::{Derivation, Offer};
use ir::drive::Stop;
use rustc_hash::FxHashMap;

/// How many wishes are kept: a turn of thousands of moves has millions.
const MOST_WISHES: usize = 50_000;

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
    /// Whether there were more copies than could be looked at, or more wishes than
    /// could be kept.
    pub is_cut: bool,
    /// Whether the rules have more ways than could be followed.
    pub is_bounded: bool,
}

impl Conditions<'_> {
    /// What would be there if at most `n_wishes` conditions, one or two, were
    /// different. At most this many copies of the position are looked at, and no more
    /// once `go_on` says no. Earlier positions are not looked at.
    pub fn if_only(
        &self,
        position: &Position,
        n_wishes: usize,
        most: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Wishes, RulesError> {
        let mut found = Collected::default();
        if position.outcome().is_some() || n_wishes == 0 {
            return Ok(found.wishes);
        }
        self.single_wishes(position, most, go_on, &mut found)?;
        if n_wishes > 1 && !found.wishes.is_cut {
            self.double_wishes(position, n_wishes, most, go_on, &mut found);
        }
        Ok(found.wishes)
    }

    /// Finds what would be there with one field changed: all of it.
    fn single_wishes(
        &self,
        position: &Position,
        most: usize,
        go_on: &mut dyn FnMut() -> bool,
        found: &mut Collected,
    ) -> Result<(), RulesError> {
        let facts = self.facts();
        let here = Here::new(self.interp.offer(position, &[])?);
        for field in (0..facts.board.n_fields()).map(|i| Field(i as u16)) {
            let real = position.parts().top(field);
            for top in Contents::every(facts).filter(|top| *top != real) {
                let Some(there) = self.with(position, field, top) else { continue };
                if !found.may_go_on(most, go_on) {
                    return Ok(());
                }
                // A position that cannot arise may be against the rules.
                let new = self.new_there(position, &here, &there, field).unwrap_or_default();
                for told in new {
                    found.add(self.wish(position, &there, field, told));
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
        here: &Here,
        there: &Position,
        changed: Field,
    ) -> Result<Vec<Told>, RulesError> {
        let is_new = |made: &game::Move<Position>| {
            here.moves.get(&made.text).is_none_or(|to| {
                let leaves_alone = to.parts().top(changed) == position.parts().top(changed);
                !leaves_alone || !does_the_same(to, &made.to, there, changed)
            })
        };
        match self.interp.offer(there, &[])? {
            Offer::Over(outcome) => {
                if here.outcome == Some(outcome) {
                    return Ok(Vec::new());
                }
                let why = self.why_over(there, &[])?;
                let conditions = why.map(|(_, conditions)| conditions).unwrap_or_default();
                Ok(vec![Told { made: None, outcome: Some(outcome), conditions }])
            }
            Offer::Moves(moves) => {
                let new = moves.into_iter().filter(|(made, _)| is_new(made));
                new.map(|(made, way)| self.tell(there, made, &way)).collect()
            }
        }
    }

    /// A move with its conditions. Only ways to it are followed, because conditions take
    /// much longer than moves; all of them if some event of the way was taken back.
    fn tell(
        &self,
        there: &Position,
        made: game::Move<Position>,
        way: &Derivation<()>,
    ) -> Result<Told, RulesError> {
        let mut found = None;
        for wanted in [Some(way.state.all_events()), None] {
            let run = self.recording(there, &[]).wanting(wanted);
            let flow = run.turn(Log::EMPTY, &mut |conf| {
                if run.closed(&conf.s) == made.to {
                    found = Some(conf.trail.clone());
                    return Err(Stop::Enough);
                }
                Ok(())
            });
            self.interp.settle(there, flow)?;
            if found.is_some() {
                break;
            }
        }
        let conditions = self.conditions(&found.unwrap_or(Log::EMPTY));
        Ok(Told { outcome: made.outcome, made: Some(made), conditions })
    }

    /// The wish for what is there in a copy with one field changed.
    fn wish(&self, position: &Position, there: &Position, changed: Field, told: Told) -> Wish {
        let facts = self.facts();
        let (real, top) = (position.parts().top(changed), there.parts().top(changed));
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
        let is_own = top.is_some_and(|piece| piece.owner() == position.player().into());
        let moves_it =
            is_own && told.made.as_ref().is_some_and(|made| made.to.parts().top(changed) != top);
        let text = told.made.map(|made| made.text);
        Wish { text, outcome: told.outcome, if_only, conditions, moves_it }
    }
}

/// What a position really offers: where the move with each text leads to, or the
/// outcome.
struct Here {
    moves: FxHashMap<String, Position>,
    outcome: Option<Outcome>,
}

impl Here {
    fn new(offer: Offer) -> Here {
        match offer {
            Offer::Over(outcome) => Here { moves: FxHashMap::default(), outcome: Some(outcome) },
            Offer::Moves(moves) => {
                let moves = moves.into_iter().map(|(made, _)| (made.text, made.to));
                Here { moves: moves.collect(), outcome: None }
            }
        }
    }
}

/// A move, if it is one, the outcome, and the conditions.
pub(crate) struct Told {
    pub(crate) made: Option<game::Move<Position>>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) conditions: Vec<Condition>,
}

/// What was found so far, and where the wishes for each move are.
#[derive(Default)]
pub(crate) struct Collected {
    pub(crate) wishes: Wishes,
    with_text: FxHashMap<Option<String>, Vec<usize>>,
}

impl Collected {
    /// Whether one more copy may be looked at.
    pub(crate) fn may_go_on(&mut self, most: usize, go_on: &mut dyn FnMut() -> bool) -> bool {
        let wishes = &mut self.wishes;
        let is_full = wishes.n_looked_at >= most || wishes.found.len() >= MOST_WISHES;
        wishes.is_cut = is_full || !go_on();
        wishes.n_looked_at += usize::from(!wishes.is_cut);
        !wishes.is_cut
    }

    /// Adds a wish unless the same is known to follow from no more than it wishes.
    pub(crate) fn add(&mut self, wish: Wish) {
        let found = &mut self.wishes.found;
        let same = self.with_text.entry(wish.text.clone()).or_default();
        let is_known = |known: &Wish| {
            known.outcome == wish.outcome
                && known.if_only.iter().all(|condition| implies(&wish.if_only, condition))
        };
        if !same.iter().any(|i| is_known(&found[*i])) {
            same.push(found.len());
            found.push(wish);
        }
    }
}

/// The conditions on fields that do not hold in a position, and all others.
pub(crate) fn split_by_need(
    position: &Position,
    conditions: Vec<Condition>,
) -> (Vec<Condition>, Vec<Condition>) {
    conditions.into_iter().partition(|condition| match condition {
        Condition::Field { field, allowed } => !allowed.allows(position.parts().top(*field)),
        _ => false,
    })
}
