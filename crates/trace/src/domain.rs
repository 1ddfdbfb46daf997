//! Which steps are put down: those of the interpreter, one for each statement that a person would
//! see, and not one for each node of the program.

use crate::step::{Fate, Kind};
use crate::tracing::{Conf, Frame, Mark, Note, Tracing};
use crate::words;
use game::{Direction, Field, FieldSet};
use interp::machine::{Real, Reals, Run, State, Val};
use ir::drive::{
    Best, Branches, Called, Domain, Drive, Driver, Each, Flow, OrElse, Place, Repeat, SinkOf,
};
use ir::{Block, Cond, Inst, Target, Value, Write};
use std::rc::Rc;

/// Where results go.
pub(crate) type Sink<'s, 'r> = SinkOf<'s, 'r, Tracing<'r>>;

impl<'r> Real<'r> for Tracing<'r> {
    fn plain(&self) -> &Run<'r> {
        self
    }
}

impl<'r> Domain<'r> for Tracing<'r> {
    type Values = Reals<'r>;
    type Trail = Mark;

    fn driver(&self) -> &Driver<'r, Reals<'r>> {
        Run::driver(self)
    }

    fn step(
        &self,
        a: &mut Frame<'r>,
        inst: &'r Inst,
        _: Place,
        mark: &mut Mark,
        _: Sink<'_, 'r>,
    ) -> Flow<bool> {
        let source = a.func.source(inst);
        match inst {
            Inst::Guard { cond, .. } => {
                let holds = self.holds(a, cond)?;
                if let Cond::In { f, .. } | Cond::Matches { f, .. } | Cond::IsKind { f, .. } = cond
                {
                    mark.finger = a.field(*f);
                }
                let words = self.test_words(a, cond, holds);
                let zone = match cond {
                    Cond::In { set, .. } => self.zone_in(a, *set),
                    _ => None,
                };
                let note = Note::new(Kind::Test, source, words).if_only(holds);
                self.put(a, mark, note.within(zone))?;
                if !holds && self.may_suppose(mark) {
                    mark.supposed = mark.step;
                    return Ok(true);
                }
                Ok(holds)
            }
            Inst::Step { dst, f, d } => {
                (mark.finger, mark.direction) = (a.field(*f), a.direction(*d));
                let goes_on = self.inst(a, inst)?;
                let words = match (goes_on, mark.finger, mark.direction) {
                    (true, ..) => {
                        mark.finger = a.field(*dst);
                        format!("to {}", self.field_words(mark.finger))
                    }
                    (false, Some(from), Some(direction)) => {
                        let name = self.facts().field_name(from);
                        format!("there is nothing {} of {name}", self.direction_words(direction))
                    }
                    (false, None, _) => "the finger points nowhere".to_string(),
                    (false, _, None) => "there is no direction".to_string(),
                };
                self.put(a, mark, Note::new(Kind::Walk, source, words).if_only(goes_on))?;
                Ok(goes_on)
            }
            Inst::Rotate { dst, d, .. } => {
                mark.direction = a.direction(*d);
                let goes_on = self.inst(a, inst)?;
                let words = match goes_on {
                    true => {
                        mark.direction = a.direction(*dst);
                        mark.direction
                            .map_or_else(String::new, |it| self.direction_words(it).into())
                    }
                    false => "there is no direction".to_string(),
                };
                self.put(a, mark, Note::new(Kind::Rotate, source, words).if_only(goes_on))?;
                Ok(goes_on)
            }
            Inst::Write { dst, s, write } => {
                let state = self.write(a, *s, write);
                let words = self.write_words(a, a.state(*s), state.as_ref(), write);
                if let Some(f) = written_field(write) {
                    mark.finger = a.field(f);
                }
                let Some(state) = state else {
                    self.put(a, mark, Note::new(Kind::Change, source, words).fate(Fate::Ends))?;
                    return Ok(false);
                };
                self.keep_board(mark, &state)?;
                let fits = self.is_wanted(&state);
                a.set(*dst, Val::State(Rc::new(state)));
                if !matches!(write, Write::Hush { .. }) || !fits {
                    let fate = if fits { Fate::GoesOn } else { Fate::Strays };
                    self.put(a, mark, Note::new(Kind::Change, source, words).fate(fate))?;
                }
                Ok(fits)
            }
            Inst::Set { .. } | Inst::Number { .. } => self.silently(|| self.inst(a, inst)),
            _ => self.inst(a, inst),
        }
    }

    fn holds(&self, a: &Frame<'r>, cond: &Cond) -> Flow<bool> {
        Run::holds(self, a, cond)
    }

    fn members(&self, a: &Frame<'r>, set: Value) -> Flow<FieldSet> {
        Run::members(self, a, set)
    }

    fn pointed_at(&self, finger: Option<Field>) -> Flow<Option<Field>> {
        Ok(finger)
    }

    fn names(&self, new: &Rc<State>, known: &Rc<State>) -> Flow<bool> {
        self.is_named_by(new, known)
    }

    fn at_end(&self, _: &Frame<'r>, block: &'r Block) {
        self.here.set(block.at);
    }

    fn ask(
        &self,
        a: &mut Frame<'r>,
        asked: Called<'r>,
        ways: Branches<'r>,
        mark: &mut Mark,
        _: Sink<'_, 'r>,
    ) -> Flow<Option<&'r Target>> {
        let answer = self.answered(a, asked, ways, mark)?;
        if self.is_end(a, ways.after(answer)) && self.may_suppose(mark) {
            mark.supposed = mark.step;
            return Ok(Some(ways.after(!answer)));
        }
        Ok(Some(ways.after(answer)))
    }

    fn choose_field(
        &self,
        a: &mut Frame<'r>,
        set: Value,
        then: &'r Target,
        mark: Mark,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        let source = self.here.get();
        let members = Run::members(self, a, set)?;
        self.not_among(a, set, &members, mark)?;
        if members.is_empty() {
            let words = "there is none";
            let note = Note::new(Kind::Find, source, words).fate(Fate::Ends);
            return self.put(a, &mut mark.clone(), note);
        }
        let (n, zone) = (members.len(), self.zone_in(a, set));
        for (i, field) in members.iter().enumerate() {
            let mut mark = Mark { finger: Some(field), ..mark };
            let words = match n {
                1 => self.facts().field_name(field).to_string(),
                _ => format!("{}, {} of {n}", self.facts().field_name(field), i + 1),
            };
            self.put(a, &mut mark, Note::new(Kind::Find, source, words).within(zone))?;
            a.enter_given(then, Val::Field(Some(field)));
            self.block(a, Place::start(then), mark, sink)?;
        }
        Ok(())
    }

    fn choose_direction(
        &self,
        a: &mut Frame<'r>,
        directions: &'r [Direction],
        then: &'r Target,
        mark: Mark,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        let (source, n) = (self.here.get(), directions.len());
        if n == 0 {
            let note = Note::new(Kind::Direct, source, "there is none").fate(Fate::Ends);
            return self.put(a, &mut mark.clone(), note);
        }
        for (i, &direction) in directions.iter().enumerate() {
            let mut mark = Mark { direction: Some(direction), ..mark };
            let words = match n {
                1 => self.direction_words(direction).to_string(),
                _ => format!("{}, {} of {n}", self.direction_words(direction), i + 1),
            };
            self.put(a, &mut mark, Note::new(Kind::Direct, source, words))?;
            a.enter_given(then, Val::Direction(Some(direction)));
            self.block(a, Place::start(then), mark, sink)?;
        }
        Ok(())
    }

    fn fork(
        &self,
        a: &mut Frame<'r>,
        branches: &'r [Target],
        mark: Mark,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        let source = self.here.get();
        for (i, branch) in branches.iter().enumerate() {
            let mut mark = mark;
            let words = format!("branch {} of {}", i + 1, branches.len());
            self.put(a, &mut mark, Note::new(Kind::Branch, source, words))?;
            a.enter(branch);
            self.block(a, Place::start(branch), mark, sink)?;
        }
        Ok(())
    }

    fn call(
        &self,
        a: &mut Frame<'r>,
        called: Called<'r>,
        then: &'r Target,
        mut mark: Mark,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        let words = format!("begins `{}`", self.func(called.func).words());
        let note = Note::new(Kind::Call, self.here.get(), words);
        let v = a.player(called.args.v);
        self.put(a, &mut mark, note.running(called.func, v))?;
        let mut at = a.conf(called.args, &mark);
        at.trail = self.entering(mark, called.func);
        self.run(called.func, v, &at, &mut |conf| self.follow(a, then, &left(conf, mark), sink))
    }

    fn or_else(
        &self,
        a: &mut Frame<'r>,
        parts: OrElse<'r>,
        mark: Mark,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        self.tried(a, parts, mark, sink)
    }

    fn repeat(
        &self,
        a: &mut Frame<'r>,
        parts: Repeat<'r>,
        mut mark: Mark,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        let words = match parts.high.map(|high| a.number(high)) {
            None => format!("at least {} times", a.number(parts.low)),
            Some(high) if high == a.number(parts.low) => format!("{high} times"),
            Some(high) => format!("{} to {high} times", a.number(parts.low)),
        };
        self.put(a, &mut mark, Note::new(Kind::Repeat, self.here.get(), words))?;
        self.follow_rounds(a, parts, mark, sink)
    }

    fn each(&self, a: &mut Frame<'r>, parts: Each<'r>, mut mark: Mark, sink: Sink<'_, 'r>) -> Flow {
        let n = Run::members(self, a, parts.set)?.len();
        let words = format!("on {n} field{}", if n == 1 { "" } else { "s" });
        self.put(a, &mut mark, Note::new(Kind::Each, self.here.get(), words))?;
        let before = mark;
        for conf in self.aside(|| self.done_on_each(a, parts, &mark))? {
            let Mark { run, depth, finger, direction, .. } = before;
            let trail = Mark { run, depth, finger, direction, ..conf.trail };
            self.follow_state(a, parts.then, Conf { trail, ..conf }, sink)?;
        }
        Ok(())
    }

    fn best(&self, a: &mut Frame<'r>, parts: Best<'r>, mark: Mark, sink: Sink<'_, 'r>) -> Flow {
        self.compared(a, parts, mark, sink)
    }
}

/// A result of a function, as its caller goes on with it.
pub(crate) fn left<'r>(conf: &Conf<'r>, caller: Mark) -> Conf<'r> {
    let mut conf = conf.clone();
    let Mark { run, depth, is_inside, source, tried, .. } = caller;
    let (finger, direction) = (conf.f, conf.d);
    conf.trail = Mark { run, depth, is_inside, source, tried, finger, direction, ..conf.trail };
    conf
}

/// The field that a change is about.
fn written_field(write: &Write) -> Option<Value> {
    match write {
        Write::Lift { f, .. }
        | Write::Lower { f, .. }
        | Write::Put { f, .. }
        | Write::Clear { f }
        | Write::Become { f, .. }
        | Write::Enter { f, .. }
        | Write::Keep { f, .. }
        | Write::Remember { f, .. } => Some(*f),
        _ => None,
    }
}

impl<'r> Tracing<'r> {
    fn field_words(&self, field: Option<Field>) -> &str {
        field.map_or("nowhere", |field| self.facts().field_name(field))
    }

    pub(crate) fn direction_words(&self, direction: Direction) -> &str {
        &self.facts().board.directions[direction.index()]
    }

    /// Where a move is asked for and the field that it names next is not among those that can be
    /// chosen, puts down why.
    fn not_among(&self, a: &Frame<'r>, set: Value, members: &FieldSet, mark: Mark) -> Flow {
        let Some(wanted) = self.wanted().filter(|_| self.manner.supposes) else { return Ok(()) };
        let done = self.text_of(mark.board);
        let agreement = wanted.agreement_of(self.facts(), &done);
        let Some(&next) = wanted.fields.get(agreement.n_fields) else { return Ok(()) };
        if members.contains(next) {
            return Ok(());
        }
        let words = match self.looked_at(a, set) {
            Some(state) => {
                let there = words::contents(self.facts(), state, next);
                let zone = self.zone_in(a, set);
                zone.map_or(there.clone(), |zone| self.in_zone(there, zone))
            }
            None => format!("{} is none of these fields", self.facts().field_name(next)),
        };
        let note = Note::new(Kind::Find, self.here.get(), words).fate(Fate::Ends);
        self.put(a, &mut Mark { finger: Some(next), ..mark }, note)
    }
}
