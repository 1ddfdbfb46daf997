//! Statements, of which rules are made, and the words that only statements have.

use super::{Comparison, Int, Name, Pattern, Source, Symbol, Value};
use crate::span::Span;

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it says.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

/// What a statement says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `A, B`; also `[ ]`, which does nothing. `bracketed` is true where the text has brackets.
    Sequence {
        /// In order.
        list: Vec<Statement>,
        /// Whether brackets stand around it.
        bracketed: bool,
    },
    /// A rule or a named set of directions.
    Call(Name),
    /// `base move`
    Base(Name),
    /// `either A or B or C`
    Either(Vec<Statement>),
    /// `not A`
    Not(Box<Statement>),
    /// `test A`
    Test(Box<Statement>),
    /// `try A else B`
    Try(Box<Statement>, Option<Box<Statement>>),
    /// `repeat 0 .. infinity times A`
    Repeat {
        /// How often at least.
        low: Value,
        /// How often at most.
        high: RepeatEnd,
        /// What is repeated.
        body: Box<Statement>,
    },
    /// `for each S do A`
    ForEach(Source, Box<Statement>),
    /// `most E of A`
    Most(Value, Box<Statement>),
    /// `as opponent A`
    AsOpponent(Box<Statement>),
    /// `before A`
    Before(Box<Statement>),
    /// `find P`
    Find(Pattern),
    /// `points at P`
    PointsAt(Pattern),
    /// `matches solved`; `None` is `start`.
    Matches(Option<Name>),
    /// `occurred 3 times`
    Occurred(Int),
    /// `E < F`
    Compare(Comparison, Value, Value),
    /// `step`
    Step,
    /// `rotate -45`
    Rotate {
        /// Counterclockwise.
        negative: bool,
        /// Degrees.
        degrees: Int,
    },
    /// `north`, `forward`, `alldir`, …
    Direction(Compass),
    /// `pickup`, `pickup all`, `pickup 2`
    Pickup(Amount),
    /// `putdown`, `putdown 1`
    Putdown(Amount),
    /// `replace by own disc`
    Replace(Pattern),
    /// `remove`
    Remove,
    /// `promote`
    Promote,
    /// `drop man`; `None` is `drop piece`.
    Drop(Option<Name>),
    /// `keep`
    Keep,
    /// `remember passed`
    Remember(Name),
    /// `set short to 0`
    Set(Name, Value),
    /// `add 1 to quiet`
    Add(Value, Name),
    /// `win`
    Win,
    /// `lose`
    Lose,
    /// `draw`
    Draw,
    /// `score E`
    Score(Value),
    /// `pass`
    Pass,
    /// `again`
    Again,
    /// `cost E`
    Cost(Value),
    /// `tell both 'check' here`
    Tell {
        /// Who hears it.
        to: Audience,
        /// The message.
        message: Symbol,
        /// What is said with it.
        details: Vec<Detail>,
    },
}

/// The upper end of a repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepeatEnd {
    /// `repeat 3 times`: as often as at least.
    Same,
    /// `.. 7`
    Value(Value),
    /// `.. infinity`
    Infinity,
}

/// How many pieces are taken up or put down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Nothing said: the top piece, or everything in the hand.
    Unsaid,
    /// `all`
    All,
    /// A number.
    Value(Value),
}

/// A word that sets the direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the words of the language")]
pub enum Compass {
    North,
    Northeast,
    East,
    Southeast,
    South,
    Southwest,
    West,
    Northwest,
    Forward,
    Backward,
    Orthogonal,
    Diagonal,
    Alldir,
}

impl Compass {
    /// All of them.
    pub const ALL: [Compass; 13] = [
        Compass::North,
        Compass::Northeast,
        Compass::East,
        Compass::Southeast,
        Compass::South,
        Compass::Southwest,
        Compass::West,
        Compass::Northwest,
        Compass::Forward,
        Compass::Backward,
        Compass::Orthogonal,
        Compass::Diagonal,
        Compass::Alldir,
    ];

    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Compass::North => "north",
            Compass::Northeast => "northeast",
            Compass::East => "east",
            Compass::Southeast => "southeast",
            Compass::South => "south",
            Compass::Southwest => "southwest",
            Compass::West => "west",
            Compass::Northwest => "northwest",
            Compass::Forward => "forward",
            Compass::Backward => "backward",
            Compass::Orthogonal => "orthogonal",
            Compass::Diagonal => "diagonal",
            Compass::Alldir => "alldir",
        }
    }

    /// The direction that a word names.
    pub fn named(word: &str) -> Option<Compass> {
        Compass::ALL.into_iter().find(|compass| compass.word() == word)
    }
}

/// Who hears a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Both players.
    Both,
    /// The player from whose point of view the rule runs.
    Own,
    /// The other one.
    Enemy,
}

/// What is said with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The field under the finger.
    Here(Span),
    /// The kind of the piece under the finger.
    Piece(Span),
    /// A remembered field.
    Memory(Name),
}
