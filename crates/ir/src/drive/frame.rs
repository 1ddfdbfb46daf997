//! A function under way with its values, and the configuration that it is run on and
//! gives back: position, finger, direction, and what is carried along the path.

use crate::{Args, Func, Target, Value};
use game::{Direction, Field, Player};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// What the values of functions are.
pub trait Values: Sized {
    /// A position in the middle of a turn.
    type State: Clone + Eq + Hash + Debug;
    /// Where the finger points; by default as before a turn.
    type Finger: Copy + Eq + Hash + Debug + Default + From<Field>;
    /// The direction; by default as before a turn.
    type Heading: Copy + Eq + Hash + Debug + Default + From<Direction>;
    /// A set of fields.
    type Set: Clone + Debug;
}

/// What is carried along a path, from the start of a run to its results; by default nothing.
pub trait Trail: Clone + Default {
    /// Whether a path needs to be followed only once if it comes to the same
    /// configuration with this and with another trail.
    fn is_alike(&self, other: &Self) -> bool;
}

impl Trail for () {
    fn is_alike(&self, (): &()) -> bool {
        true
    }
}

/// A configuration. Of what is carried along, only what makes a difference is compared.
#[derive(Debug)]
pub struct Conf<V: Values, T> {
    /// The position.
    pub s: V::State,
    /// The finger.
    pub f: V::Finger,
    /// The direction.
    pub d: V::Heading,
    /// What was carried along.
    pub trail: T,
}

impl<V: Values, T> Conf<V, T> {
    /// The configuration in which a turn begins.
    pub fn start(s: V::State, trail: T) -> Conf<V, T> {
        Conf { s, f: V::Finger::default(), d: V::Heading::default(), trail }
    }
}

impl<V: Values, T: Clone> Clone for Conf<V, T> {
    fn clone(&self) -> Conf<V, T> {
        Conf { s: self.s.clone(), f: self.f, d: self.d, trail: self.trail.clone() }
    }
}

impl<V: Values, T: Trail> PartialEq for Conf<V, T> {
    fn eq(&self, other: &Conf<V, T>) -> bool {
        self.f == other.f
            && self.d == other.d
            && self.s == other.s
            && self.trail.is_alike(&other.trail)
    }
}

impl<V: Values, T: Trail> Eq for Conf<V, T> {}

impl<V: Values, T> Hash for Conf<V, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.s, self.f, self.d).hash(state);
    }
}

/// A value of a function under way.
#[derive(Debug)]
pub enum Val<V: Values> {
    /// Nothing was assigned yet.
    Unset,
    /// A position.
    State(V::State),
    /// A player.
    Player(Player),
    /// A finger.
    Field(V::Finger),
    /// A direction.
    Direction(V::Heading),
    /// A set of fields.
    Set(V::Set),
    /// A number.
    Number(i32),
}

impl<V: Values> Clone for Val<V> {
    #[inline]
    fn clone(&self) -> Val<V> {
        match self {
            Val::Unset => Val::Unset,
            Val::State(state) => Val::State(state.clone()),
            Val::Player(player) => Val::Player(*player),
            Val::Field(finger) => Val::Field(*finger),
            Val::Direction(heading) => Val::Direction(*heading),
            Val::Set(set) => Val::Set(set.clone()),
            Val::Number(number) => Val::Number(*number),
        }
    }
}

/// A function under way with its values.
pub struct Frame<'p, V: Values> {
    /// The function.
    pub func: &'p Func,
    pub(super) values: Vec<Val<V>>,
    /// What a `num` function returned.
    pub(super) returned: Option<i32>,
}

impl<'p, V: Values> Frame<'p, V> {
    /// A value.
    pub fn get(&self, value: Value) -> &Val<V> {
        &self.values[value.index()]
    }

    /// Assigns a value. Inlined because handing it over in memory costs more than the rest.
    #[inline(always)]
    pub fn set(&mut self, value: Value, val: Val<V>) {
        self.values[value.index()] = val;
    }

    /// A position.
    pub fn state(&self, value: Value) -> &V::State {
        match self.get(value) {
            Val::State(state) => state,
            other => ill_typed("a position", other),
        }
    }

    /// A player.
    pub fn player(&self, value: Value) -> Player {
        match self.get(value) {
            Val::Player(player) => *player,
            other => ill_typed("a player", other),
        }
    }

    /// A finger.
    pub fn field(&self, value: Value) -> V::Finger {
        match self.get(value) {
            Val::Field(field) => *field,
            other => ill_typed("a field", other),
        }
    }

    /// A direction.
    pub fn direction(&self, value: Value) -> V::Heading {
        match self.get(value) {
            Val::Direction(direction) => *direction,
            other => ill_typed("a direction", other),
        }
    }

    /// A set of fields.
    pub fn fields(&self, value: Value) -> &V::Set {
        match self.get(value) {
            Val::Set(set) => set,
            other => ill_typed("a set", other),
        }
    }

    /// A number.
    pub fn number(&self, value: Value) -> i32 {
        match self.get(value) {
            Val::Number(number) => *number,
            other => ill_typed("a number", other),
        }
    }

    /// The configuration that a function is to be run on.
    pub fn conf<T: Clone>(&self, args: &Args, trail: &T) -> Conf<V, T> {
        Conf {
            s: self.state(args.s).clone(),
            f: self.field(args.f),
            d: self.direction(args.d),
            trail: trail.clone(),
        }
    }

    /// All values, to be looked through.
    pub fn values_mut(&mut self) -> &mut [Val<V>] {
        &mut self.values
    }

    /// Gives a block its parameters.
    pub fn enter(&mut self, target: &Target) {
        self.pass(target, 0);
    }

    /// Gives a block its parameters; the first is what a choice gives.
    pub fn enter_given(&mut self, target: &Target, given: Val<V>) {
        self.set(self.param(target, 0), given);
        self.pass(target, 1);
    }

    /// Gives a block its parameters; the first are the parts of a result.
    pub(super) fn enter_with<T>(&mut self, target: &Target, conf: &Conf<V, T>) {
        self.set(self.param(target, 0), Val::State(conf.s.clone()));
        self.set(self.param(target, 1), Val::Field(conf.f));
        self.set(self.param(target, 2), Val::Direction(conf.d));
        self.pass(target, 3);
    }

    fn param(&self, target: &Target, i: usize) -> Value {
        self.func.blocks[target.block.index()].params[i]
    }

    /// Gives a block the arguments after this many other parameters. Values are
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
fn ill_typed<V: Values>(expected: &str, found: &Val<V>) -> ! {
    let found = match found {
        Val::Unset => "nothing",
        Val::State(_) => "a position",
        Val::Player(_) => "a player",
        Val::Field(_) => "a field",
        Val::Direction(_) => "a direction",
        Val::Set(_) => "a set",
        Val::Number(_) => "a number",
    };
    unreachable!("the verifier lets only {expected} come here, not {found}")
}
