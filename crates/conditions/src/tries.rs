//! `try`: the results of one function or, if it has none, of another.
//!
//! On a lenient path, the results of the first that take nothing new for granted decide
//! whether the second is run.

use crate::held::Log;
use crate::lenient::Open;
use crate::log::Entry;
use crate::reads::Reads;
use crate::recording::{Conf, Frame, Recording, Sink};
use game::{Counter, Player};
use ir::FuncId;
use ir::drive::{Called, Drive, Flow, OrElse};
use std::borrow::Cow;
use std::rc::Rc;

/// Where the ways of a `try` begin and join.
struct Joint<'r> {
    at: Conf<'r>,
    v: Player,
    /// The counters that the ways may set, if they can change nothing else.
    closed: Option<Rc<[Counter]>>,
}

/// What became of the first function.
enum First {
    /// It has a result that takes nothing new for granted.
    Found,
    /// It has none, after it has read this.
    Fails(Rc<Reads>),
    /// It has one, but not on the way to the move that is wanted.
    Elsewhere,
}

impl<'r> Recording<'r> {
    /// The results of the first function or, if there are none, of the second.
    pub(crate) fn recorded_or_else(
        &self,
        a: &mut Frame<'r>,
        parts: OrElse<'r>,
        log: Log,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        let joint = self.joint(a, &parts, &log);
        let First::Fails(reads) = self.first_way(a, &parts, &joint, &joint.at, sink)? else {
            return Ok(());
        };
        let mut instead = joint.at.clone();
        if self.tracking {
            self.log_no(parts.first, true, joint.v, &joint.at, &reads, &mut instead.trail);
        }
        self.second_way(a, &parts, &joint, &instead, sink)
    }

    /// The results of the first function or, unless there are some that take
    /// nothing more for granted, of the second, too.
    pub(crate) fn lenient_or_else(
        &self,
        a: &mut Frame<'r>,
        parts: OrElse<'r>,
        log: Log,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        let joint = self.joint(a, &parts, &log);
        let is_closed = joint.closed.is_some();
        let mut start = joint.at.clone();
        if is_closed {
            // Play goes on the same way whatever comes out.
            start.trail.set_strict(true);
        }
        let first = Called { func: parts.first, args: parts.args };
        let test = self.asked_test(a, first, &log).filter(|_| !is_closed);
        let found = match self.first_way(a, &parts, &joint, &start, sink)? {
            First::Elsewhere => return Ok(()),
            found => found,
        };
        let is_loose = self.forcing.as_ref().is_some_and(|forcing| forcing.loose);
        let mut instead = start.clone();
        match (test, found) {
            (Some(test), _) => {
                if self.answers(&test, &start.trail).no == Open::No {
                    return Ok(());
                }
                let allowed = test.allowed.complement(self.facts());
                instead.trail.push(Entry::Holds { field: test.field, allowed });
                if let Some(fresh) = self.fresh(&instead.s, &instead.trail) {
                    instead.s = fresh;
                }
            }
            (None, First::Fails(reads)) => {
                self.log_no(parts.first, true, joint.v, &joint.at, &reads, &mut instead.trail);
            }
            (None, _) if is_loose && !is_closed => {}
            (None, _) => return Ok(()),
        }
        self.second_way(a, &parts, &joint, &instead, sink)
    }

    #[inline]
    fn joint(&self, a: &Frame<'r>, parts: &OrElse<'r>, log: &Log) -> Joint<'r> {
        let closed = self.closes(parts.first, parts.second);
        Joint { at: a.conf(parts.args, log), v: a.player(parts.args.v), closed }
    }

    /// Follows the results of the first function.
    #[inline]
    fn first_way(
        &self,
        a: &mut Frame<'r>,
        parts: &OrElse<'r>,
        joint: &Joint<'r>,
        start: &Conf<'r>,
        sink: Sink<'_, 'r>,
    ) -> Flow<First> {
        let reads = self.begin_question();
        let mut any = false;
        let flow = self.run(parts.first, joint.v, start, &mut |conf| {
            any |= conf.trail.same_assumptions(&start.trail);
            self.follow(a, parts.then, &joined(joint, conf), sink)
        });
        let reads = Rc::new(self.end_question(reads));
        flow?;
        if any {
            return Ok(First::Found);
        }
        if !self.is_guided() {
            return Ok(First::Fails(reads));
        }
        let really = self.failing(parts.first, joint.v, start)?;
        Ok(really.map_or(First::Elsewhere, First::Fails))
    }

    /// Follows the results of the second function.
    #[inline]
    fn second_way(
        &self,
        a: &mut Frame<'r>,
        parts: &OrElse<'r>,
        joint: &Joint<'r>,
        instead: &Conf<'r>,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        self.run(parts.second, joint.v, instead, &mut |conf| {
            self.follow(a, parts.then, &joined(joint, conf), sink)
        })
    }

    /// What a function reads that has no result; nothing if it has one. Asked where
    /// the ways to other moves have not been followed.
    fn failing(&self, func: FuncId, v: Player, at: &Conf<'r>) -> Flow<Option<Rc<Reads>>> {
        let reads = self.begin_question();
        let succeeds = self.aside(|| self.succeeds(func, v, at));
        let reads = Rc::new(self.end_question(reads));
        Ok((!succeeds?).then_some(reads))
    }
}

/// A result where the ways of a `try` join. If none of them can change anything
/// but counters it does not matter how it came about, since play goes on the same
/// way whatever the answers were (Pitrat's conjugate), unless such a counter is
/// looked at later. Its text and messages stay.
fn joined<'c, 'r>(joint: &Joint<'r>, conf: &'c Conf<'r>) -> Cow<'c, Conf<'r>> {
    let Some(counters) = &joint.closed else { return Cow::Borrowed(conf) };
    let mut log = joint.at.trail.clone();
    let entries = conf.trail.items().into_iter().skip(log.items().len()).collect();
    log.push(Entry::Closed { counters: counters.clone(), entries });
    Cow::Owned(Conf { trail: log, ..conf.clone() })
}
