//! Blocks and what they lead to: the meaning of choices, calls, repeats and
//! questions.
//!
//! A finger that points nowhere and a direction that is not set end the path
//! that uses them. The checker of the rules reports such uses; here they are
//! harmless.

use crate::contents::Contents;
use crate::held::Log;
use crate::log::Entry;
use crate::run::{Activation, Conf, Flow, Run, Sink, Stop, Val};
use game::{Counter, Direction, Field, Player};
use ir::{Args, Cond, Directions, FuncId, Inst, NumExpr, Target, Term, Value};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::rc::Rc;

/// The parts of a `try`.
pub(crate) struct OrElse<'r> {
    pub(crate) first: FuncId,
    pub(crate) second: FuncId,
    pub(crate) args: &'r Args,
    pub(crate) then: &'r Target,
}

impl<'r> Run<'r> {
    /// Runs a block and everything behind it.
    pub(crate) fn block(
        &self,
        a: &mut Activation<'r>,
        mut block: usize,
        mut log: Log,
        sink: Sink<'_>,
    ) -> Flow {
        if log.held().is_some() {
            return self.lenient_block(a, block, 0, log, sink);
        }
        loop {
            self.tick()?;
            let at = &a.func.blocks[block];
            for inst in &at.insts {
                if !self.inst(a, inst, &mut log)? {
                    return Ok(());
                }
            }
            match &at.term {
                Term::Jump(target) => {
                    a.enter(target);
                    block = target.block.index();
                }
                Term::Ask { func, args, yes, no } => {
                    let target = if self.ask(a, *func, args, &mut log)? { yes } else { no };
                    a.enter(target);
                    block = target.block.index();
                }
                Term::If { cond, yes, no } => {
                    let holds = self.holds(a, cond)?;
                    if self.tracking {
                        self.log_cond(a, cond, holds, &mut log);
                    }
                    let target = if holds { yes } else { no };
                    a.enter(target);
                    block = target.block.index();
                }
                Term::Die => return Ok(()),
                term => {
                    self.descend()?;
                    let flow = self.branch(a, term, log, sink);
                    self.ascend();
                    return flow;
                }
            }
        }
    }

    /// The ways to end a block that are not just one way on.
    pub(crate) fn branch(
        &self,
        a: &mut Activation<'r>,
        term: &'r Term,
        log: Log,
        sink: Sink<'_>,
    ) -> Flow {
        match term {
            Term::Fork(targets) => {
                for target in targets {
                    a.enter(target);
                    self.block(a, target.block.index(), log.clone(), sink)?;
                }
                Ok(())
            }
            Term::ChooseField { set, then } if log.held().is_some() => {
                self.lenient_choice(a, *set, then, &log, sink)
            }
            Term::ChooseField { set, then } => self.choose_field(a, *set, then, log, sink),
            Term::ChooseDirection { v, from, then } => {
                self.choose_direction(a, *v, from, then, log, sink)
            }
            Term::Call { func, args, then } => {
                let (at, v) = (a.conf(args, &log), a.player(args.v));
                self.run(*func, v, &at, &mut |conf| self.follow(a, then, conf, sink))
            }
            &Term::OrElse { first, second, ref args, ref then } => {
                let parts = OrElse { first, second, args, then };
                match log.held().is_some() {
                    true => self.lenient_or_else(a, parts, log, sink),
                    false => self.or_else(a, parts, log, sink),
                }
            }
            Term::Repeat { body, low, high, args, then, bound: _ } => {
                let mut log = log;
                for number in [Some(*low), *high].into_iter().flatten() {
                    self.log_counters(a, number, &mut log);
                }
                let (at, v) = (a.conf(args, &log), a.player(args.v));
                let rounds = (a.number(*low), high.map(|high| a.number(high)));
                self.repeat(*body, rounds, v, at, &mut |conf| self.follow(a, then, conf, sink))
            }
            Term::Each { set, body, args, then } => {
                let mut log = log;
                let before = self.begin_question();
                self.look_everywhere(a, *set);
                self.log_look(before, || self.set_words(a, *set), &mut log);
                let fields: Vec<Field> = self.fields(a, *set).iter().collect();
                let (at, v) = (a.conf(args, &log), a.player(args.v));
                for conf in self.each(&fields, *body, v, at)? {
                    a.enter_given(then, Val::State(conf.s));
                    self.go_on(a, then, conf.log, sink)?;
                }
                Ok(())
            }
            Term::Best { value, func, args, then } => {
                let (mut at, v) = (a.conf(args, &log), a.player(args.v));
                // What is best is found by all results that there really are.
                let was_strict = at.log.set_strict(true);
                let before = self.begin_question();
                let best = self.best(*value, *func, v, &at)?;
                let reads = self.tracking.then(|| Rc::new(self.end_question(before)));
                for mut conf in best {
                    conf.log.set_strict(was_strict);
                    if let Some(reads) = &reads {
                        let name = format!("best {}", self.func(*func).words());
                        conf.log.push(Entry::Looked { name, reads: reads.clone() });
                    }
                    self.follow(a, then, &conf, sink)?;
                }
                Ok(())
            }
            Term::Yield { s, f, d } => {
                let args = Args { s: *s, v: *s, f: *f, d: *d };
                sink(&a.conf(&args, &log))
            }
            Term::Return(value) => {
                a.returned = Some(a.number(*value));
                Err(Stop::Enough)
            }
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } | Term::Die => Ok(()),
        }
    }

    /// Goes on with a result.
    pub(crate) fn follow(
        &self,
        a: &mut Activation<'r>,
        then: &Target,
        conf: &Conf,
        sink: Sink<'_>,
    ) -> Flow {
        a.enter_with(then, conf);
        self.go_on(a, then, conf.log.clone(), sink)
    }

    /// Goes on in a block that has its parameters, with what was found on the way.
    fn go_on(&self, a: &mut Activation<'r>, then: &Target, log: Log, sink: Sink<'_>) -> Flow {
        if log.assumes() {
            let known = log.clone();
            return self.refreshed(a, &known, |a| self.block(a, then.block.index(), log, sink));
        }
        self.block(a, then.block.index(), log, sink)
    }

    fn choose_field(
        &self,
        a: &mut Activation<'r>,
        set: Value,
        then: &Target,
        log: Log,
        sink: Sink<'_>,
    ) -> Flow {
        for field in self.looked_at(a, set).iter() {
            let mut log = log.clone();
            if self.tracking {
                self.log_member(a, set, field, &mut log);
            }
            a.enter_given(then, Val::Field(Some(field)));
            self.block(a, then.block.index(), log, sink)?;
        }
        Ok(())
    }

    fn choose_direction(
        &self,
        a: &mut Activation<'r>,
        v: Value,
        from: &'r Directions,
        then: &Target,
        log: Log,
        sink: Sink<'_>,
    ) -> Flow {
        let directions: &[Direction] = match from {
            Directions::Compass(sets) => &sets[a.player(v).index()],
            Directions::Ways { f } => match a.field(*f) {
                Some(field) => &self.facts().board.ways[field.index()],
                None => &[],
            },
        };
        for &direction in directions {
            a.enter_given(then, Val::Direction(Some(direction)));
            self.block(a, then.block.index(), log.clone(), sink)?;
        }
        Ok(())
    }

    /// The results of the first function or, if there are none, of the second.
    fn or_else(
        &self,
        a: &mut Activation<'r>,
        OrElse { first, second, args, then }: OrElse<'r>,
        log: Log,
        sink: Sink<'_>,
    ) -> Flow {
        let (at, v) = (a.conf(args, &log), a.player(args.v));
        let closed = self.closes(first, second);
        let reads = self.begin_question();
        let mut any = false;
        let flow = self.run(first, v, &at, &mut |conf| {
            any = true;
            self.follow(a, then, &joined(&closed, &at, conf), sink)
        });
        let reads = Rc::new(self.end_question(reads));
        flow?;
        if any {
            return Ok(());
        }
        let mut instead = at.clone();
        if self.tracking {
            self.log_no(first, v, &at, &reads, &mut instead.log);
        }
        self.run(second, v, &instead, &mut |conf| {
            self.follow(a, then, &joined(&closed, &at, conf), sink)
        })
    }

    /// Does the body round by round. Only what is new is followed, counting
    /// from the first round that gives results.
    fn repeat(
        &self,
        body: FuncId,
        (low, high): (i32, Option<i32>),
        v: Player,
        at: Conf,
        sink: Sink<'_>,
    ) -> Flow {
        let low = low.max(0);
        if high.is_some_and(|high| high < low) {
            return Ok(());
        }
        let mut layer = vec![at];
        for _ in 0..low {
            layer = self.round(body, v, &layer, &mut FxHashSet::default())?;
            if layer.is_empty() {
                return Ok(());
            }
        }
        let mut seen: FxHashSet<Conf> = layer.iter().cloned().collect();
        let mut done = low;
        loop {
            for conf in &layer {
                sink(conf)?;
            }
            if layer.is_empty() || high == Some(done) {
                return Ok(());
            }
            layer = self.round(body, v, &layer, &mut seen)?;
            done = done.saturating_add(1);
        }
    }

    /// What the body makes of these configurations, without those seen before.
    pub(crate) fn round(
        &self,
        body: FuncId,
        v: Player,
        layer: &[Conf],
        seen: &mut FxHashSet<Conf>,
    ) -> Flow<Vec<Conf>> {
        let mut next = Vec::new();
        for conf in layer {
            self.run(body, v, conf, &mut |result| {
                if seen.insert(result.clone()) {
                    next.push(result.clone());
                }
                self.keep(seen.len())
            })?;
        }
        Ok(next)
    }

    /// Does the body at each field in turn, all ways.
    fn each(&self, fields: &[Field], body: FuncId, v: Player, at: Conf) -> Flow<Vec<Conf>> {
        let d = at.d;
        let mut layer = vec![at];
        for &field in fields {
            for conf in &mut layer {
                (conf.f, conf.d) = (Some(field), d);
            }
            // Ways that differ only in where they leave finger and direction
            // are one way from here on.
            let mut seen = FxHashSet::default();
            let mut next = Vec::new();
            for conf in &layer {
                self.run(body, v, conf, &mut |result| {
                    let way = Conf { f: None, d: None, ..result.clone() };
                    if seen.insert(way) {
                        next.push(result.clone());
                    }
                    self.keep(next.len())
                })?;
            }
            layer = next;
        }
        Ok(layer)
    }

    /// Those results for which the value is greatest.
    fn best(&self, value: FuncId, func: FuncId, v: Player, at: &Conf) -> Flow<Vec<Conf>> {
        let mut greatest = i32::MIN;
        let mut best = Vec::new();
        self.run(func, v, at, &mut |conf| {
            let number = self.number_of(value, v, conf)?;
            if number > greatest {
                best.clear();
                greatest = number;
            }
            if number == greatest {
                best.push(conf.clone());
            }
            self.keep(best.len())
        })?;
        Ok(best)
    }

    /// Whether a function has a result.
    pub(crate) fn ask(
        &self,
        a: &Activation<'r>,
        func: FuncId,
        args: &Args,
        log: &mut Log,
    ) -> Flow<bool> {
        let (at, v) = (a.conf(args, log), a.player(args.v));
        if !self.tracking {
            return self.succeeds(func, v, &at);
        }
        let reads = self.begin_question();
        let mut witness = None;
        let flow = self.run(func, v, &at, &mut |conf| {
            witness = Some(conf.log.clone());
            Err(Stop::Enough)
        });
        let reads = Rc::new(self.end_question(reads));
        match (flow, witness) {
            (Err(Stop::Fault(fault)), _) => Err(Stop::Fault(fault)),
            (_, Some(witness)) => {
                self.log_witness(&witness, log);
                Ok(true)
            }
            (_, None) => {
                self.log_no(func, v, &at, &reads, log);
                Ok(false)
            }
        }
    }

    /// Executes a step; false if the path ends here.
    pub(crate) fn inst(&self, a: &mut Activation<'r>, inst: &'r Inst, log: &mut Log) -> Flow<bool> {
        match inst {
            Inst::Other { dst, v } => {
                let other = a.player(*v).other();
                a.set(*dst, Val::Player(other));
            }
            Inst::NoField { dst } => a.set(*dst, Val::Field(None)),
            Inst::NoDirection { dst } => a.set(*dst, Val::Direction(None)),
            Inst::Direction { dst, direction } => a.set(*dst, Val::Direction(Some(*direction))),
            Inst::Set { dst, expr } => {
                let before = self.begin_question();
                let set = self.set(a, expr)?;
                self.log_look(before, || self.set_name(expr), log);
                a.set(*dst, set);
            }
            Inst::Number { dst, expr } => {
                let before = self.begin_question();
                let number = self.number(a, expr)?;
                a.set(*dst, Val::Number(number));
                // A counter is a condition only where it is compared.
                let is_counter = matches!(expr, NumExpr::Counter { .. });
                match is_counter {
                    true => drop(self.end_question(before)),
                    false => self.log_look(before, || self.words(a, *dst), log),
                }
            }
            Inst::Guard { cond } => {
                let holds = self.holds(a, cond)?;
                if holds && self.tracking {
                    self.log_cond(a, cond, true, log);
                }
                return Ok(holds);
            }
            Inst::Step { dst, f, d } => {
                let (Some(f), Some(d)) = (a.field(*f), a.direction(*d)) else { return Ok(false) };
                let Some(next) = self.facts().board.step(f, d) else { return Ok(false) };
                a.set(*dst, Val::Field(Some(next)));
            }
            Inst::Back { dst, f, d } => {
                let (Some(f), Some(d)) = (a.field(*f), a.direction(*d)) else { return Ok(false) };
                let leads_here = |from: &Option<Field>| *from == Some(f);
                let steps = &self.facts().board.steps[d.index()];
                let Some(from) = steps.iter().position(leads_here) else { return Ok(false) };
                a.set(*dst, Val::Field(Some(Field(from as u16))));
            }
            Inst::Rotate { dst, d, degrees } => {
                let Some(d) = a.direction(*d) else { return Ok(false) };
                let turned = self.facts().board.rotate(d, *degrees);
                a.set(*dst, Val::Direction(Some(turned)));
            }
            Inst::Write { dst, s, write } => {
                let Some(state) = self.write(a, *s, write, log) else { return Ok(false) };
                a.set(*dst, Val::State(Rc::new(state)));
            }
        }
        Ok(true)
    }

    /// Whether a condition holds.
    pub(crate) fn holds(&self, a: &Activation<'r>, cond: &Cond) -> Flow<bool> {
        let top = |s: Value, f: Value| {
            let field = a.field(f)?;
            let top = a.state(s).parts.top(field);
            self.read(field);
            self.saw(a.state(s), field, Contents::just(top));
            Some((field, top))
        };
        Ok(match cond {
            Cond::In { f, set } => a.field(*f).is_some_and(|f| {
                self.look_at(a, *set, f);
                self.contains(a, *set, f)
            }),
            Cond::Compare { op, a: left, b } => op.holds(a.number(*left), a.number(*b)),
            Cond::Matches { s, f, layout } => {
                top(*s, *f).is_some_and(|(field, piece)| self.drawn(*layout, field) == piece)
            }
            Cond::Occurred { s, times } => self.occurred(a.state(*s), *times)?,
            Cond::IsKind { s, f, kind } => {
                top(*s, *f).is_some_and(|(_, piece)| piece.is_some_and(|p| p.kind() == *kind))
            }
            Cond::Some { set } => self.is_some(a, *set),
            Cond::Is { v, player } => a.player(*v) == *player,
        })
    }
}

/// A result where the ways of a `try` join. If none of them can change anything
/// but counters it does not matter how it came about, since play goes on the same
/// way whatever the answers were (Pitrat's conjugate), unless such a counter is
/// looked at later. Its text and messages stay.
pub(crate) fn joined<'c>(
    closed: &Option<Rc<[Counter]>>,
    at: &Conf,
    conf: &'c Conf,
) -> Cow<'c, Conf> {
    let Some(counters) = closed else { return Cow::Borrowed(conf) };
    let mut log = at.log.clone();
    let entries = conf.log.items().into_iter().skip(log.items().len()).collect();
    log.push(Entry::Closed { counters: counters.clone(), entries });
    Cow::Owned(Conf { log, ..conf.clone() })
}
