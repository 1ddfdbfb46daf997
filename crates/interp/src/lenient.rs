//! Running leniently (Pitrat, section 3): at a test of a single field, the path
//! goes on as if the test had come out the other way, too, as long as few enough
//! fields are missing.
//!
//! 1. A test of a field is answered by what the path knows of the field. Where
//!    both answers are possible, both are followed.
//! 2. Where an answer takes something new for granted, the positions that the
//!    function has in hand get an example of it on the field, so that writes find
//!    the piece that is only assumed; they are put back behind the branch.
//! 3. A question that fails is answered "no", and besides "yes" for each smallest
//!    set of fields with which it would succeed. One that succeeds is answered
//!    "yes" only.
//! 4. Of a `try`, the results that take nothing new for granted decide whether the
//!    other way is run.
//!
//! What is counted or computed as a set of fields is not lenient.

use crate::activation::{Activation, Val};
use crate::contents::Contents;
use crate::held::Log;
use crate::run::{Flow, Run, Sink};
use game::{Field, Piece};
use ir::{Cond, Inst, Target, Term, Value};

/// Whether a way on is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Closed,
    /// Nothing more is taken for granted.
    Open,
    Assumed,
}

/// A test of a field for what it holds.
pub(crate) struct Test {
    pub(crate) field: Field,
    pub(crate) allowed: Contents,
}

impl<'r> Run<'r> {
    /// Runs a block, from one of its steps on, and everything behind it.
    pub(crate) fn lenient_block(
        &self,
        a: &mut Activation<'r>,
        mut block: usize,
        mut from: usize,
        mut log: Log,
        sink: Sink<'_>,
    ) -> Flow {
        loop {
            self.tick()?;
            let at = &a.func.blocks[block];
            for (i, inst) in at.insts.iter().enumerate().skip(from) {
                if let Inst::Guard { cond, .. } = inst
                    && let Some(test) = self.test(a, cond, &log)
                {
                    self.holds(a, cond)?;
                    let (yes, _) = self.answers(&test, &log);
                    if yes == Way::Closed {
                        return Ok(());
                    }
                    self.log_cond(a, cond, true, &mut log);
                    if yes == Way::Assumed {
                        return self.assume(a, (block, i + 1), log, sink);
                    }
                    continue;
                }
                if let Inst::Write { s, write, .. } = inst {
                    self.other_contents(a, *s, write, (block, i), &log, sink)?;
                }
                if !self.inst(a, inst, &mut log)? {
                    return Ok(());
                }
            }
            from = 0;
            let target = match &at.term {
                Term::Jump(target) => target,
                Term::If { cond, yes, no } => {
                    match self.lenient_if(a, cond, (yes, no), &mut log, sink)? {
                        Some(target) => target,
                        None => return Ok(()),
                    }
                }
                Term::Ask { func, args, yes, no } => {
                    match self.lenient_ask(a, (*func, args), (yes, no), &mut log, sink)? {
                        Some(target) => target,
                        None => return Ok(()),
                    }
                }
                Term::Die => return Ok(()),
                term => {
                    self.descend()?;
                    let flow = self.branch(a, term, log, sink);
                    self.ascend();
                    return flow;
                }
            };
            a.enter(target);
            block = target.block.index();
        }
    }

    /// The field that a condition tests and what it may hold, if that decides and
    /// the path has not written it.
    fn test(&self, a: &Activation<'r>, cond: &Cond, log: &Log) -> Option<Test> {
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
    pub(crate) fn answers(&self, test: &Test, log: &Log) -> (Way, Way) {
        let Some(held) = log.held() else { return (Way::Closed, Way::Closed) };
        let known = held.of(test.field).cloned();
        let known = known.unwrap_or_else(|| Contents::all(self.facts()));
        let can_hold = !known.and(&test.allowed).is_nothing();
        let can_fail = !known.is_within(&test.allowed);
        let way = |is_open: bool, can: bool| match (is_open, can) {
            (true, _) => Way::Open,
            (false, true) => Way::Assumed,
            (false, false) => Way::Closed,
        };
        match held.is_missing(test.field) {
            true if held.is_strict() => {
                let example = self.forcing.as_ref().and_then(|it| it.example(&known));
                let holds = test.allowed.allows(example);
                (way(holds, false), way(!holds, false))
            }
            // Only one answer is possible, or what is assumed becomes narrower.
            true => (way(!can_fail, can_hold), way(!can_hold, can_fail)),
            false => {
                let holds = test.allowed.allows(held.real(test.field));
                let more = held.may_assume();
                (way(holds, more && can_hold), way(!holds, more && can_fail))
            }
        }
    }

    /// Follows the way that takes more for granted, if there is one; gives the one
    /// that does not.
    fn lenient_if(
        &self,
        a: &mut Activation<'r>,
        cond: &'r Cond,
        (yes, no): (&'r Target, &'r Target),
        log: &mut Log,
        sink: Sink<'_>,
    ) -> Flow<Option<&'r Target>> {
        let holds = self.holds(a, cond)?;
        let Some(test) = self.test(a, cond, log) else {
            self.log_cond(a, cond, holds, log);
            return Ok(Some(if holds { yes } else { no }));
        };
        let (if_yes, if_no) = self.answers(&test, log);
        let mut open = None;
        for (way, held, target) in [(if_yes, true, yes), (if_no, false, no)] {
            match way {
                Way::Closed => {}
                Way::Open => open = Some((held, target)),
                Way::Assumed => {
                    let mut log = log.clone();
                    self.log_cond(a, cond, held, &mut log);
                    a.enter(target);
                    self.assume(a, (target.block.index(), 0), log, sink)?;
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
        a: &mut Activation<'r>,
        set: Value,
        then: &Target,
        log: &Log,
        sink: Sink<'_>,
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
                        true if found.contains(field) => Way::Open,
                        true => Way::Closed,
                        false => self.answers(&test, log).0,
                    }
                }
                false if found.contains(field) => Way::Open,
                false => Way::Closed,
            };
            if way == Way::Closed {
                continue;
            }
            let mut log = log.clone();
            self.log_member(a, set, field, &mut log);
            a.enter_given(then, Val::Field(Some(field)));
            match way {
                Way::Assumed => self.assume(a, (then.block.index(), 0), log, sink)?,
                _ => self.lenient_block(a, then.block.index(), 0, log, sink)?,
            }
        }
        Ok(())
    }
}
