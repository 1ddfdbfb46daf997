//! The parts of the nodes that a driver hands to its domain, by name.

use crate::{Args, FuncId, Target, Value};

/// A step of a function: which one of which block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The block.
    pub block: usize,
    /// The step in it.
    pub step: usize,
}

impl Place {
    /// The first step of a block.
    #[inline]
    pub fn start(target: &Target) -> Place {
        Place { block: target.block.index(), step: 0 }
    }
}

/// Two ways on.
#[derive(Clone, Copy, Debug)]
pub struct Branches<'p> {
    /// Where it goes on if the answer is yes.
    pub yes: &'p Target,
    /// Where it goes on if it is no.
    pub no: &'p Target,
}

impl<'p> Branches<'p> {
    /// The way on after an answer.
    #[inline]
    pub fn after(self, answer: bool) -> &'p Target {
        if answer { self.yes } else { self.no }
    }
}

/// A function, and what it is run on.
#[derive(Clone, Copy, Debug)]
pub struct Called<'p> {
    /// The function.
    pub func: FuncId,
    /// Its arguments.
    pub args: &'p Args,
}

/// The parts of a `try`.
#[derive(Clone, Copy, Debug)]
pub struct OrElse<'p> {
    /// Whose results are followed if it has some.
    pub first: FuncId,
    /// Whose results are followed otherwise.
    pub second: FuncId,
    /// What both are run on.
    pub args: &'p Args,
    /// Where their results go on.
    pub then: &'p Target,
}

/// The parts of a `repeat`.
#[derive(Clone, Copy, Debug)]
pub struct Repeat<'p> {
    /// What is done in each round.
    pub body: Called<'p>,
    /// How many rounds at least.
    pub low: Value,
    /// How many at most.
    pub high: Option<Value>,
    /// Where results go on.
    pub then: &'p Target,
}

/// The parts of a `for each`.
#[derive(Clone, Copy, Debug)]
pub struct Each<'p> {
    /// The fields.
    pub set: Value,
    /// What is done on each.
    pub body: Called<'p>,
    /// Where results go on.
    pub then: &'p Target,
}

/// The parts of a `best`.
#[derive(Clone, Copy, Debug)]
pub struct Best<'p> {
    /// What is to be greatest.
    pub value: FuncId,
    /// Whose results are compared.
    pub of: Called<'p>,
    /// Where the best go on.
    pub then: &'p Target,
}
