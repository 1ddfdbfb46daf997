//! Runs rules on positions of which only what each field may hold is known: a test of a field is
//! followed both ways, with what each takes for granted, and whatever else is not known is both.
//!
//! 1. A path carries what it takes for granted of each field ([`Path`]). Every real run in a
//!    position that the fields allow is one of the paths, so what no path does cannot happen.
//! 2. A question whose answer is not known is answered yes, with what all ways to a yes have in
//!    common, and no, without what alone would make it a yes.
//! 3. A path that says what was not heard ends.
//! 4. Counters, reserves, what was remembered and the past are not known. Rules that hide or go
//!    back to a position ([`Stop::Unknown`]) say nothing.

use crate::answers::{Answers, Found};
use crate::sets::Sorts;
use crate::vague::{Conf, Frame, Path, State, Vague};
use game::{Facts, Field, FieldSet, Player};
use ir::drive::{
    Best, Branches, Called, Domain, Drive, Driver, Each, Flow, Limits, Meter, OrElse, Place,
    Repeat, SinkOf, Stop, Val,
};
use ir::{Block, Cond, FuncId, Inst, Program, Target, Term, Value};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What one turn may take.
const LIMITS: Limits = Limits { steps: 30_000_000, depth: 600, results: 50_000 };
/// What one question may take; what takes more is not known.
const QUESTION: u64 = 4_000;
/// A question that took too much so often is not asked again in the same turn.
const HOPELESS: u8 = 6;

/// A run for somebody who perceives.
pub(crate) struct Run<'p> {
    driver: Driver<'p, Vague<'p>>,
    /// Who perceives.
    pub(crate) player: Player,
    pub(crate) sorts: Sorts,
    /// What they heard: a path that says something else ends.
    pub(crate) heard: RefCell<Option<Vec<String>>>,
    /// Whether a path may have ended without a result for another reason.
    pub(crate) died: Cell<bool>,
    /// The step after which a question is given up.
    deadline: Cell<u64>,
    /// How often each function took too much.
    given_up: RefCell<Vec<u8>>,
}

impl<'p> Run<'p> {
    /// A run for this player, which ends early if somebody wants no more.
    pub(crate) fn new(
        program: &'p Program,
        player: Player,
        goes_on: &'p dyn Fn() -> bool,
    ) -> Run<'p> {
        let mut meter = Meter::new(LIMITS, 1);
        meter.ask_often(goes_on);
        Run {
            driver: Driver::new(program, meter),
            player,
            sorts: Sorts::new(&program.facts),
            heard: RefCell::new(None),
            died: Cell::new(false),
            deadline: Cell::new(u64::MAX),
            given_up: RefCell::new(vec![0; program.funcs.len()]),
        }
    }

    pub(crate) fn facts(&self) -> &'p Facts {
        &self.driver.program.facts
    }

    /// The configuration in which a rule begins.
    pub(crate) fn start(&self, state: State, path: Path) -> Conf<'p> {
        Conf::start(Rc::new(state), path)
    }

    /// Whether a function took too much so often that it is not run again.
    pub(crate) fn is_hopeless(&self, func: FuncId) -> bool {
        self.given_up.borrow()[func.index()] >= HOPELESS
    }

    /// A function took too much.
    pub(crate) fn give_up(&self, func: FuncId) {
        self.given_up.borrow_mut()[func.index()] += 1;
    }

    /// Runs a function for a question: nothing that it says is heard, and it may not take long.
    pub(crate) fn asking(
        &self,
        func: FuncId,
        v: Player,
        at: &Conf<'p>,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        if self.is_hopeless(func) {
            return Err(Stop::Unknown);
        }
        let (heard, died) = (self.heard.replace(None), self.died.get());
        let deadline = self.deadline.get();
        self.deadline.set(deadline.min(self.meter().steps() + QUESTION));
        let flow = self.run(func, v, at, sink);
        self.deadline.set(deadline);
        self.heard.replace(heard);
        self.died.set(died);
        if flow == Err(Stop::Unknown) {
            self.give_up(func);
        }
        flow
    }

    /// Where a path goes on if a function has a result, and if it has none.
    fn question(&self, func: FuncId, v: Player, at: &Conf<'p>, path: &Path) -> Flow<Answers> {
        let mut found = Found::default();
        let flow = self.asking(func, v, at, &mut |conf| {
            found.add(&conf.trail, path);
            if found.is_sure { Err(Stop::Enough) } else { Ok(()) }
        });
        match flow {
            Ok(()) | Err(Stop::Enough) => Ok(found.answers(path)),
            Err(Stop::Unknown) => Ok(Answers::unknown(path)),
            Err(stop) => Err(stop),
        }
    }

    /// Follows one of two ways, and gives the other; nothing if no way on is left.
    fn both(
        &self,
        a: &mut Frame<'p>,
        answers: Answers,
        ways: Branches<'p>,
        path: &mut Path,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow<Option<&'p Target>> {
        let (way, target) = match (answers.yes, answers.no) {
            (None, None) => return Ok(None),
            (Some(yes), None) => (yes, ways.yes),
            (None, Some(no)) => (no, ways.no),
            (Some(yes), Some(no)) => {
                a.enter(ways.yes);
                self.deeper(a, Place::start(ways.yes), yes, sink)?;
                (no, ways.no)
            }
        };
        *path = way;
        Ok(Some(target))
    }

    /// Executes a step that changes nothing but a finger or a direction; false at an edge.
    fn point(&self, a: &mut Frame<'p>, inst: &Inst) -> bool {
        let board = &self.facts().board;
        let moved = match inst {
            Inst::Step { dst, f, d } => {
                let to = a.field(*f).zip(a.direction(*d)).and_then(|(f, d)| board.step(f, d));
                to.map(|to| (*dst, Val::Field(Some(to))))
            }
            Inst::Back { dst, f, d } => a.field(*f).zip(a.direction(*d)).and_then(|(f, d)| {
                let from = board.steps[d.index()].iter().position(|to| *to == Some(f))?;
                Some((*dst, Val::Field(Some(Field(from as u16)))))
            }),
            Inst::Rotate { dst, d, degrees } => {
                a.direction(*d).map(|d| (*dst, Val::Direction(Some(board.rotate(d, *degrees)))))
            }
            Inst::Other { dst, v } => Some((*dst, Val::Player(a.player(*v).other()))),
            Inst::NoField { dst } => Some((*dst, Val::Field(None))),
            Inst::NoDirection { dst } => Some((*dst, Val::Direction(None))),
            Inst::Direction { dst, direction } => Some((*dst, Val::Direction(Some(*direction)))),
            Inst::Set { .. } | Inst::Number { .. } | Inst::Guard { .. } | Inst::Write { .. } => {
                None
            }
        };
        let Some((dst, val)) = moved else { return false };
        a.set(dst, val);
        true
    }
}

impl<'p> Domain<'p> for Run<'p> {
    type Values = Vague<'p>;
    type Trail = Path;

    fn driver(&self) -> &Driver<'p, Vague<'p>> {
        &self.driver
    }

    fn step(
        &self,
        a: &mut Frame<'p>,
        inst: &'p Inst,
        place: Place,
        path: &mut Path,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow<bool> {
        if self.meter().steps() > self.deadline.get() {
            return Err(Stop::Unknown);
        }
        let goes_on = match inst {
            Inst::Set { dst, expr } => {
                let set = self.set(a, expr, path)?;
                a.set(*dst, Val::Set(set));
                true
            }
            Inst::Number { dst, expr } => {
                let number = self.number(a, expr).map_or(Val::Unset, Val::Number);
                a.set(*dst, number);
                true
            }
            Inst::Guard { cond, .. } => match self.answers(a, cond, path) {
                Answers { yes: None, .. } => false,
                Answers { yes: Some(yes), no } => {
                    self.died.set(self.died.get() || no.is_some());
                    *path = yes;
                    true
                }
            },
            Inst::Write { dst, s, write } => {
                let mut ways = self.written(a, *s, write, path)?;
                match ways.pop() {
                    None => false,
                    Some((state, way)) if ways.is_empty() => {
                        a.set(*dst, Val::State(Rc::new(state)));
                        *path = way;
                        true
                    }
                    Some(last) => {
                        let after = Place { step: place.step + 1, ..place };
                        for (state, way) in ways.into_iter().chain([last]) {
                            a.set(*dst, Val::State(Rc::new(state)));
                            self.deeper(a, after, way, sink)?;
                        }
                        return Ok(false);
                    }
                }
            }
            _ => self.point(a, inst),
        };
        self.died.set(self.died.get() || !goes_on);
        Ok(goes_on)
    }

    /// Whoever decides here does so with a path.
    fn holds(&self, _: &Frame<'p>, _: &Cond) -> Flow<bool> {
        Err(Stop::Unknown)
    }

    fn members(&self, _: &Frame<'p>, _: Value) -> Flow<FieldSet> {
        Err(Stop::Unknown)
    }

    fn pointed_at(&self, finger: Option<Field>) -> Flow<Option<Field>> {
        Ok(finger)
    }

    fn at_end(&self, _: &Frame<'p>, block: &'p Block) {
        if matches!(block.term, Term::Die) {
            self.died.set(true);
        }
    }

    fn decide(
        &self,
        a: &mut Frame<'p>,
        cond: &'p Cond,
        ways: Branches<'p>,
        path: &mut Path,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow<Option<&'p Target>> {
        let answers = self.answers(a, cond, path);
        self.both(a, answers, ways, path, sink)
    }

    fn ask(
        &self,
        a: &mut Frame<'p>,
        asked: Called<'p>,
        ways: Branches<'p>,
        path: &mut Path,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow<Option<&'p Target>> {
        let (at, v) = (a.conf(asked.args, &path.begun()), a.player(asked.args.v));
        let answers = self.question(asked.func, v, &at, path)?;
        self.both(a, answers, ways, path, sink)
    }

    fn choose_field(
        &self,
        a: &mut Frame<'p>,
        set: Value,
        then: &'p Target,
        path: Path,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        self.died.set(true);
        for i in 0..self.facts().board.n_fields() {
            let field = Field(i as u16);
            let answers = Answers::of(self.membership(a, set, field), field, &path);
            if let Some(yes) = answers.yes {
                a.enter_given(then, Val::Field(Some(field)));
                self.block(a, Place::start(then), yes, sink)?;
            }
        }
        Ok(())
    }

    fn or_else(
        &self,
        a: &mut Frame<'p>,
        parts: OrElse<'p>,
        path: Path,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        // Where paths end because of what they say, it is not known which others there are.
        let begun = path.begun().exact_if(self.heard.borrow().is_none());
        let (at, v) = (a.conf(parts.args, &begun), a.player(parts.args.v));
        let (mut found, died) = (Found::default(), self.died.get());
        // Paths that end in the first part are no loss: the second one is there for them.
        let mut died_later = died;
        self.run(parts.first, v, &at, &mut |conf| {
            found.add(&conf.trail, &path);
            self.died.set(false);
            let trail = conf.trail.clone().exact_if(path.is_exact);
            self.follow(a, parts.then, &Conf { trail, ..conf.clone() }, sink)?;
            died_later |= self.died.get();
            Ok(())
        })?;
        self.died.set(died_later);
        let Some(trail) = found.without(&path).filter(|_| !found.is_sure) else { return Ok(()) };
        let at = Conf { trail, ..at };
        self.run(parts.second, v, &at, &mut |conf| self.follow(a, parts.then, conf, sink))
    }

    fn repeat(
        &self,
        a: &mut Frame<'p>,
        parts: Repeat<'p>,
        path: Path,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        let bounds = [Some(parts.low), parts.high];
        let is_known = |bound: Value| matches!(a.get(bound), Val::Number(_));
        match bounds.into_iter().flatten().all(is_known) {
            true => self.follow_rounds(a, parts, path, sink),
            false => Err(Stop::Unknown),
        }
    }

    fn each(
        &self,
        a: &mut Frame<'p>,
        parts: Each<'p>,
        path: Path,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        let Called { func, args } = parts.body;
        let (at, v) = (a.conf(args, &path), a.player(args.v));
        let d = at.d;
        let mut layer = vec![at];
        for field in (0..self.facts().board.n_fields()).map(|i| Field(i as u16)) {
            let membership = self.membership(a, parts.set, field);
            let mut next = Vec::new();
            for conf in &layer {
                let Answers { yes, no } = Answers::of(membership, field, &conf.trail);
                next.extend(no.map(|trail| Conf { trail, ..conf.clone() }));
                let Some(trail) = yes else { continue };
                let at = Conf { f: Some(field), d, trail, ..conf.clone() };
                self.run(func, v, &at, &mut |result| {
                    next.push(result.clone());
                    self.meter().keep(next.len())
                })?;
            }
            layer = next;
        }
        for conf in layer {
            self.follow_state(a, parts.then, conf, sink)?;
        }
        Ok(())
    }

    fn best(
        &self,
        a: &mut Frame<'p>,
        parts: Best<'p>,
        path: Path,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        // Which is best depends on numbers: it may be any.
        let Called { func, args } = parts.of;
        let (at, v) = (a.conf(args, &path), a.player(args.v));
        self.run(func, v, &at, &mut |conf| {
            let trail = conf.trail.clone().exact_if(false);
            self.follow(a, parts.then, &Conf { trail, ..conf.clone() }, sink)
        })
    }
}
