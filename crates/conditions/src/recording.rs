//! A run that records: the steps of the interpreter, and at each of them what the path
//! depends on. Where the run forces, the other answer is followed, too (`lenient`).

use crate::forcing::Forcing;
use crate::held::Log;
use crate::log::Entry;
use crate::reads::Reads;
use game::{Event, Field, FieldSet};
use interp::Position;
use interp::machine::{Fields, Real, Reals, Run, State, Val, close};
use ir::drive::{
    Best, Branches, Called, Domain, Drive, Driver, Each, Flow, Limits, OrElse, Place, Repeat,
    SinkOf, Stop,
};
use ir::{Cond, Inst, NumExpr, Program, Target, Value};
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::rc::Rc;

/// A configuration with the record of the path to it.
pub(crate) type Conf<'r> = interp::machine::Conf<'r, Log>;
/// A function under way.
pub(crate) type Frame<'r> = interp::machine::Frame<'r>;
/// Where results go.
pub(crate) type Sink<'s, 'r> = SinkOf<'s, 'r, Recording<'r>>;

/// A run that records what its paths depend on.
pub(crate) struct Recording<'r> {
    run: Run<'r>,
    /// Whether conditions are recorded.
    pub(crate) tracking: bool,
    /// What the question under way has read.
    pub(crate) reads: RefCell<Reads>,
    /// How tests that fail may be passed all the same, if they may.
    pub(crate) forcing: Option<Forcing>,
    /// The events of the only move that is wanted, and whether the path under way
    /// is one to it, rather than a question or a count on the way.
    wanted: Option<Vec<Event>>,
    on_the_way: Cell<bool>,
}

impl<'r> Recording<'r> {
    pub(crate) fn new(
        program: &'r Program,
        now: &'r Position,
        past: &'r [Position],
        limits: Limits,
    ) -> Recording<'r> {
        Recording {
            run: Run::new(program, now, Some(past), limits),
            tracking: true,
            reads: RefCell::new(Reads::nothing(&program.facts)),
            forcing: None,
            wanted: None,
            on_the_way: Cell::new(true),
        }
    }

    /// The same, but tests that fail may be passed.
    pub(crate) fn forcing(self, forcing: Forcing) -> Recording<'r> {
        Recording { forcing: Some(forcing), ..self }
    }

    /// The same, but only paths to a turn that does this are followed.
    pub(crate) fn wanting(self, wanted: Option<Vec<Event>>) -> Recording<'r> {
        Recording { wanted, ..self }
    }

    /// The same; conditions are recorded only if this says so.
    pub(crate) fn tracking(self, tracking: bool) -> Recording<'r> {
        Recording { tracking, ..self }
    }

    /// The same, and somebody is asked every now and then whether to go on.
    pub(crate) fn asking(mut self, go_on: &'r dyn Fn() -> bool) -> Recording<'r> {
        self.run.ask_often(go_on);
        self
    }

    /// Runs the turn of the position in which the run begins.
    pub(crate) fn turn(&self, log: Log, sink: Sink<'_, 'r>) -> Flow {
        let main = self.program().entries.main;
        self.run(main, self.now.player(), &self.start(log), sink)
    }

    /// The position after the turn, if it ends in this state.
    pub(crate) fn closed(&self, state: &State) -> Position {
        close(self.facts(), self.now, state)
    }

    /// Whether ways were left out because there were too many.
    pub(crate) fn is_cut(&self, flow: Flow) -> bool {
        let is_cut = self.forcing.as_ref().is_some_and(|forcing| forcing.is_cut.get());
        is_cut || matches!(flow, Err(Stop::Fault(_)))
    }

    /// Does something that is not on the way to the move that is wanted.
    pub(crate) fn aside<T>(&self, what: impl FnOnce() -> T) -> T {
        let before = self.on_the_way.replace(false);
        let done = what();
        self.on_the_way.set(before);
        done
    }

    /// Whether only the way to one move is followed here.
    pub(crate) fn is_guided(&self) -> bool {
        self.wanted.is_some() && self.on_the_way.get()
    }

    /// Whether a position may be one on the way to the move that is wanted: what
    /// the turn has done is the beginning of what it is to do.
    fn is_wanted(&self, state: &State) -> bool {
        match &self.wanted {
            Some(wanted) if self.on_the_way.get() => wanted.starts_with(&state.all_events()),
            _ => true,
        }
    }

    /// Executes a step that is not lenient; false if the path ends here.
    fn recorded(&self, a: &mut Frame<'r>, inst: &'r Inst, log: &mut Log) -> Flow<bool> {
        match inst {
            Inst::Set { dst, expr } => {
                let before = self.begin_question();
                let set = self.aside(|| self.set(a, expr))?;
                if let Fields::Computed(fields) = &set {
                    self.see_walk(a, expr, fields);
                }
                self.log_look(before, || self.set_name(expr), log);
                a.set(*dst, Val::Set(set));
            }
            Inst::Number { dst, expr } => {
                let before = self.begin_question();
                let number = self.aside(|| self.number(a, expr))?;
                self.see_number(a, expr);
                a.set(*dst, Val::Number(number));
                // A counter is a condition only where it is compared.
                match expr {
                    NumExpr::Counter { .. } => drop(self.end_question(before)),
                    _ => self.log_look(before, || self.words(a, *dst), log),
                }
            }
            Inst::Guard { cond, .. } => {
                let holds = self.holds(a, cond)?;
                if holds && self.tracking {
                    self.log_cond(a, cond, true, log);
                }
                return Ok(holds);
            }
            Inst::Write { dst, s, write } => {
                if self.tracking {
                    self.log_write(a, a.state(*s), write, log);
                }
                let Some(state) = self.write(a, *s, write) else { return Ok(false) };
                if !self.is_wanted(&state) {
                    return Ok(false);
                }
                a.set(*dst, Val::State(Rc::new(state)));
            }
            _ => return self.inst(a, inst),
        }
        Ok(true)
    }

    /// Whether a function has a result; records what that depends on.
    pub(crate) fn answer(&self, a: &Frame<'r>, asked: Called<'r>, log: &mut Log) -> Flow<bool> {
        let (at, v) = (a.conf(asked.args, log), a.player(asked.args.v));
        if !self.tracking {
            return self.aside(|| self.succeeds(asked.func, v, &at));
        }
        let reads = self.begin_question();
        let mut witness = None;
        let flow = self.aside(|| {
            self.run(asked.func, v, &at, &mut |conf| {
                witness = Some(conf.trail.clone());
                Err(Stop::Enough)
            })
        });
        let reads = Rc::new(self.end_question(reads));
        match (flow, witness) {
            (Ok(()) | Err(Stop::Enough), Some(witness)) => {
                self.log_witness(&witness, log);
                Ok(true)
            }
            (Ok(()) | Err(Stop::Enough), None) => {
                self.log_no(asked.func, false, v, &at, &reads, log);
                Ok(false)
            }
            (Err(stop), _) => Err(stop),
        }
    }
}

impl<'r> Deref for Recording<'r> {
    type Target = Run<'r>;

    fn deref(&self) -> &Run<'r> {
        &self.run
    }
}

impl<'r> Real<'r> for Recording<'r> {
    fn plain(&self) -> &Run<'r> {
        &self.run
    }
}

impl<'r> Domain<'r> for Recording<'r> {
    type Values = Reals<'r>;
    type Trail = Log;

    fn driver(&self) -> &Driver<'r, Reals<'r>> {
        self.run.driver()
    }

    fn step(
        &self,
        a: &mut Frame<'r>,
        inst: &'r Inst,
        place: Place,
        log: &mut Log,
        sink: Sink<'_, 'r>,
    ) -> Flow<bool> {
        if log.held().is_some()
            && let Some(goes_on) = self.lenient_step(a, inst, place, log, sink)?
        {
            return Ok(goes_on);
        }
        self.recorded(a, inst, log)
    }

    fn holds(&self, a: &Frame<'r>, cond: &Cond) -> Flow<bool> {
        self.see_cond(a, cond);
        self.run.holds(a, cond)
    }

    fn members(&self, a: &Frame<'r>, set: Value) -> Flow<FieldSet> {
        self.run.members(a, set)
    }

    fn pointed_at(&self, finger: Option<Field>) -> Flow<Option<Field>> {
        self.run.pointed_at(finger)
    }

    fn names(&self, new: &Rc<State>, known: &Rc<State>) -> Flow<bool> {
        self.run.is_named_by(new, known)
    }

    fn decide(
        &self,
        a: &mut Frame<'r>,
        cond: &'r Cond,
        ways: Branches<'r>,
        log: &mut Log,
        sink: Sink<'_, 'r>,
    ) -> Flow<Option<&'r Target>> {
        if log.held().is_some() {
            return self.lenient_if(a, cond, ways, log, sink);
        }
        let holds = self.holds(a, cond)?;
        if self.tracking {
            self.log_cond(a, cond, holds, log);
        }
        Ok(Some(ways.after(holds)))
    }

    fn ask(
        &self,
        a: &mut Frame<'r>,
        asked: Called<'r>,
        ways: Branches<'r>,
        log: &mut Log,
        sink: Sink<'_, 'r>,
    ) -> Flow<Option<&'r Target>> {
        match log.held().is_some() {
            true => self.lenient_ask(a, asked, ways, log, sink),
            false => Ok(Some(ways.after(self.answer(a, asked, log)?))),
        }
    }

    fn choose_field(
        &self,
        a: &mut Frame<'r>,
        set: Value,
        then: &'r Target,
        log: Log,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        if log.held().is_some() {
            return self.lenient_choice(a, set, then, &log, sink);
        }
        for field in self.looked_at(a, set).iter() {
            let mut log = log.clone();
            if self.tracking {
                self.log_member(a, set, field, &mut log);
            }
            a.enter_given(then, Val::Field(Some(field)));
            self.block(a, Place::start(then), log, sink)?;
        }
        Ok(())
    }

    fn or_else(&self, a: &mut Frame<'r>, parts: OrElse<'r>, log: Log, sink: Sink<'_, 'r>) -> Flow {
        match log.held().is_some() {
            true => self.lenient_or_else(a, parts, log, sink),
            false => self.recorded_or_else(a, parts, log, sink),
        }
    }

    fn repeat(
        &self,
        a: &mut Frame<'r>,
        parts: Repeat<'r>,
        mut log: Log,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        for number in [Some(parts.low), parts.high].into_iter().flatten() {
            self.log_counters(a, number, &mut log);
        }
        self.follow_rounds(a, parts, log, sink)
    }

    fn each(&self, a: &mut Frame<'r>, parts: Each<'r>, mut log: Log, sink: Sink<'_, 'r>) -> Flow {
        let before = self.begin_question();
        self.look_everywhere(a, parts.set);
        self.log_look(before, || self.set_words(a, parts.set), &mut log);
        for conf in self.aside(|| self.done_on_each(a, parts, &log))? {
            self.follow_state(a, parts.then, conf, sink)?;
        }
        Ok(())
    }

    fn best(&self, a: &mut Frame<'r>, parts: Best<'r>, mut log: Log, sink: Sink<'_, 'r>) -> Flow {
        // What is best is found by all results that there really are.
        let was_strict = log.set_strict(true);
        let before = self.begin_question();
        let best = self.aside(|| self.found_best(a, parts, &log))?;
        let reads = self.tracking.then(|| Rc::new(self.end_question(before)));
        for mut conf in best {
            conf.trail.set_strict(was_strict);
            if let Some(reads) = &reads {
                let name = format!("best {}", self.func(parts.of.func).words());
                conf.trail.push(Entry::Looked { name, reads: reads.clone() });
            }
            self.follow(a, parts.then, &conf, sink)?;
        }
        Ok(())
    }

    fn go_on(&self, a: &mut Frame<'r>, then: &Target, log: Log, sink: Sink<'_, 'r>) -> Flow {
        let start = Place::start(then);
        if log.assumes() {
            let known = log.clone();
            return self.refreshed(a, &known, |a| self.block(a, start, log, sink));
        }
        self.block(a, start, log, sink)
    }
}
