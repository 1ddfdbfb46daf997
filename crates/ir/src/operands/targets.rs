//! Where the end of a block leads: its targets in order, what it gives to them before their
//! arguments, and the functions whose results go there.

use super::{Edit, Look};
use crate::program::*;

/// Collects the functions whose results go on, and what they are run on.
#[derive(Default)]
struct Results<'a> {
    funcs: Vec<FuncId>,
    args: Option<&'a Args>,
}

impl<'a> Look<'a> for Results<'a> {
    fn run(&mut self, it: &'a FuncId) {
        self.funcs.push(*it);
    }

    fn args(&mut self, it: &'a Args) {
        self.args = Some(it);
    }
}

impl<'a> Look<'a> for Targets<'a> {
    fn target(&mut self, it: &'a Target) {
        *self = match std::mem::replace(self, Targets::None) {
            Targets::None => Targets::One([it]),
            Targets::One([first]) => Targets::Two([first, it]),
            Targets::Two([first, second]) => Targets::Many(vec![first, second, it]),
            Targets::Many(mut targets) => {
                targets.push(it);
                Targets::Many(targets)
            }
        };
    }
}

/// Places of targets; most nodes have one or two.
#[derive(Default)]
struct EditTargets<'a> {
    first: Option<&'a mut Target>,
    second: Option<&'a mut Target>,
    rest: Vec<&'a mut Target>,
}

impl<'a> Edit<'a> for EditTargets<'a> {
    fn target(&mut self, it: &'a mut Target) {
        match self {
            EditTargets { first: first @ None, .. } => *first = Some(it),
            EditTargets { second: second @ None, .. } => *second = Some(it),
            EditTargets { rest, .. } => rest.push(it),
        }
    }
}

impl Term {
    /// The functions whose results go on after it, and the configuration that
    /// they start from; nothing if it only asks.
    pub fn results(&self) -> (Vec<FuncId>, Option<&Args>) {
        let mut results = Results::default();
        self.look(&mut results);
        let args = results.args.filter(|_| !results.funcs.is_empty());
        (results.funcs, args)
    }

    /// The types of the values that it gives to its target, before the arguments.
    pub fn gives(&self) -> &'static [Type] {
        self.effect().gives
    }

    /// Where it leads.
    pub fn targets(&self) -> Targets<'_> {
        let mut targets = Targets::None;
        self.look(&mut targets);
        targets
    }

    /// Where it leads, to be changed.
    pub fn targets_mut(&mut self) -> impl Iterator<Item = &mut Target> {
        let mut targets = EditTargets::default();
        self.edit(&mut targets);
        targets.first.into_iter().chain(targets.second).chain(targets.rest)
    }
}

/// The targets of a node, in order: a list that seldom takes memory of its own,
/// because passes ask for targets all the time.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Targets<'a> {
    None,
    One([&'a Target; 1]),
    Two([&'a Target; 2]),
    Many(Vec<&'a Target>),
}

impl<'a> Targets<'a> {
    /// The targets as a slice.
    pub fn as_slice(&self) -> &[&'a Target] {
        match self {
            Targets::None => &[],
            Targets::One(targets) => targets,
            Targets::Two(targets) => targets,
            Targets::Many(targets) => targets,
        }
    }
}

impl<'a> std::ops::Deref for Targets<'a> {
    type Target = [&'a Target];

    fn deref(&self) -> &[&'a Target] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for Targets<'a> {
    type Item = &'a Target;
    type IntoIter = IntoTargets<'a>;

    fn into_iter(self) -> IntoTargets<'a> {
        let rest = 0..self.len();
        IntoTargets { targets: self, rest }
    }
}

/// The targets of a node one after the other.
#[derive(Clone, Debug)]
pub struct IntoTargets<'a> {
    targets: Targets<'a>,
    rest: std::ops::Range<usize>,
}

impl<'a> Iterator for IntoTargets<'a> {
    type Item = &'a Target;

    fn next(&mut self) -> Option<&'a Target> {
        self.rest.next().map(|i| self.targets[i])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

impl DoubleEndedIterator for IntoTargets<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.rest.next_back().map(|i| self.targets[i])
    }
}

impl ExactSizeIterator for IntoTargets<'_> {}
