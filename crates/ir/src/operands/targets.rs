//! Where the end of a block leads: its targets in order, what it gives to them before their
//! arguments, and the functions whose results go there.

use crate::program::*;
use std::slice;

/// What a node with results gives to the block behind it.
pub(crate) const RESULT: [Type; 3] = [Type::Position, Type::Field, Type::Direction];

impl Term {
    /// The functions whose results go on behind it, and the configuration that
    /// they start from; nothing if it only asks.
    pub fn results(&self) -> (Vec<FuncId>, Option<&Args>) {
        match self {
            Term::Call { func, args, .. } | Term::Best { func, args, .. } => {
                (vec![*func], Some(args))
            }
            Term::Repeat { body, args, .. } | Term::Each { body, args, .. } => {
                (vec![*body], Some(args))
            }
            Term::OrElse { first, second, args, .. } => (vec![*first, *second], Some(args)),
            _ => (Vec::new(), None),
        }
    }

    /// The types of the values that it gives to its target, before the arguments.
    pub fn gives(&self) -> &'static [Type] {
        match self {
            Term::ChooseField { .. } => &[Type::Field],
            Term::ChooseDirection { .. } => &[Type::Direction],
            Term::Each { .. } => &[Type::Position],
            Term::Call { .. } | Term::OrElse { .. } | Term::Repeat { .. } | Term::Best { .. } => {
                &RESULT
            }
            Term::Jump(_)
            | Term::If { .. }
            | Term::Fork(_)
            | Term::Ask { .. }
            | Term::Yield { .. }
            | Term::Return(_)
            | Term::Die => &[],
        }
    }

    /// Where it leads.
    pub fn targets(&self) -> Targets<'_> {
        match self {
            Term::Jump(then)
            | Term::ChooseField { then, .. }
            | Term::ChooseDirection { then, .. }
            | Term::Call { then, .. }
            | Term::OrElse { then, .. }
            | Term::Repeat { then, .. }
            | Term::Each { then, .. }
            | Term::Best { then, .. } => Targets::One([then]),
            Term::Fork(branches) => Targets::Many(branches.iter().collect()),
            Term::If { yes, no, .. } | Term::Ask { yes, no, .. } => Targets::Two([yes, no]),
            Term::Yield { .. } | Term::Return(_) | Term::Die => Targets::None,
        }
    }

    /// Where it leads, to be changed.
    pub fn targets_mut(&mut self) -> impl Iterator<Item = &mut Target> {
        let (some, others): (&mut [Target], &mut [Target]) = match self {
            Term::Jump(then)
            | Term::ChooseField { then, .. }
            | Term::ChooseDirection { then, .. }
            | Term::Call { then, .. }
            | Term::OrElse { then, .. }
            | Term::Repeat { then, .. }
            | Term::Each { then, .. }
            | Term::Best { then, .. } => (slice::from_mut(then), &mut []),
            Term::Fork(branches) => (branches, &mut []),
            Term::If { yes, no, .. } | Term::Ask { yes, no, .. } => {
                (slice::from_mut(yes), slice::from_mut(no))
            }
            Term::Yield { .. } | Term::Return(_) | Term::Die => (&mut [], &mut []),
        };
        some.iter_mut().chain(others)
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
