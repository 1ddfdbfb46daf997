//! Goes through statements and numbers: the parts of each, and the rules and values that
//! they name.

use super::{Amount, DirectionSet, Number, NumberKind, Pattern, RuleId, Statement, StatementKind};
use crate::bounds::Node;
use game::{Counter, Kind, Layout, Memory};
use ir::Whose;
use syntax::ast::Comparison;

/// A statement or a number.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// A statement.
    Statement(&'a Statement),
    /// A number.
    Number(&'a Number),
}

/// A statement or a number that can be changed.
pub(crate) enum PartMut<'a> {
    Statement(&'a mut Statement),
    Number(&'a mut Number),
}

impl<'a> Part<'a> {
    /// The parts of a part, in the order of the text.
    pub(crate) fn parts(self) -> Vec<Part<'a>> {
        match self {
            Part::Statement(statement) => statement.kind.parts(),
            Part::Number(number) => number.kind.parts(),
        }
    }
}

/// Shows every statement in the part, the part itself among them.
pub fn each_statement<'a>(part: Part<'a>, see: &mut dyn FnMut(&'a Statement)) {
    if let Part::Statement(statement) = part {
        see(statement);
    }
    part.parts().into_iter().for_each(|part| each_statement(part, see));
}

/// Shows every rule and value that the part names.
pub fn each_call(part: Part<'_>, see: &mut dyn FnMut(Node)) {
    match part {
        Part::Statement(Statement { kind: StatementKind::Call(rule), .. }) => {
            see(Node::Rule(*rule));
        }
        Part::Number(Number { kind: NumberKind::Value(value), .. }) => see(Node::Value(*value)),
        _ => {}
    }
    part.parts().into_iter().for_each(|part| each_call(part, see));
}

/// What a statement can contain; most of it has no parts.
pub(super) trait Slot {
    fn add_parts<'a>(&'a self, _: &mut Vec<Part<'a>>) {}

    fn add_parts_mut<'a>(&'a mut self, _: &mut Vec<PartMut<'a>>) {}
}

/// Implements both functions of a slot alike.
macro_rules! slot {
    ([$($generic:ident)?] $type:ty, |$it:ident, $parts:ident| $shared:expr, $mutable:expr) => {
        impl$(<$generic: Slot>)? Slot for $type {
            fn add_parts<'a>(&'a self, $parts: &mut Vec<Part<'a>>) {
                let $it = self;
                $shared;
            }

            fn add_parts_mut<'a>(&'a mut self, $parts: &mut Vec<PartMut<'a>>) {
                let $it = self;
                $mutable;
            }
        }
    };
    (none $($type:ty)*) => { $(impl Slot for $type {})* };
}

slot!([] Statement, |it, parts| parts.push(Part::Statement(it)), parts.push(PartMut::Statement(it)));
slot!([] Number, |it, parts| parts.push(Part::Number(it)), parts.push(PartMut::Number(it)));
slot!([T] Box<T>, |it, parts| (**it).add_parts(parts), (**it).add_parts_mut(parts));
slot!(
    [T] Option<T>,
    |it, parts| it.iter().for_each(|inner| inner.add_parts(parts)),
    it.iter_mut().for_each(|inner| inner.add_parts_mut(parts))
);
slot!(
    [T] Vec<T>,
    |it, parts| it.iter().for_each(|inner| inner.add_parts(parts)),
    it.iter_mut().for_each(|inner| inner.add_parts_mut(parts))
);
slot!(
    [] Amount,
    |it, parts| if let Amount::Number(number) = it {
        number.add_parts(parts)
    },
    if let Amount::Number(number) = it {
        number.add_parts_mut(parts)
    }
);
slot!(none Comparison Counter DirectionSet Kind Layout Memory Pattern RuleId Whose i32 u32);

/// Lists the parts of a number, either way.
macro_rules! parts_of_number {
    ($kind:expr, $add:ident) => {{
        let mut parts = Vec::new();
        match $kind {
            NumberKind::Binary(_, a, b) => {
                a.$add(&mut parts);
                b.$add(&mut parts);
            }
            NumberKind::Count(source) => source.$add(&mut parts),
            NumberKind::Sum(source, body) => {
                source.$add(&mut parts);
                body.$add(&mut parts);
            }
            NumberKind::Steps(body, until) => {
                body.$add(&mut parts);
                until.$add(&mut parts);
            }
            NumberKind::AsOpponent(body) => body.$add(&mut parts),
            NumberKind::Const(_)
            | NumberKind::Counter(_)
            | NumberKind::Value(_)
            | NumberKind::CountReserve(..)
            | NumberKind::Height
            | NumberKind::Hand
            | NumberKind::Gone => {}
        }
        parts
    }};
}

impl NumberKind {
    /// The statements and numbers in it.
    pub(crate) fn parts(&self) -> Vec<Part<'_>> {
        parts_of_number!(self, add_parts)
    }

    /// The same, to be changed.
    pub(crate) fn parts_mut(&mut self) -> Vec<PartMut<'_>> {
        parts_of_number!(self, add_parts_mut)
    }
}
