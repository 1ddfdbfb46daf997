//! Follows the paths of functions: forks, choices, calls, `try`, `repeat`, `for each`, `best` and
//! questions are driven here, once for all who run programs. What a value is, and what
//! is carried along a path, is up to a [`Domain`].
//!
//! ```text
//! run ─▶ block ─▶ step, step, … ─▶ branch ─▶ block     (a choice, once for each way on)
//!   ▲                                  └───▶ run ─▶ …  (a call; follow goes on with each result)
//!   └── questions, loops (`loops`)
//! ```
//!
//! A function pushes its results into a sink as it finds them; a sink that has
//! enough says so, and everything below it unwinds. So a question stops at its
//! first answer, and no result is stored that nobody asked to store. The price
//! is stack: what follows a call runs on top of it. The depth is counted (`meter`).

mod domain;
mod frame;
mod loops;
mod meter;
mod parts;

pub use domain::Domain;
pub use frame::{Conf, Frame, Trail, Val, Values};
pub use loops::Times;
pub use meter::{Fault, Flow, Limits, Meter, Stop};
pub use parts::{Best, Branches, Called, Each, OrElse, Place, Repeat};

use crate::{Args, Directions, Func, FuncId, Program, Target, Term, Value};
use game::{Direction, Field, Player};
use std::cell::RefCell;

/// The configurations of a domain.
pub type ConfOf<'p, D> = Conf<<D as Domain<'p>>::Values, <D as Domain<'p>>::Trail>;
/// The positions of a domain.
pub type StateOf<'p, D> = <<D as Domain<'p>>::Values as Values>::State;
/// The functions under way of a domain.
pub type FrameOf<'p, D> = Frame<'p, <D as Domain<'p>>::Values>;
/// Where the results of a domain go.
pub type SinkOf<'s, 'p, D> = &'s mut dyn FnMut(&ConfOf<'p, D>) -> Flow;

/// What every run needs: the program, and what was used of the limits.
pub struct Driver<'p, V: Values> {
    /// The program that is run.
    pub program: &'p Program,
    /// What the run may use.
    pub meter: Meter<'p>,
    /// Value tables of functions that have ended, to be used again.
    spare: RefCell<Vec<Vec<Val<V>>>>,
}

impl<'p, V: Values> Driver<'p, V> {
    /// A run that has not begun.
    pub fn new(program: &'p Program, meter: Meter<'p>) -> Driver<'p, V> {
        Driver { program, meter, spare: RefCell::default() }
    }
}

/// What the driver does for every domain.
pub trait Drive<'p>: Domain<'p> {
    /// What the run may use.
    fn meter(&self) -> &Meter<'p> {
        &self.driver().meter
    }

    /// A function of the program.
    fn func(&self, func: FuncId) -> &'p Func {
        &self.driver().program.funcs[func.index()]
    }

    /// Runs a `gen` function and pushes its results into the sink.
    fn run(
        &self,
        func: FuncId,
        v: Player,
        at: &ConfOf<'p, Self>,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        self.meter().call()?;
        self.meter().descend()?;
        let mut frame = self.frame(func, v, at);
        let flow = self.block(&mut frame, Place { block: 0, step: 0 }, at.trail.clone(), sink);
        self.leave(frame);
        flow
    }

    /// Runs a `num` function. One that dies on the way gives 0. Its paths carry nothing.
    fn number_of(&self, func: FuncId, v: Player, at: &ConfOf<'p, Self>) -> Flow<i32> {
        self.meter().descend()?;
        let mut frame = self.frame(func, v, at);
        let start = Place { block: 0, step: 0 };
        let flow = self.block(&mut frame, start, Self::Trail::default(), &mut |_| Ok(()));
        let returned = frame.returned;
        self.leave(frame);
        match (flow, returned) {
            (Ok(()) | Err(Stop::Enough), returned) => Ok(returned.unwrap_or(0)),
            (Err(stop), _) => Err(stop),
        }
    }

    /// Whether a function has a result.
    fn succeeds(&self, func: FuncId, v: Player, at: &ConfOf<'p, Self>) -> Flow<bool> {
        match self.run(func, v, at, &mut |_| Err(Stop::Enough)) {
            Ok(()) => Ok(false),
            Err(Stop::Enough) => Ok(true),
            Err(stop) => Err(stop),
        }
    }

    /// How often a function must be done before another succeeds.
    fn steps_until(
        &self,
        func: FuncId,
        until: FuncId,
        v: Player,
        at: ConfOf<'p, Self>,
    ) -> Flow<i32> {
        loops::steps_until(self, func, until, v, at)
    }

    /// The values of a function before its first block.
    fn frame(&self, func: FuncId, v: Player, at: &ConfOf<'p, Self>) -> FrameOf<'p, Self> {
        let func = self.func(func);
        let mut values = self.driver().spare.borrow_mut().pop().unwrap_or_default();
        values.resize(func.types.len(), Val::Unset);
        let mut frame = Frame { func, values, returned: None };
        if let &[ps, pv, pf, pd] = func.blocks[0].params.as_slice() {
            frame.set(ps, Val::State(at.s.clone()));
            frame.set(pv, Val::Player(v));
            frame.set(pf, Val::Field(at.f));
            frame.set(pd, Val::Direction(at.d));
        }
        frame
    }

    /// Ends a function.
    fn leave(&self, frame: FrameOf<'p, Self>) {
        self.meter().ascend();
        let mut values = frame.values;
        values.clear();
        self.driver().spare.borrow_mut().push(values);
    }

    /// Runs a block, from one of its steps on, and everything after it.
    fn block(
        &self,
        a: &mut FrameOf<'p, Self>,
        mut place: Place,
        mut trail: Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        loop {
            self.meter().tick()?;
            let at = &a.func.blocks[place.block];
            for inst in &at.insts[place.step..] {
                if !self.step(a, inst, place, &mut trail, sink)? {
                    return Ok(());
                }
                place.step += 1;
            }
            self.at_end(a, at);
            let target = match &at.term {
                Term::Jump(target) => target,
                Term::Ask { func, args, yes, no } => {
                    let asked = Called { func: *func, args };
                    match self.ask(a, asked, Branches { yes, no }, &mut trail, sink)? {
                        Some(target) => target,
                        None => return Ok(()),
                    }
                }
                Term::If { cond, yes, no } => {
                    match self.decide(a, cond, Branches { yes, no }, &mut trail, sink)? {
                        Some(target) => target,
                        None => return Ok(()),
                    }
                }
                Term::Die => return Ok(()),
                term => {
                    self.meter().descend()?;
                    let flow = self.branch(a, term, trail, sink);
                    self.meter().ascend();
                    return flow;
                }
            };
            a.enter(target);
            place = Place::start(target);
        }
    }

    /// The ways to end a block that are not just one way on.
    fn branch(
        &self,
        a: &mut FrameOf<'p, Self>,
        term: &'p Term,
        trail: Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        match term {
            Term::Fork(targets) => self.fork(a, targets, trail, sink),
            Term::ChooseField { set, then } => self.choose_field(a, *set, then, trail, sink),
            Term::ChooseDirection { v, from, then } => {
                let directions = self.directions(a, *v, from)?;
                self.choose_direction(a, directions, then, trail, sink)
            }
            &Term::Call { func, ref args, ref then } => {
                self.call(a, Called { func, args }, then, trail, sink)
            }
            &Term::OrElse { first, second, ref args, ref then } => {
                self.or_else(a, OrElse { first, second, args, then }, trail, sink)
            }
            &Term::Repeat { body: func, low, high, ref args, ref then, bound: _ } => {
                let body = Called { func, args };
                self.repeat(a, Repeat { body, low, high, then }, trail, sink)
            }
            &Term::Each { set, body: func, ref args, ref then } => {
                self.each(a, Each { set, body: Called { func, args }, then }, trail, sink)
            }
            &Term::Best { value, func, ref args, ref then } => {
                self.best(a, Best { value, of: Called { func, args }, then }, trail, sink)
            }
            &Term::Yield { s, f, d } => sink(&a.conf(&Args { s, v: s, f, d }, &trail)),
            Term::Return(value) => {
                a.returned = Some(a.number(*value));
                Err(Stop::Enough)
            }
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } | Term::Die => Ok(()),
        }
    }

    /// Goes on with a result.
    fn follow(
        &self,
        a: &mut FrameOf<'p, Self>,
        then: &Target,
        conf: &ConfOf<'p, Self>,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        a.enter_with(then, conf);
        self.go_on(a, then, conf.trail.clone(), sink)
    }

    /// Goes on with the position of a result, and with what was carried along to it.
    fn follow_state(
        &self,
        a: &mut FrameOf<'p, Self>,
        then: &Target,
        conf: ConfOf<'p, Self>,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        a.enter_given(then, Val::State(conf.s));
        self.go_on(a, then, conf.trail, sink)
    }

    /// Follows a block on top of another one, which goes on after it.
    fn deeper(
        &self,
        a: &mut FrameOf<'p, Self>,
        place: Place,
        trail: Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        self.meter().descend()?;
        let flow = self.block(a, place, trail, sink);
        self.meter().ascend();
        flow
    }

    /// The directions to choose from.
    fn directions(
        &self,
        a: &FrameOf<'p, Self>,
        v: Value,
        from: &'p Directions,
    ) -> Flow<&'p [Direction]> {
        Ok(match from {
            Directions::Compass(sides) => &sides[a.player(v).index()],
            Directions::Ways { f } => match self.pointed_at(a.field(*f))? {
                Some(field) => &self.driver().program.facts.board.ways[field.index()],
                None => &[],
            },
        })
    }

    /// Follows what comes out of the rounds of a body.
    fn follow_rounds(
        &self,
        a: &mut FrameOf<'p, Self>,
        parts: Repeat<'p>,
        trail: Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        let Called { func, args } = parts.body;
        let (at, v) = (a.conf(args, &trail), a.player(args.v));
        let times = Times { low: a.number(parts.low), high: parts.high.map(|it| a.number(it)) };
        loops::repeat(self, func, times, v, at, &mut |conf| self.follow(a, parts.then, conf, sink))
    }

    /// The configurations after a body was done on each field of a set, all ways.
    fn done_on_each(
        &self,
        a: &FrameOf<'p, Self>,
        parts: Each<'p>,
        trail: &Self::Trail,
    ) -> Flow<Vec<ConfOf<'p, Self>>> {
        let fields: Vec<Field> = self.members(a, parts.set)?.iter().collect();
        let Called { func, args } = parts.body;
        loops::each(self, &fields, func, a.player(args.v), a.conf(args, trail))
    }

    /// Those results of a function for which a value is greatest.
    fn found_best(
        &self,
        a: &FrameOf<'p, Self>,
        parts: Best<'p>,
        trail: &Self::Trail,
    ) -> Flow<Vec<ConfOf<'p, Self>>> {
        let Called { func, args } = parts.of;
        loops::best(self, parts.value, func, a.player(args.v), &a.conf(args, trail))
    }
}

impl<'p, D: Domain<'p>> Drive<'p> for D {}
