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

use crate::contents::Contents;
use crate::eval::{OrElse, joined};
use crate::forms::Forms;
use crate::held::{Held, Log};
use crate::log::Entry;
use crate::reads::Reads;
use crate::run::{Activation, Flow, Run, Sink, Stop, Val};
use crate::state::State;
use game::{Facts, Field, Owner, Piece};
use ir::{Args, Cond, FuncId, Inst, Target, Term, Value, Write};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// How a run forces.
pub(crate) struct Forcing {
    /// What may stand on a field: nothing, then the pieces of each owner; pieces
    /// that there must be a certain number of come last.
    order: Vec<Option<Piece>>,
    /// Whether pieces are assumed where they are looked for all over the board.
    /// Questions that only test fields may always find them anywhere.
    anywhere: bool,
    /// Whether such a question is being asked.
    pub(crate) is_listing: Cell<bool>,
    /// Whether a question could succeed in more ways than were followed.
    pub(crate) is_cut: Cell<bool>,
    /// Whether questions are to succeed only by what the turn has written.
    pub(crate) touching: bool,
    /// Whether what is found is checked afterwards: then the other answer is
    /// followed everywhere, and what is overwritten may be something else.
    loose: bool,
    /// Whether a question that succeeds is followed for each way in which it does.
    every_way: bool,
    /// What was found out about questions.
    pub(crate) forms: RefCell<FxHashMap<crate::forms::Asked, Rc<Forms>>>,
}

impl Forcing {
    pub(crate) fn new(facts: &Facts) -> Forcing {
        let mut order = vec![None];
        let exactly = |piece: &Piece| facts.kinds[piece.kind().index()].exactly.is_some();
        for owner in [Owner::First, Owner::Second, Owner::Nobody] {
            let pieces: Vec<Piece> = facts.pieces().filter(|p| p.owner() == owner).collect();
            let (last, first): (Vec<Piece>, Vec<Piece>) = pieces.into_iter().partition(exactly);
            order.extend(first.into_iter().chain(last).map(Some));
        }
        Forcing {
            order,
            anywhere: false,
            is_listing: Cell::new(false),
            is_cut: Cell::new(false),
            touching: false,
            loose: false,
            every_way: false,
            forms: RefCell::default(),
        }
    }

    /// Follows whatever may be there; what is found must be checked.
    pub(crate) fn loose(self) -> Forcing {
        Forcing { loose: true, ..self }
    }

    /// Whether what is found must be checked.
    pub(crate) fn is_loose(&self) -> bool {
        self.loose
    }

    /// Follows each way in which a question succeeds.
    pub(crate) fn every_way(self) -> Forcing {
        Forcing { every_way: true, ..self }
    }

    /// Lets pieces be assumed where they are looked for all over the board, too.
    pub(crate) fn anywhere(self) -> Forcing {
        Forcing { anywhere: true, ..self }
    }

    /// Follows questions only where something that the turn has written helps.
    pub(crate) fn touching(self) -> Forcing {
        Forcing { touching: true, ..self }
    }

    /// What stands for all that is allowed.
    fn example(&self, allowed: &Contents) -> Option<Piece> {
        self.order.iter().copied().find(|top| allowed.allows(*top)).flatten()
    }

    /// One example of each owner and of emptiness.
    pub(crate) fn examples(&self, allowed: &Contents) -> Vec<Option<Piece>> {
        let mut examples: Vec<Option<Piece>> = Vec::new();
        for &top in self.order.iter().filter(|top| allowed.allows(**top)) {
            if examples.last().is_none_or(|last| owner_of(*last) != owner_of(top)) {
                examples.push(top);
            }
        }
        examples
    }
}

fn owner_of(top: Option<Piece>) -> Option<Owner> {
    top.map(Piece::owner)
}

/// Whether a way on is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Closed,
    /// Nothing more is taken for granted.
    Open,
    Assumed,
}

/// A test of a field for what it holds.
struct Test {
    field: Field,
    allowed: Contents,
}

/// Most further ways in which a question that succeeds is followed.
const MOST_WAYS: usize = 8;

/// Most smallest sets of fields with which one question is answered "yes".
const MOST_WITNESSES: usize = 2000;

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
                if let Inst::Guard { cond } = inst
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
    fn answers(&self, test: &Test, log: &Log) -> (Way, Way) {
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

    /// Goes on at a step of a block with more taken for granted.
    fn assume(
        &self,
        a: &mut Activation<'r>,
        (block, from): (usize, usize),
        log: Log,
        sink: Sink<'_>,
    ) -> Flow {
        self.descend()?;
        // A question that only succeeds here has found nothing that it must keep.
        let reads = self.reads.replace(Reads::nothing(self.facts()));
        let flow =
            self.refreshed(a, &log.clone(), |a| self.lenient_block(a, block, from, log, sink));
        self.reads.replace(reads);
        self.ascend();
        flow
    }

    /// Does something while the positions that the function has in hand show what
    /// the path takes for granted.
    pub(crate) fn refreshed(
        &self,
        a: &mut Activation<'r>,
        log: &Log,
        go_on: impl FnOnce(&mut Activation<'r>) -> Flow,
    ) -> Flow {
        let mut before = Vec::new();
        for (i, value) in a.values_mut().iter_mut().enumerate() {
            if let Val::State(state) = value
                && let Some(fresh) = self.fresh(state, log)
            {
                before.push((i, std::mem::replace(value, Val::State(fresh))));
            }
        }
        let flow = go_on(a);
        for (i, value) in before {
            a.values_mut()[i] = value;
        }
        flow
    }

    /// A position with an example of what is taken for granted on each field that
    /// holds something else; none if there is no such field.
    fn fresh(&self, state: &Rc<State>, log: &Log) -> Option<Rc<State>> {
        let (held, forcing) = (log.held()?, self.forcing.as_ref()?);
        let mut fresh: Option<State> = None;
        for (field, known) in held.missing() {
            let differs = !known.allows(state.parts.top(*field));
            if differs && !known.is_nothing() && !held.has_written(*field) {
                let fresh = fresh.get_or_insert_with(|| state.edit());
                Arc::make_mut(&mut fresh.parts.tops)[field.index()] = forcing.example(known);
                if !fresh.parts.lower.is_empty() {
                    Arc::make_mut(&mut fresh.parts.lower)[field.index()].clear();
                }
            }
        }
        fresh.map(Rc::new)
    }

    /// Follows a write with other contents of the field that it overwrites, where
    /// it is only known that one of several stands there.
    fn other_contents(
        &self,
        a: &mut Activation<'r>,
        s: Value,
        write: &Write,
        at: (usize, usize),
        log: &Log,
        sink: Sink<'_>,
    ) -> Flow {
        let stacks = self.facts().stacks.is_some();
        let (f, by_owner) = match write {
            Write::Lower { .. } | Write::Enter { .. } if stacks => return Ok(()),
            Write::Lower { f, .. }
            | Write::Put { f, .. }
            | Write::Clear { f }
            | Write::Enter { f, .. } => (*f, true),
            Write::Lift { f, .. } | Write::Become { f, .. } | Write::Keep { f, .. } => (*f, false),
            _ => return Ok(()),
        };
        let (Some(field), Some(held), Some(forcing)) = (a.field(f), log.held(), &self.forcing)
        else {
            return Ok(());
        };
        let may_differ = match held.is_missing(field) {
            true => !held.is_strict(),
            false => forcing.loose && held.may_assume(),
        };
        if held.has_written(field) || !may_differ {
            return Ok(());
        }
        let known = held.of(field).cloned();
        let mut known = known.unwrap_or_else(|| Contents::all(self.facts()));
        let top = a.state(s).parts.top(field);
        if !by_owner && !held.is_missing(field) {
            known = known.and(&Contents::just(top).complement(self.facts()));
        }
        for other in forcing.examples(&known) {
            let is_same = owner_of(other) == owner_of(top);
            if is_same && (by_owner || held.is_missing(field)) {
                continue;
            }
            let allowed = match by_owner {
                true => {
                    known.and(&Contents::such(self.facts(), |it| owner_of(it) == owner_of(other)))
                }
                false => Contents::just(other),
            };
            let mut log = log.clone();
            log.push(Entry::Holds { field, allowed });
            self.assume(a, at, log, sink)?;
        }
        Ok(())
    }

    /// Answers a question: follows the answers that take more for granted and gives
    /// the way of the one that does not, if there is one.
    fn lenient_ask(
        &self,
        a: &mut Activation<'r>,
        (func, args): (FuncId, &'r Args),
        (yes, no): (&'r Target, &'r Target),
        log: &mut Log,
        sink: Sink<'_>,
    ) -> Flow<Option<&'r Target>> {
        if let Some(test) = self.asked_test(a, func, args, log) {
            return self.lenient_question(a, &test, (func, args), (yes, no), log, sink);
        }
        let is_loose = self.forcing.as_ref().is_some_and(|forcing| forcing.loose);
        if is_loose && dies(a, yes) {
            return Ok(Some(no));
        }
        let mut asked = log.clone();
        let was_strict = asked.set_strict(true);
        let answer = self.ask(a, func, args, &mut asked)?;
        asked.set_strict(was_strict);
        let is_lenient = log.held().is_some_and(Held::is_lenient);
        if answer && is_loose && is_lenient && !dies(a, no) {
            a.enter(no);
            self.assume(a, (no.block.index(), 0), log.clone(), sink)?;
        }
        if answer && self.forcing.as_ref().is_some_and(|it| it.every_way) && !dies(a, yes) {
            let (others, is_cut) = self.other_witnesses(a, func, args, log, &asked)?;
            if is_cut {
                asked.set_cut();
            }
            a.enter(yes);
            self.descend()?;
            let flow = self.lenient_block(a, yes.block.index(), 0, asked, sink);
            self.ascend();
            flow?;
            for log in others {
                a.enter(yes);
                self.assume(a, (yes.block.index(), 0), log, sink)?;
            }
            return Ok(None);
        }
        // A success by an example of what is taken for granted takes more for granted.
        let is_sure = !answer || asked.same_assumptions(log);
        if (!answer || !is_sure || log.assumes()) && is_lenient && !dies(a, yes) {
            let (sure, more) = self.witnesses(a, func, args, log)?;
            if let Some(sure) = sure {
                *log = sure;
                return Ok(Some(yes));
            }
            for log in more {
                a.enter(yes);
                self.assume(a, (yes.block.index(), 0), log, sink)?;
            }
            if answer {
                return Ok(None);
            }
        }
        *log = asked;
        Ok(Some(if answer { yes } else { no }))
    }

    /// The test of a field that a question consists of.
    fn asked_test(&self, a: &Activation<'r>, func: FuncId, args: &Args, log: &Log) -> Option<Test> {
        let at = a.conf(args, &Log::EMPTY);
        let (field, allowed) = self.simple_test(func, a.player(args.v), &at)?;
        let decides = !allowed.is_nothing() && allowed != Contents::all(self.facts());
        (decides && !log.held()?.has_written(field)).then_some(Test { field, allowed })
    }

    /// Answers a question that is a test of one field.
    fn lenient_question(
        &self,
        a: &mut Activation<'r>,
        test: &Test,
        (func, args): (FuncId, &'r Args),
        (yes, no): (&'r Target, &'r Target),
        log: &mut Log,
        sink: Sink<'_>,
    ) -> Flow<Option<&'r Target>> {
        // What it reads is kept for the question around it.
        self.ask(a, func, args, &mut Log::EMPTY.clone())?;
        let (if_yes, if_no) = self.answers(test, log);
        let others = test.allowed.complement(self.facts());
        let mut open = None;
        for (way, allowed, target) in [(if_yes, &test.allowed, yes), (if_no, &others, no)] {
            let entry = Entry::Holds { field: test.field, allowed: allowed.clone() };
            match way {
                Way::Closed => {}
                Way::Open => open = Some((entry, target)),
                Way::Assumed => {
                    let mut log = log.clone();
                    log.push(entry);
                    a.enter(target);
                    self.assume(a, (target.block.index(), 0), log, sink)?;
                }
            }
        }
        Ok(open.map(|(entry, target)| {
            log.push(entry);
            target
        }))
    }

    /// The record of a path behind a question that succeeds with nothing more taken
    /// for granted, if it does, and those behind one that would succeed with more, one
    /// for each smallest set of fields that it takes.
    fn witnesses(
        &self,
        a: &Activation<'r>,
        func: FuncId,
        args: &Args,
        log: &Log,
    ) -> Flow<(Option<Log>, Vec<Log>)> {
        let mut found = match self.witnesses_by_form(a, func, args, log)? {
            Some(found) => found,
            None => self.smallest_witnesses(a, func, args, log)?,
        };
        let sure = found.iter().position(|it| it.same_assumptions(log));
        Ok((sure.map(|i| found.swap_remove(i)), found))
    }

    fn smallest_witnesses(
        &self,
        a: &Activation<'r>,
        func: FuncId,
        args: &Args,
        log: &Log,
    ) -> Flow<Vec<Log>> {
        let (at, v) = (a.conf(args, log), a.player(args.v));
        let reads = self.reads.replace(Reads::nothing(self.facts()));
        let mut found: Vec<Log> = Vec::new();
        let flow = self.aside(|| {
            self.run(func, v, &at, &mut |conf| {
                let mut after = log.clone();
                self.log_witness(&conf.log, &mut after);
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

    /// The records of a path behind a question that succeeds, for the ways in which
    /// it does other than the one that was found first; and whether there are more.
    fn other_witnesses(
        &self,
        a: &Activation<'r>,
        func: FuncId,
        args: &Args,
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
                self.log_witness(&conf.log, &mut after);
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

    /// The results of the first function or, unless there are some that take
    /// nothing more for granted, of the second, too.
    pub(crate) fn lenient_or_else(
        &self,
        a: &mut Activation<'r>,
        OrElse { first, second, args, then }: OrElse<'r>,
        log: Log,
        sink: Sink<'_>,
    ) -> Flow {
        let (at, v) = (a.conf(args, &log), a.player(args.v));
        let closed = self.closes(first, second);
        let mut start = at.clone();
        if closed.is_some() {
            // Play goes on the same way whatever comes out.
            start.log.set_strict(true);
        }
        let test = self.asked_test(a, first, args, &log);
        let reads = self.begin_question();
        let mut any = false;
        let flow = self.run(first, v, &start, &mut |conf| {
            any |= conf.log.same_assumptions(&start.log);
            self.follow(a, then, &joined(&closed, &at, conf), sink)
        });
        let mut reads = Rc::new(self.end_question(reads));
        flow?;
        if !any && self.is_guided() {
            match self.failing(first, v, &start)? {
                Some(really) => reads = really,
                None => return Ok(()),
            }
        }
        let is_loose = self.forcing.as_ref().is_some_and(|forcing| forcing.loose);
        let mut instead = start.clone();
        if let Some(test) = test.filter(|_| closed.is_none()) {
            let (_, if_no) = self.answers(&test, &start.log);
            let allowed = test.allowed.complement(self.facts());
            if if_no == Way::Closed {
                return Ok(());
            }
            instead.log.push(Entry::Holds { field: test.field, allowed });
            if let Some(fresh) = self.fresh(&instead.s, &instead.log) {
                instead.s = fresh;
            }
        } else if any && !(is_loose && closed.is_none()) {
            return Ok(());
        } else if !any {
            self.log_no(first, v, &at, &reads, &mut instead.log);
        }
        self.run(second, v, &instead, &mut |conf| {
            self.follow(a, then, &joined(&closed, &at, conf), sink)
        })
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

/// Whether a path ends at once where it is sent to.
fn dies(a: &Activation<'_>, target: &Target) -> bool {
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
