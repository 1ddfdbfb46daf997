//! The tree of a rules file, as written: nothing is resolved, every part knows
//! its place, and what could not be understood is left out (the parser has
//! reported it).

#![allow(clippy::large_enum_variant, reason = "a tree is small and read more often than moved")]

mod operands;
mod parts;
mod sections;
mod statements;
mod values;

pub use operands::*;
pub use parts::*;
pub use sections::*;
pub use statements::*;
pub use values::*;

use crate::span::Span;

/// A word that is not reserved, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The word itself.
    pub text: String,
    /// Where it is.
    pub span: Span,
}

/// A whole number as written; too large ones are reported and capped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    /// Its value, at most a billion.
    pub value: u32,
    /// Where it is.
    pub span: Span,
}

/// A text in single quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The text between the quotes.
    pub text: String,
    /// Where it is, quotes included.
    pub span: Span,
}

/// A comment, kept for the formatter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The text from `//` to the end of the line, without trailing spaces.
    pub text: String,
    /// Where it is.
    pub span: Span,
    /// Whether only spaces come before it on its line.
    pub own_line: bool,
}

/// A whole rules file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Sections and rules in the order of the text.
    pub items: Vec<Item>,
    /// All comments in the order of the text.
    pub comments: Vec<Comment>,
}

/// A section or a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it says.
    pub kind: ItemKind,
    /// From its first word to its last mark.
    pub span: Span,
}

/// What an item says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// `extends chess`
    Extends(Name),
    /// `without short, long`
    Without(Vec<Name>),
    /// `dimensions (cyclic 8, 8) hexagonal`
    Dimensions {
        /// Columns.
        columns: Side,
        /// Rows.
        rows: Side,
        /// Six neighbors instead of eight.
        hexagonal: bool,
    },
    /// `lines { a1 b1 c1, … }`
    Lines(Vec<Vec<Name>>),
    /// `players black white`
    Players(Vec<Name>),
    /// `pieces { … }`
    Pieces(Vec<PieceEntry>),
    /// `zones { … }`
    Zones(Vec<ZoneEntry>),
    /// `directions { along north east }`
    Directions(Vec<DirectionEntry>),
    /// `counters { … }`
    Counters(Vec<CounterEntry>),
    /// `memory { … }`
    Memory(Vec<MemoryEntry>),
    /// `reserve { … }`
    Reserve(Vec<ReserveEntry>),
    /// `stacks 48`
    Stacks(Int),
    /// `start { … }`
    Start(Drawing),
    /// `layout solved { … }`
    Layout(Name, Drawing),
    /// `name = statement, statement.`
    Rule(Name, Statement),
    /// `line(n) = …`: a rule for each number, piece, place or direction that it is called with.
    General {
        /// Its name.
        name: Name,
        /// The names that stand for what it is called with.
        parameters: Vec<Name>,
        /// What it does.
        body: Statement,
    },
    /// `value name = 2 * count own pawn.`
    Value(ValueRole, Name, Value),
}

/// What a value is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueRole {
    /// A helper for rules and other values.
    Value,
    /// Offered to the search.
    Evaluation,
    /// A lower bound of the remaining cost of a puzzle.
    Bound,
}

impl ValueRole {
    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            ValueRole::Value => "value",
            ValueRole::Evaluation => "evaluation",
            ValueRole::Bound => "bound",
        }
    }
}
