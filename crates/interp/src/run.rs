//! One run of a program: where it is, what it may still use, and how functions
//! are entered.
//!
//! A function pushes its results into a sink as it finds them; a sink that has
//! enough says so, and everything below it unwinds. So a question stops at its
//! first answer, and no result is stored that nobody asked to store. The price
//! is stack: what follows a call runs on top of it. The depth is counted.

use crate::contents::Contents;
use crate::held::Log;
use crate::lenient::Forcing;
use crate::position::Position;
use crate::reads::Reads;
use crate::state::State;
use game::{Direction, Facts, Field, FieldSet, Player};
use ir::{Args, Func, FuncId, Program, SetExpr, Target, Value};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

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

/// A configuration. The conditions met on the way are not compared, unless they
/// are taken for granted though they do not hold.
#[derive(Clone, Debug)]
pub(crate) struct Conf {
    pub(crate) s: Rc<State>,
    pub(crate) f: Option<Field>,
    pub(crate) d: Option<Direction>,
    pub(crate) log: Log,
}

impl Conf {
    /// The configuration in which a run begins.
    pub(crate) fn start(position: &Position) -> Conf {
        Conf { s: Rc::new(State::new(position)), f: None, d: None, log: Log::EMPTY }
    }
}

impl PartialEq for Conf {
    fn eq(&self, other: &Conf) -> bool {
        self.f == other.f
            && self.d == other.d
            && self.s == other.s
            && self.log.same_assumptions(&other.log)
    }
}

impl Eq for Conf {}

impl Hash for Conf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.s, self.f, self.d).hash(state);
    }
}

/// A value of a function under way.
#[derive(Clone, Debug)]
pub(crate) enum Val<'r> {
    Unset,
    State(Rc<State>),
    Player(Player),
    Field(Option<Field>),
    Direction(Option<Direction>),
    /// A set that is looked into where it is used: most sets are asked for one
    /// field only. The values it is made of stay as they are on this path.
    Set(&'r SetExpr),
    /// A set that was computed.
    Known(Rc<FieldSet>),
    Number(i32),
}

/// A function under way with its values.
pub(crate) struct Activation<'r> {
    pub(crate) func: &'r Func,
    values: Vec<Val<'r>>,
    /// What a `num` function returned.
    pub(crate) returned: Option<i32>,
}

impl<'r> Activation<'r> {
    pub(crate) fn get(&self, value: Value) -> &Val<'r> {
        &self.values[value.index()]
    }

    /// Inlined because handing a value over in memory costs more than the rest.
    #[inline(always)]
    pub(crate) fn set(&mut self, value: Value, val: Val<'r>) {
        self.values[value.index()] = val;
    }

    pub(crate) fn state(&self, value: Value) -> &Rc<State> {
        match self.get(value) {
            Val::State(state) => state,
            other => ill_typed("a position", other),
        }
    }

    pub(crate) fn player(&self, value: Value) -> Player {
        match self.get(value) {
            Val::Player(player) => *player,
            other => ill_typed("a player", other),
        }
    }

    pub(crate) fn field(&self, value: Value) -> Option<Field> {
        match self.get(value) {
            Val::Field(field) => *field,
            other => ill_typed("a field", other),
        }
    }

    pub(crate) fn direction(&self, value: Value) -> Option<Direction> {
        match self.get(value) {
            Val::Direction(direction) => *direction,
            other => ill_typed("a direction", other),
        }
    }

    pub(crate) fn number(&self, value: Value) -> i32 {
        match self.get(value) {
            Val::Number(number) => *number,
            other => ill_typed("a number", other),
        }
    }

    /// The configuration that a function is to be run on.
    pub(crate) fn conf(&self, args: &Args, log: &Log) -> Conf {
        Conf {
            s: self.state(args.s).clone(),
            f: self.field(args.f),
            d: self.direction(args.d),
            log: log.clone(),
        }
    }

    /// All values, to be looked through.
    pub(crate) fn values_mut(&mut self) -> &mut [Val<'r>] {
        &mut self.values
    }

    /// Gives a block its parameters.
    pub(crate) fn enter(&mut self, target: &Target) {
        self.pass(target, 0);
    }

    /// Gives a block its parameters; the first is what a choice gives.
    pub(crate) fn enter_given(&mut self, target: &Target, given: Val<'r>) {
        self.set(self.param(target, 0), given);
        self.pass(target, 1);
    }

    /// Gives a block its parameters; the first are the parts of a result.
    pub(crate) fn enter_with(&mut self, target: &Target, conf: &Conf) {
        self.set(self.param(target, 0), Val::State(conf.s.clone()));
        self.set(self.param(target, 1), Val::Field(conf.f));
        self.set(self.param(target, 2), Val::Direction(conf.d));
        self.pass(target, 3);
    }

    fn param(&self, target: &Target, i: usize) -> Value {
        self.func.blocks[target.block.index()].params[i]
    }

    /// Gives a block the arguments behind so many other parameters. Values are
    /// defined once, so none is overwritten before it is read.
    fn pass(&mut self, target: &Target, n_given: usize) {
        let func = self.func;
        let params = &func.blocks[target.block.index()].params[n_given..];
        for (&param, &arg) in params.iter().zip(&target.args) {
            self.set(param, self.get(arg).clone());
        }
    }
}

/// The verifier has checked all types before a program is run.
fn ill_typed(expected: &str, found: &Val<'_>) -> ! {
    unreachable!("the verifier lets only {expected} come here, not {found:?}")
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
    /// Whether what else could stand where is recorded, too, and what was.
    pub(crate) wishing: bool,
    pub(crate) alternatives: RefCell<BTreeSet<(Field, Contents)>>,
    /// How tests that fail may be passed all the same, if they may.
    pub(crate) forcing: Option<Forcing>,
    pub(crate) steps: Cell<u64>,
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
            wishing: false,
            alternatives: RefCell::default(),
            forcing: None,
            reads: RefCell::new(Reads::nothing(facts)),
            steps: Cell::new(0),
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

    /// Counts a step.
    pub(crate) fn tick(&self) -> Flow {
        self.charge(self.block_cost)
    }

    /// Charges for work.
    pub(crate) fn charge(&self, work: u64) -> Flow {
        self.steps.set(self.steps.get() + work);
        if self.steps.get() > self.limits.steps {
            return Err(Stop::Fault(Fault::Steps));
        }
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
