//! Running leniently (Pitrat, section 3): at a test of a single field, the path
//! goes on as if the test had come out the other way, too, as long as few enough
//! fields are missing.
//!
//! 1. A test of a field is answered by what the path knows of the field. Where
//!    both answers are possible, both are followed.
//! 2. Where an answer takes something new for granted, the positions that the
//!    function has in hand get an example of it on the field, so that writes find
//!    the piece that is only assumed; they are put back after the branch.
//! 3. A question that fails is answered "no", and besides "yes" for each smallest
//!    set of fields with which it would succeed. One that succeeds is answered
//!    "yes" only.
//! 4. Of a `try`, the results that take nothing new for granted decide whether the
//!    other way is run.
//!
//! What is counted or computed as a set of fields is not lenient.

use crate::contents::Contents;
use crate::held::Log;
use crate::recording::{Frame, Recording, Sink};
use game::{Field, Piece};
use interp::machine::Val;
use ir::drive::{Branches, Domain, Drive, Flow, Place};
use ir::{Cond, Inst, Target, Value};

/// Whether a way on is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    No,
    /// Nothing more is taken for granted.
    Yes,
    /// More is taken for granted.
    IfAssumed,
}

/// Whether a path can go on where a test succeeds, and where it fails.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answers {
    pub(crate) yes: Open,
    pub(crate) no: Open,
}

/// A test of a field for what it holds.
pub(crate) struct Test {
    pub(crate) field: Field,
    pub(crate) allowed: Contents,
}

impl<'r> Recording<'r> {
    /// Executes a step where tests may be passed that fail: whether the path goes on, or
    /// nothing if it is a step like any other.
    pub(crate) fn lenient_step(
        &self,
        a: &mut Frame<'r>,
        inst: &'r Inst,
        place: Place,
        log: &mut Log,
        sink: Sink<'_, 'r>,
    ) -> Flow<Option<bool>> {
        match inst {
            Inst::Guard { cond, .. } => {
                let Some(test) = self.test(a, cond, log) else { return Ok(None) };
                self.holds(a, cond)?;
                let yes = self.answers(&test, log).yes;
                if yes == Open::No {
                    return Ok(Some(false));
                }
                self.log_cond(a, cond, true, log);
                if yes == Open::Yes {
                    return Ok(Some(true));
                }
                let after = Place { step: place.step + 1, ..place };
                self.assume(a, after, log.clone(), sink)?;
                Ok(Some(false))
            }
            Inst::Write { s, write, .. } => {
                self.other_contents(a, *s, write, place, log, sink)?;
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// The field that a condition tests and what it may hold, if that decides and
    /// the path has not written it.
    fn test(&self, a: &Frame<'r>, cond: &Cond, log: &Log) -> Option<Test> {
        let facts = self.facts();
        let (field, allowed) = match cond {
            Cond::In { f, set } => {
                let field = a.field(*f)?;
                (field, self.allowed(a, *set, field))
            }
            Cond::Matches { f, layout, .. } => {
                let field = a.field(*f)?;
                (field, Contents::just(self.drawn(*layout, field)))
            }
            Cond::IsKind { f, kind, .. } => {
                let is_kind = |top: Option<Piece>| top.is_some_and(|p| p.kind() == *kind);
                (a.field(*f)?, Contents::such(facts, is_kind))
            }
            _ => return None,
        };
        let decides = !allowed.is_nothing() && allowed != Contents::all(facts);
        (decides && !log.held()?.has_written(field)).then_some(Test { field, allowed })
    }

    /// Whether the path can go on where the test succeeds, and where it fails.
    pub(crate) fn answers(&self, test: &Test, log: &Log) -> Answers {
        let Some(held) = log.held() else { return Answers { yes: Open::No, no: Open::No } };
        let known = held.of(test.field).cloned();
        let known = known.unwrap_or_else(|| Contents::all(self.facts()));
        let can_hold = !known.and(&test.allowed).is_nothing();
        let can_fail = !known.is_within(&test.allowed);
        let way = |is_open: bool, can: bool| match (is_open, can) {
            (true, _) => Open::Yes,
            (false, true) => Open::IfAssumed,
            (false, false) => Open::No,
        };
        match held.is_missing(test.field) {
            true if held.is_strict() => {
                let example = self.forcing.as_ref().and_then(|it| it.example(&known));
                let holds = test.allowed.allows(example);
                Answers { yes: way(holds, false), no: way(!holds, false) }
            }
            // Only one answer is possible, or what is assumed becomes narrower.
            true => Answers { yes: way(!can_fail, can_hold), no: way(!can_hold, can_fail) },
            false => {
                let holds = test.allowed.allows(held.real(test.field));
                let more = held.may_assume();
                Answers { yes: way(holds, more && can_hold), no: way(!holds, more && can_fail) }
            }
        }
    }

    /// Follows the way that takes more for granted, if there is one; gives the one
    /// that does not.
    pub(crate) fn lenient_if(
        &self,
        a: &mut Frame<'r>,
        cond: &'r Cond,
        ways: Branches<'r>,
        log: &mut Log,
        sink: Sink<'_, 'r>,
    ) -> Flow<Option<&'r Target>> {
        let holds = self.holds(a, cond)?;
        let Some(test) = self.test(a, cond, log) else {
            self.log_cond(a, cond, holds, log);
            return Ok(Some(ways.after(holds)));
        };
        let answers = self.answers(&test, log);
        let mut open = None;
        for (way, held, target) in [(answers.yes, true, ways.yes), (answers.no, false, ways.no)] {
            match way {
                Open::No => {}
                Open::Yes => open = Some((held, target)),
                Open::IfAssumed => {
                    let mut log = log.clone();
                    self.log_cond(a, cond, held, &mut log);
                    a.enter(target);
                    self.assume(a, Place::start(target), log, sink)?;
                }
            }
        }
        Ok(open.map(|(held, target)| {
            self.log_cond(a, cond, held, log);
            target
        }))
    }

    /// Follows the fields of a set, and those that would be in it if they held
    /// something else.
    pub(crate) fn lenient_choice(
        &self,
        a: &mut Frame<'r>,
        set: Value,
        then: &'r Target,
        log: &Log,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        let found = self.looked_at(a, set);
        let (Some(held), Some(forcing)) = (log.held(), &self.forcing) else { return Ok(()) };
        let can_assume = self.depends_on_contents(a, set);
        let anywhere = forcing.anywhere || forcing.is_listing.get();
        let all = Contents::all(self.facts());
        for field in (0..self.facts().board.n_fields()).map(|i| Field(i as u16)) {
            let may_assume =
                can_assume && !held.has_written(field) && (anywhere || held.is_missing(field));
            let way = match may_assume {
                true => {
                    let test = Test { field, allowed: self.allowed(a, set, field) };
                    match test.allowed == all || test.allowed.is_nothing() {
                        true if found.contains(field) => Open::Yes,
                        true => Open::No,
                        false => self.answers(&test, log).yes,
                    }
                }
                false if found.contains(field) => Open::Yes,
                false => Open::No,
            };
            if way == Open::No {
                continue;
            }
            let mut log = log.clone();
            self.log_member(a, set, field, &mut log);
            a.enter_given(then, Val::Field(Some(field)));
            match way {
                Open::IfAssumed => self.assume(a, Place::start(then), log, sink)?,
                _ => self.block(a, Place::start(then), log, sink)?,
            }
        }
        Ok(())
    }
}
