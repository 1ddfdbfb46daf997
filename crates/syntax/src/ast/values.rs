//! Values and patterns: what statements compare, count, look for and put down.

use super::{Int, Name, Part, Place, Statement};
use crate::span::Span;

/// `own pawn in last`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Whose piece; `None` if nothing is said.
    pub owner: Option<Owner>,
    /// What is there.
    pub what: What,
    /// `in …`
    pub place: Option<Place>,
    /// Where it is.
    pub span: Span,
}

/// Whose piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// `own`
    Own(Span),
    /// `enemy`
    Enemy(Span),
    /// A player's name.
    Player(Name),
}

/// What stands on a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// `piece`
    Piece,
    /// `empty field`
    EmptyField,
    /// `field`
    Field,
    /// A kind of piece, a zone, a memory or a field.
    Name(Name),
}

/// Where `for each`, `count` and `sum` look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A pattern: every field that matches.
    Pattern(Pattern),
    /// A lone name: a piece, zone, memory, field or rule.
    Name(Name),
    /// A statement: every field on which it can end.
    Statement(Box<Statement>),
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// What it says.
    pub kind: ValueKind,
    /// Where it is.
    pub span: Span,
}

/// What a value says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A number.
    Int(Int),
    /// A counter or another value.
    Name(Name),
    /// `base worth`
    Base(Name),
    /// `(E)`, kept for the formatter.
    Parenthesized(Box<Value>),
    /// `-E`
    Negate(Box<Value>),
    /// `E + F`, `E - F`, `E * F`
    Binary(Arithmetic, Box<Value>, Box<Value>),
    /// `count own disc`
    Count(Source),
    /// `count own man in reserve`
    CountReserve(Pattern),
    /// `sum S of E`
    Sum(Source, Box<Value>),
    /// `steps A until B`
    Steps(Box<Statement>, Box<Statement>),
    /// `as opponent E`
    AsOpponent(Box<Value>),
    /// `height`: pieces on the field under the finger
    Height,
    /// `hand`: pieces in the hand
    Hand,
}

impl ValueKind {
    /// The words and parts of a value, in the order of the text.
    pub fn parts(&self) -> Vec<Part<'_>> {
        match self {
            ValueKind::Int(int) => vec![Part::Joined(int.value.to_string())],
            ValueKind::Name(name) => vec![Part::Name(name)],
            ValueKind::Base(name) => vec![Part::Word("base"), Part::Name(name)],
            ValueKind::Parenthesized(inner) => {
                vec![Part::Word("("), Part::Value(inner), Part::Word(")")]
            }
            ValueKind::Negate(inner) => vec![Part::Word("-"), Part::Value(inner)],
            ValueKind::Binary(operator, left, right) => {
                vec![Part::Value(left), Part::Word(operator.word()), Part::Value(right)]
            }
            ValueKind::Count(source) => vec![Part::Word("count"), Part::Source(source)],
            ValueKind::CountReserve(pattern) => {
                vec![Part::Word("count"), Part::Pattern(pattern), Part::Word("in reserve")]
            }
            ValueKind::Sum(source, inner) => {
                let of = [Part::Word("of"), Part::Value(inner)];
                [Part::Word("sum"), Part::Source(source)].into_iter().chain(of).collect()
            }
            ValueKind::Steps(walk, until) => {
                let until = [Part::Word("until"), Part::Statement(until)];
                [Part::Word("steps"), Part::Statement(walk)].into_iter().chain(until).collect()
            }
            ValueKind::AsOpponent(inner) => vec![Part::Word("as opponent"), Part::Value(inner)],
            ValueKind::Height => vec![Part::Word("height")],
            ValueKind::Hand => vec![Part::Word("hand")],
        }
    }
}

/// `+`, `-`, `*`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
}

impl Arithmetic {
    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
        }
    }
}

/// `=`, `<>`, `<`, `>`, `<=`, `>=`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Comparison {
    Equal,
    Different,
    Less,
    Greater,
    AtMost,
    AtLeast,
}

impl Comparison {
    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::Different => "<>",
            Comparison::Less => "<",
            Comparison::Greater => ">",
            Comparison::AtMost => "<=",
            Comparison::AtLeast => ">=",
        }
    }
}
