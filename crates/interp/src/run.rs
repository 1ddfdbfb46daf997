//! One run of a program on a real position, as the rules mean it and nothing besides;
//! and what those need who run it and record something on the way.
//!
//! Which ways are followed is said in [`ir::drive`]; here is what single steps do.

use crate::position::Position;
use crate::state::State;
use crate::values::{Conf, Fields, Frame, Reals, Val};
use game::{Facts, Field, FieldSet, compare_ways};
use ir::drive::{Domain, Drive, Driver, Flow, Limits, Meter, Place, SinkOf};
use ir::{Cond, Inst, NumExpr, Program, SetExpr, Value};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The memory that the results of one node may take.
pub const KEPT_BYTES: usize = 48 << 20;

/// A question about earlier positions: the position that must have occurred so often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedAbout {
    /// The position.
    pub position: Position,
    /// How often it must have occurred, with itself.
    pub times: u32,
    /// Whether it is one that the turn would lead to.
    pub moved: bool,
}

/// One run of a program.
pub struct Run<'r> {
    driver: Driver<'r, Reals<'r>>,
    /// The position in which the turn began.
    pub now: &'r Position,
    /// What `before` goes back to.
    pub(crate) before: &'r Position,
    /// The earlier positions; without them nothing has ever occurred.
    pub(crate) past: Option<&'r [Position]>,
    /// The questions about earlier positions, if somebody wants to know them.
    pub(crate) asked: Option<RefCell<Vec<AskedAbout>>>,
    /// The oldest position of the past because of which something has occurred.
    pub(crate) ground: Cell<Option<usize>>,
}

impl<'r> Run<'r> {
    /// A run that has not begun.
    pub fn new(
        program: &'r Program,
        now: &'r Position,
        past: Option<&'r [Position]>,
        limits: Limits,
    ) -> Run<'r> {
        let facts = &program.facts;
        let field_bytes = if facts.stacks.is_some() { 32 } else { 2 };
        let result_bytes = 512 + facts.board.n_fields() * field_bytes;
        let limits = Limits { results: limits.results.min(KEPT_BYTES / result_bytes), ..limits };
        let block_cost = 1 + facts.board.n_fields() as u64 / 64;
        Run {
            driver: Driver::new(program, Meter::new(limits, block_cost)),
            now,
            before: now,
            past,
            asked: None,
            ground: Cell::new(None),
        }
    }

    /// Lets somebody be asked every now and then whether the answer is still wanted.
    pub fn ask_often(&mut self, go_on: &'r dyn Fn() -> bool) {
        self.driver.meter.ask_often(go_on);
    }

    /// The configuration in which the turn begins, with what is carried along from there.
    pub fn start<T>(&self, trail: T) -> Conf<'r, T> {
        Conf::start(Rc::new(State::new(self.now)), trail)
    }

    /// Whether one of two ways to the same names it: [`game::compare_ways`].
    pub fn is_named_by(&self, new: &State, known: &State) -> Flow<bool> {
        if known.shares_words(new) {
            return Ok(false);
        }
        let events = known.all_events().len() + new.all_events().len();
        self.driver.meter.charge(events as u64)?;
        Ok(compare_ways(self.facts(), self.now.player, new, known).is_lt())
    }

    /// The program that is run.
    pub fn program(&self) -> &'r Program {
        self.driver.program
    }

    /// The facts about the game.
    pub fn facts(&self) -> &'r Facts {
        &self.driver.program.facts
    }
}

impl<'r> Domain<'r> for Run<'r> {
    type Values = Reals<'r>;
    type Trail = ();

    fn driver(&self) -> &Driver<'r, Reals<'r>> {
        &self.driver
    }

    #[inline]
    fn step(
        &self,
        a: &mut Frame<'r>,
        inst: &'r Inst,
        _: Place,
        (): &mut (),
        _: SinkOf<'_, 'r, Self>,
    ) -> Flow<bool> {
        self.inst(a, inst)
    }

    fn holds(&self, a: &Frame<'r>, cond: &Cond) -> Flow<bool> {
        let top = |s: Value, f: Value| a.field(f).map(|field| (field, a.state(s).parts.top(field)));
        Ok(match cond {
            Cond::In { f, set } => a.field(*f).is_some_and(|f| self.contains(a, *set, f)),
            Cond::Compare { op, a: left, b } => op.holds(a.number(*left), a.number(*b)),
            Cond::Matches { s, f, layout } => {
                top(*s, *f).is_some_and(|(field, piece)| self.drawn(*layout, field) == piece)
            }
            Cond::Occurred { s, times } => self.occurred(a.state(*s), *times)?,
            Cond::IsKind { s, f, kind } => {
                top(*s, *f).is_some_and(|(_, piece)| piece.is_some_and(|p| p.kind() == *kind))
            }
            Cond::Some { set } => !self.fields(a, *set).is_empty(),
            Cond::Is { v, player } => a.player(*v) == *player,
        })
    }

    fn members(&self, a: &Frame<'r>, set: Value) -> Flow<FieldSet> {
        Ok(self.fields(a, set))
    }

    fn pointed_at(&self, finger: Option<Field>) -> Flow<Option<Field>> {
        Ok(finger)
    }

    fn names(&self, new: &Rc<State>, known: &Rc<State>) -> Flow<bool> {
        self.is_named_by(new, known)
    }
}

/// A run on a real position, whatever is carried along its paths.
///
/// A finger that points nowhere and a direction that is not set end the path
/// that uses them. The checker of the rules reports such uses; here they are
/// harmless.
pub trait Real<'r>: Domain<'r, Values = Reals<'r>> {
    /// The run as the rules mean it.
    fn plain(&self) -> &Run<'r>;

    /// Executes a step; false if the path ends here.
    fn inst(&self, a: &mut Frame<'r>, inst: &'r Inst) -> Flow<bool> {
        let board = &self.plain().facts().board;
        match inst {
            Inst::Other { dst, v } => {
                let other = a.player(*v).other();
                a.set(*dst, Val::Player(other));
            }
            Inst::NoField { dst } => a.set(*dst, Val::Field(None)),
            Inst::NoDirection { dst } => a.set(*dst, Val::Direction(None)),
            Inst::Direction { dst, direction } => a.set(*dst, Val::Direction(Some(*direction))),
            Inst::Set { dst, expr } => {
                let set = self.set(a, expr)?;
                a.set(*dst, Val::Set(set));
            }
            Inst::Number { dst, expr } => {
                let number = self.number(a, expr)?;
                a.set(*dst, Val::Number(number));
            }
            Inst::Guard { cond, .. } => return self.holds(a, cond),
            Inst::Step { dst, f, d } => {
                let (Some(f), Some(d)) = (a.field(*f), a.direction(*d)) else { return Ok(false) };
                let Some(next) = board.step(f, d) else { return Ok(false) };
                a.set(*dst, Val::Field(Some(next)));
            }
            Inst::Back { dst, f, d } => {
                let (Some(f), Some(d)) = (a.field(*f), a.direction(*d)) else { return Ok(false) };
                let leads_here = |from: &Option<Field>| *from == Some(f);
                let from = board.steps[d.index()].iter().position(leads_here);
                let Some(from) = from else { return Ok(false) };
                a.set(*dst, Val::Field(Some(Field(from as u16))));
            }
            Inst::Rotate { dst, d, degrees } => {
                let Some(d) = a.direction(*d) else { return Ok(false) };
                a.set(*dst, Val::Direction(Some(board.rotate(d, *degrees))));
            }
            Inst::Write { dst, s, write } => {
                let Some(state) = self.plain().write(a, *s, write) else { return Ok(false) };
                a.set(*dst, Val::State(Rc::new(state)));
            }
        }
        Ok(true)
    }

    /// The value of a set expression. Only what takes a run of its own, or a walk, is
    /// computed here.
    fn set(&self, a: &Frame<'r>, expr: &'r SetExpr) -> Flow<Fields<'r>> {
        let computed = match expr {
            SetExpr::Fields { func, args } => {
                let mut fields = FieldSet::empty(self.plain().facts().board.n_fields());
                let at = a.conf(args, &Self::Trail::default());
                self.run(*func, a.player(args.v), &at, &mut |conf| {
                    conf.f.into_iter().for_each(|field| fields.insert(field));
                    Ok(())
                })?;
                fields
            }
            SetExpr::Walk { .. }
            | SetExpr::Slide { .. }
            | SetExpr::Spread { .. }
            | SetExpr::Rows { .. } => self.plain().walked(a, expr)?,
            _ => return Ok(Fields::Asked(expr)),
        };
        Ok(Fields::Computed(Rc::new(computed)))
    }

    /// The value of a number expression.
    fn number(&self, a: &Frame<'r>, expr: &NumExpr) -> Flow<i32> {
        crate::numbers::number(self, a, expr)
    }
}

impl<'r> Real<'r> for Run<'r> {
    fn plain(&self) -> &Run<'r> {
        self
    }
}
