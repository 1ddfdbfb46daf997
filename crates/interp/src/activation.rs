//! A function under way with its values, and the configuration that it is run on and
//! gives back: position, finger and direction.

use crate::held::Log;
use crate::position::Position;
use crate::state::State;
use game::{Direction, Field, FieldSet, Player};
use ir::{Args, Func, SetExpr, Target, Value};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

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
    pub(crate) values: Vec<Val<'r>>,
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
