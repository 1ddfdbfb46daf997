//! Values and patterns: what statements compare, count, look for and put down.

use super::{Int, Name, Place, Statement};
use crate::span::Span;

/// `own pawn in last`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Whose piece; `None` if nothing is said.
    pub owner: Option<Owner>,
    /// What stands there.
    pub what: What,
    /// `in …`
    pub place: Option<Place>,
    /// Where it stands.
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
    /// Where it stands.
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

/// `+`, `-`, `*`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
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
    /// The sign of the language.
    pub fn sign(self) -> &'static str {
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
