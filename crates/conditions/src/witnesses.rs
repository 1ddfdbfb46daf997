//! Questions asked by a lenient path: each smallest set of fields with which one would
//! succeed is a witness, and so is each way in which one does.
//!
//! A question that fails is answered "no", and besides "yes" for each witness. One that
//! succeeds is answered "yes" only, unless what is found is checked afterwards.

use crate::contents::Contents;
use crate::held::{Held, Log};
use crate::lenient::{Open, Test};
use crate::log::Entry;
use crate::reads::Reads;
use crate::recording::{Frame, Recording, Sink};
use ir::drive::{Branches, Called, Drive, Flow, Place, Stop};
use ir::{Target, Term};

/// Most further ways in which a question that succeeds is followed.
const MOST_WAYS: usize = 8;

/// Most smallest sets of fields with which one question is answered "yes".
const MOST_WITNESSES: usize = 2000;

impl<'r> Recording<'r> {
    /// Answers a question: follows the answers that take more for granted and gives
    /// the way of the one that does not, if there is one.
    pub(crate) fn lenient_ask(
        &self,
        a: &mut Frame<'r>,
        question: Called<'r>,
        ways: Branches<'r>,
        log: &mut Log,
        sink: Sink<'_, 'r>,
    ) -> Flow<Option<&'r Target>> {
        let Branches { yes, no } = ways;
        if let Some(test) = self.asked_test(a, question, log) {
            return self.lenient_question(a, &test, question, ways, log, sink);
        }
        let is_loose = self.forcing.as_ref().is_some_and(|forcing| forcing.loose);
        if is_loose && dies(a, yes) {
            return Ok(Some(no));
        }
        let mut asked = log.clone();
        let was_strict = asked.set_strict(true);
        let answer = self.answer(a, question, &mut asked)?;
        asked.set_strict(was_strict);
        let is_lenient = log.held().is_some_and(Held::is_lenient);
        if answer && is_loose && is_lenient && !dies(a, no) {
            a.enter(no);
            self.assume(a, Place::start(no), log.clone(), sink)?;
        }
        if answer && self.forcing.as_ref().is_some_and(|it| it.every_way) && !dies(a, yes) {
            let (others, is_cut) = self.other_witnesses(a, question, log, &asked)?;
            if is_cut {
                asked.set_cut();
            }
            a.enter(yes);
            self.deeper(a, Place::start(yes), asked, sink)?;
            for log in others {
                a.enter(yes);
                self.assume(a, Place::start(yes), log, sink)?;
            }
            return Ok(None);
        }
        // A success by an example of what is taken for granted takes more for granted.
        let is_sure = !answer || asked.same_assumptions(log);
        if (!answer || !is_sure || log.assumes()) && is_lenient && !dies(a, yes) {
            let (sure, more) = self.witnesses(a, question, log)?;
            if let Some(sure) = sure {
                *log = sure;
                return Ok(Some(yes));
            }
            for log in more {
                a.enter(yes);
                self.assume(a, Place::start(yes), log, sink)?;
            }
            if answer {
                return Ok(None);
            }
        }
        *log = asked;
        Ok(Some(ways.after(answer)))
    }

    /// The test of a field that a question consists of.
    pub(crate) fn asked_test(
        &self,
        a: &Frame<'r>,
        Called { func, args }: Called<'r>,
        log: &Log,
    ) -> Option<Test> {
        let at = a.conf(args, &Log::EMPTY);
        let (field, allowed) = self.simple_test(func, a.player(args.v), &at)?;
        let decides = !allowed.is_nothing() && allowed != Contents::all(self.facts());
        (decides && !log.held()?.has_written(field)).then_some(Test { field, allowed })
    }

    /// Answers a question that is a test of one field.
    fn lenient_question(
        &self,
        a: &mut Frame<'r>,
        test: &Test,
        question: Called<'r>,
        ways: Branches<'r>,
        log: &mut Log,
        sink: Sink<'_, 'r>,
    ) -> Flow<Option<&'r Target>> {
        // What it reads is kept for the question around it.
        self.answer(a, question, &mut Log::EMPTY.clone())?;
        let answers = self.answers(test, log);
        let others = test.allowed.complement(self.facts());
        let mut open = None;
        for (way, allowed, target) in
            [(answers.yes, &test.allowed, ways.yes), (answers.no, &others, ways.no)]
        {
            let entry = Entry::Holds { field: test.field, allowed: allowed.clone() };
            match way {
                Open::No => {}
                Open::Yes => open = Some((entry, target)),
                Open::IfAssumed => {
                    let mut log = log.clone();
                    log.push(entry);
                    a.enter(target);
                    self.assume(a, Place::start(target), log, sink)?;
                }
            }
        }
        Ok(open.map(|(entry, target)| {
            log.push(entry);
            target
        }))
    }

    /// The record of a path after a question that succeeds with nothing more taken
    /// for granted, if it does, and those after one that would succeed with more, one
    /// for each smallest set of fields that it takes.
    fn witnesses(
        &self,
        a: &Frame<'r>,
        question: Called<'r>,
        log: &Log,
    ) -> Flow<(Option<Log>, Vec<Log>)> {
        let mut found = match self.witnesses_by_form(a, question, log)? {
            Some(found) => found,
            None => self.smallest_witnesses(a, question, log)?,
        };
        let sure = found.iter().position(|it| it.same_assumptions(log));
        Ok((sure.map(|i| found.swap_remove(i)), found))
    }

    fn smallest_witnesses(
        &self,
        a: &Frame<'r>,
        Called { func, args }: Called<'r>,
        log: &Log,
    ) -> Flow<Vec<Log>> {
        let (at, v) = (a.conf(args, log), a.player(args.v));
        let reads = self.reads.replace(Reads::nothing(self.facts()));
        let mut found: Vec<Log> = Vec::new();
        let flow = self.aside(|| {
            self.run(func, v, &at, &mut |conf| {
                let mut after = log.clone();
                self.log_witness(&conf.trail, &mut after);
                keep_smallest(&mut found, after);
                if found.len() < MOST_WITNESSES {
                    return Ok(());
                }
                if let Some(forcing) = &self.forcing {
                    forcing.is_cut.set(true);
                }
                Err(Stop::Enough)
            })
        });
        self.reads.replace(reads);
        match flow {
            Ok(()) | Err(Stop::Enough) => Ok(found),
            Err(fault) => Err(fault),
        }
    }

    /// The records of a path after a question that succeeds, for the ways in which
    /// it does other than the one that was found first; and whether there are more.
    fn other_witnesses(
        &self,
        a: &Frame<'r>,
        Called { func, args }: Called<'r>,
        log: &Log,
        first: &Log,
    ) -> Flow<(Vec<Log>, bool)> {
        let (at, v) = (a.conf(args, log), a.player(args.v));
        let reads = self.reads.replace(Reads::nothing(self.facts()));
        let mut found: Vec<Log> = vec![first.clone()];
        let known = |log: &Log| log.held().map(|held| held.known().to_vec());
        let flow = self.aside(|| {
            self.run(func, v, &at, &mut |conf| {
                let mut after = log.clone();
                self.log_witness(&conf.trail, &mut after);
                if !found.iter().any(|it| known(it) == known(&after)) {
                    found.push(after);
                }
                if found.len() > 1 + MOST_WAYS { Err(Stop::Enough) } else { Ok(()) }
            })
        });
        self.reads.replace(reads);
        match flow {
            Ok(()) => Ok((found.split_off(1), false)),
            Err(Stop::Enough) => {
                found.truncate(1 + MOST_WAYS);
                Ok((found.split_off(1), true))
            }
            Err(fault) => Err(fault),
        }
    }
}

/// Whether a path ends at once where it is sent to.
fn dies(a: &Frame<'_>, target: &Target) -> bool {
    let block = &a.func.blocks[target.block.index()];
    block.insts.is_empty() && matches!(block.term, Term::Die)
}

/// Adds a record unless another takes no more for granted, and drops those that
/// take more.
fn keep_smallest(found: &mut Vec<Log>, log: Log) {
    let takes_all_of = |more: &Log, less: &Log| match (more.held(), less.held()) {
        (Some(more), Some(less)) => less.missing().all(|(field, known)| {
            more.is_missing(*field) && more.of(*field).is_some_and(|it| it.is_within(known))
        }),
        _ => false,
    };
    let is_possible = log.held().is_some_and(|held| !held.is_impossible());
    if is_possible && !found.iter().any(|known| takes_all_of(&log, known)) {
        found.retain(|known| !takes_all_of(known, &log));
        found.push(log);
    }
}
