//! The rules of a game with every name resolved: what the checks look at and
//! what is lowered. Inheritance is gone; what a variant took out is `Fail` or
//! `Nothing`.

mod parts;
mod statements;

pub(crate) use parts::PartMut;
pub use parts::{Part, each_call, each_statement};
pub(crate) use statements::{Effect, Item, Named};
pub use statements::{Statement, StatementKind};

use game::{Counter, Direction, Facts, FieldSet, Kind, Memory};
use ir::Whose;
use syntax::Span;
use syntax::ast::Arithmetic;

/// The number of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(pub u32);

/// The number of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub u32);

impl RuleId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ValueId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A game whose names are resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What it declares.
    pub facts: Facts,
    /// Its rules, `main` among them. An inherited rule that was redefined and
    /// is used by `base` is a rule of its own, called `base name`.
    pub rules: Vec<Rule>,
    /// Its values.
    pub values: Vec<NamedValue>,
    /// The rules with a fixed role.
    pub roles: Roles,
    /// The kinds of which `replace by` and `drop` may make more.
    pub made: Vec<Kind>,
    /// What it declares besides rules and values.
    pub declared: Vec<Declared>,
}

/// A piece, zone, set of directions, counter, remembered field or layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// Where the name is in its declaration.
    pub span: Span,
    /// The word for what it is.
    pub what: &'static str,
    /// Whether it comes from a game that this one extends.
    pub inherited: bool,
    /// Where the rules, values and declarations that mention it have their names.
    pub mentioned_by: Vec<Span>,
}

/// The rules with a fixed role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles {
    /// A turn.
    pub main: RuleId,
    /// What a player sees.
    pub seen: Option<RuleId>,
    /// What a player may use for a try.
    pub known: Option<RuleId>,
    /// What a player may try.
    pub tries: Option<RuleId>,
    /// What happens to a try that is not legal.
    pub refused: Option<RuleId>,
    /// What is said before a turn.
    pub told: Option<RuleId>,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// Where the name is in its definition.
    pub span: Span,
    /// What it does.
    pub body: Statement,
    /// Whether it comes from a game that this one extends.
    pub inherited: bool,
}

/// A value with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedValue {
    /// Its name.
    pub name: String,
    /// Where the name is in its definition.
    pub span: Span,
    /// What it is for.
    pub role: syntax::ast::ValueRole,
    /// The number itself.
    pub body: Number,
    /// Whether it comes from a game that this one extends.
    pub inherited: bool,
}

/// Which directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DirectionSet {
    /// These, for the first and the second player.
    Compass([Vec<Direction>; 2]),
    /// Both ways along each line through the finger.
    AlongLines,
}

/// How many pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// The top piece.
    One,
    /// Everything.
    All,
    /// This many.
    Number(Number),
}

/// What is on a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What is there.
    pub content: Content,
    /// The fields that count, for the first and the second player; `None`: all.
    pub zone: Option<[FieldSet; 2]>,
    /// Remembered fields that it must be.
    pub memories: Vec<Memory>,
}

/// What stands on a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Anything.
    Any,
    /// Nothing.
    Empty,
    /// A piece of these owners and kinds (`None`: any kind).
    Pieces(Whose, Option<Vec<Kind>>),
}

/// A number with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// What it is.
    pub kind: NumberKind,
    /// Where it is.
    pub span: Span,
}

/// What a number is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// A constant.
    Const(i32),
    /// A counter.
    Counter(Counter),
    /// Another value.
    Value(ValueId),
    /// `+`, `-`, `*`
    Binary(Arithmetic, Box<Number>, Box<Number>),
    /// Different results of a statement.
    Count(Box<Statement>),
    /// Pieces in reserve (`None`: of any kind).
    CountReserve(Whose, Option<Vec<Kind>>),
    /// The sum over different results.
    Sum(Box<Statement>, Box<Number>),
    /// How often the first before the second succeeds.
    Steps(Box<Statement>, Box<Statement>),
    /// As the opponent sees it.
    AsOpponent(Box<Number>),
    /// Pieces on the field under the finger.
    Height,
    /// Pieces in the hand.
    Hand,
    /// Names something that a variant took out: what needs it fails.
    Gone,
}

impl Number {
    /// Its value, if it is written down as a number.
    pub fn constant(&self) -> Option<i32> {
        match &self.kind {
            NumberKind::Const(n) => Some(*n),
            NumberKind::Binary(op, a, b) => {
                let (a, b) = (a.constant()?, b.constant()?);
                Some(match op {
                    Arithmetic::Add => a.saturating_add(b),
                    Arithmetic::Subtract => a.saturating_sub(b),
                    Arithmetic::Multiply => a.saturating_mul(b),
                })
            }
            _ => None,
        }
    }
}
