//! One run of a program: where it is, what it may still use, and how functions
//! are entered.
//!
//! A function pushes its results into a sink as it finds them; a sink that has
//! enough says so, and everything below it unwinds. So a question stops at its
//! first answer, and no result is stored that nobody asked to store. The price
//! is stack: what follows a call runs on top of it. The depth is counted.

use crate::activation::{Activation, Conf, Val};
use crate::forcing::Forcing;
use crate::held::Log;
use crate::position::Position;
use crate::reads::Reads;
use crate::state::State;
use game::{Event, Facts, Player};
use ir::{Func, FuncId, Program};
use std::cell::{Cell, RefCell};

/// What one turn may use. Rules of a real game need a small part of it; the
/// limits are there for rules that do not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Work: blocks executed, each charged by the size of the board if it may
    /// write it or look all over it.
    pub steps: u64,
    /// Calls and choices under way at a time, counting those whose result is
    /// being followed. Each takes stack: about 1 KB in an optimized build and
    /// 2 KB in one that is not, so the default is safe on a thread with 2 MB.
    /// Raise it only on a thread with a larger stack.
    pub depth: u32,
    /// Results kept at a time by one repeat, choice or turn; fewer if positions
    /// are so large that they would take more than [`KEPT_BYTES`].
    pub results: usize,
}

/// The memory that the results of one node may take.
pub const KEPT_BYTES: usize = 48 << 20;

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 50_000_000, depth: 800, results: 200_000 }
    }
}

/// What calling a function costs, in blocks.
const CALL_COST: u64 = 2;

/// After so many steps somebody is asked again: a hundredth of a second or two.
const STEPS_PER_QUESTION: u64 = 20_000;

/// Which limit was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Steps,
    Depth,
    Results,
}

/// Why a run unwinds before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Whoever asked has its answer.
    Enough,
    /// A limit was met.
    Fault(Fault),
}

/// How a step of the run ended.
pub(crate) type Flow<T = ()> = Result<T, Stop>;

/// Where results go.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(&Conf) -> Flow;

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
pub(crate) struct Run<'r> {
    pub(crate) program: &'r Program,
    /// The position in which the turn began.
    pub(crate) now: &'r Position,
    /// What `before` goes back to.
    pub(crate) before: &'r Position,
    /// The earlier positions; without them nothing has ever occurred.
    pub(crate) past: Option<&'r [Position]>,
    /// The questions about earlier positions, if somebody wants to know them.
    pub(crate) asked: Option<RefCell<Vec<AskedAbout>>>,
    pub(crate) limits: Limits,
    /// Whether conditions are recorded.
    pub(crate) tracking: bool,
    /// What the question under way has read, if conditions are recorded.
    pub(crate) reads: RefCell<Reads>,
    /// How tests that fail may be passed all the same, if they may.
    pub(crate) forcing: Option<Forcing>,
    /// The events of the only move that is wanted, and whether the path under way
    /// is one to it, rather than a question or a count on the way.
    pub(crate) wanted: Option<Vec<Event>>,
    pub(crate) on_the_way: Cell<bool>,
    pub(crate) steps: Cell<u64>,
    /// The number of steps at which it is seen whether to go on.
    pause: Cell<u64>,
    /// Whether somebody still wants the answer.
    go_on: Option<&'r dyn Fn() -> bool>,
    /// What executing a block costs.
    block_cost: u64,
    pub(crate) depth: Cell<u32>,
    /// The oldest position of the past because of which something has occurred.
    pub(crate) ground: Cell<Option<usize>>,
    /// Value tables of functions that have ended, to be used again.
    spare: RefCell<Vec<Vec<Val<'r>>>>,
}

impl<'r> Run<'r> {
    pub(crate) fn new(
        program: &'r Program,
        now: &'r Position,
        past: Option<&'r [Position]>,
        limits: Limits,
    ) -> Run<'r> {
        let facts = &program.facts;
        let field_bytes = if facts.stacks.is_some() { 32 } else { 2 };
        let result_bytes = 512 + facts.board.n_fields() * field_bytes;
        let limits = Limits { results: limits.results.min(KEPT_BYTES / result_bytes), ..limits };
        Run {
            block_cost: 1 + facts.board.n_fields() as u64 / 64,
            program,
            now,
            before: now,
            past,
            asked: None,
            limits,
            tracking: false,
            forcing: None,
            wanted: None,
            on_the_way: Cell::new(true),
            reads: RefCell::new(Reads::nothing(facts)),
            steps: Cell::new(0),
            pause: Cell::new(limits.steps),
            go_on: None,
            depth: Cell::new(0),
            ground: Cell::new(None),
            spare: RefCell::default(),
        }
    }

    pub(crate) fn facts(&self) -> &'r Facts {
        &self.program.facts
    }

    pub(crate) fn func(&self, func: FuncId) -> &'r Func {
        &self.program.funcs[func.index()]
    }

    /// Runs a `gen` function and pushes its results into the sink.
    pub(crate) fn run(&self, func: FuncId, v: Player, at: &Conf, sink: Sink<'_>) -> Flow {
        self.charge(CALL_COST)?;
        let mut activation = self.activate(func, v, at)?;
        let flow = self.block(&mut activation, 0, at.log.clone(), sink);
        self.leave(activation);
        flow
    }

    /// Runs a `num` function. One that dies on the way gives 0.
    pub(crate) fn number_of(&self, func: FuncId, v: Player, at: &Conf) -> Flow<i32> {
        let mut activation = self.activate(func, v, at)?;
        let flow = self.block(&mut activation, 0, Log::EMPTY, &mut |_| Ok(()));
        let returned = activation.returned;
        self.leave(activation);
        match (flow, returned) {
            (Err(Stop::Fault(fault)), _) => Err(Stop::Fault(fault)),
            (_, returned) => Ok(returned.unwrap_or(0)),
        }
    }

    /// Whether a function has a result.
    pub(crate) fn succeeds(&self, func: FuncId, v: Player, at: &Conf) -> Flow<bool> {
        match self.run(func, v, at, &mut |_| Err(Stop::Enough)) {
            Ok(()) => Ok(false),
            Err(Stop::Enough) => Ok(true),
            Err(fault) => Err(fault),
        }
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
    pub(crate) fn is_wanted(&self, state: &State) -> bool {
        match &self.wanted {
            Some(wanted) if self.on_the_way.get() => wanted.starts_with(&state.all_events()),
            _ => true,
        }
    }

    /// Counts a step.
    pub(crate) fn tick(&self) -> Flow {
        self.charge(self.block_cost)
    }

    /// Charges for work.
    pub(crate) fn charge(&self, work: u64) -> Flow {
        self.steps.set(self.steps.get() + work);
        match self.steps.get() > self.pause.get() {
            true => self.ask_to_go_on(),
            false => Ok(()),
        }
    }

    /// Lets somebody be asked every now and then whether he still wants the answer. If
    /// he does not, it is as if the steps were used up.
    pub(crate) fn ask_often(&mut self, go_on: &'r dyn Fn() -> bool) {
        self.go_on = Some(go_on);
        self.pause.set(STEPS_PER_QUESTION.min(self.limits.steps));
    }

    #[cold]
    fn ask_to_go_on(&self) -> Flow {
        let steps = self.steps.get();
        if steps > self.limits.steps || self.go_on.is_some_and(|go_on| !go_on()) {
            return Err(Stop::Fault(Fault::Steps));
        }
        self.pause.set((steps + STEPS_PER_QUESTION).min(self.limits.steps));
        Ok(())
    }

    /// Checks that so many results may be kept.
    pub(crate) fn keep(&self, n_results: usize) -> Flow {
        if n_results > self.limits.results {
            return Err(Stop::Fault(Fault::Results));
        }
        Ok(())
    }

    fn activate(&self, func: FuncId, v: Player, at: &Conf) -> Flow<Activation<'r>> {
        self.descend()?;
        Ok(self.scratch(func, v, at))
    }

    /// Counts what goes onto the stack; [`Run::ascend`] must follow.
    pub(crate) fn descend(&self) -> Flow {
        if self.depth.get() >= self.limits.depth {
            return Err(Stop::Fault(Fault::Depth));
        }
        self.depth.set(self.depth.get() + 1);
        Ok(())
    }

    pub(crate) fn ascend(&self) {
        self.depth.set(self.depth.get() - 1);
    }

    /// The values of a function before its first block.
    pub(crate) fn scratch(&self, func: FuncId, v: Player, at: &Conf) -> Activation<'r> {
        let func = self.func(func);
        let mut values = self.spare.borrow_mut().pop().unwrap_or_default();
        values.resize(func.types.len(), Val::Unset);
        let mut activation = Activation { func, values, returned: None };
        if let &[ps, pv, pf, pd] = func.blocks[0].params.as_slice() {
            activation.set(ps, Val::State(at.s.clone()));
            activation.set(pv, Val::Player(v));
            activation.set(pf, Val::Field(at.f));
            activation.set(pd, Val::Direction(at.d));
        }
        activation
    }

    fn leave(&self, activation: Activation<'r>) {
        self.ascend();
        let mut values = activation.values;
        values.clear();
        self.spare.borrow_mut().push(values);
    }
}
