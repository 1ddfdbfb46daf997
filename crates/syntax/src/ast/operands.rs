//! What only statements have beside other statements and values: arguments, amounts, directions,
//! and who hears what.

use super::{Int, Name, Part, Value};
use crate::span::Span;

/// What a rule with parameters is called with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number.
    Int(Int),
    /// A piece, a zone, a field, a rule: whatever it names.
    Name(Name),
    /// A word that sets the direction.
    Direction(Compass, Span),
}

impl Argument {
    /// How it is written.
    pub fn text(&self) -> String {
        match self {
            Argument::Int(int) => int.value.to_string(),
            Argument::Name(name) => name.text.clone(),
            Argument::Direction(compass, _) => compass.word().to_string(),
        }
    }

    /// Where it is.
    pub fn span(&self) -> Span {
        match self {
            Argument::Int(int) => int.span,
            Argument::Name(name) => name.span,
            Argument::Direction(_, span) => *span,
        }
    }
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

impl Audience {
    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Audience::Both => "both",
            Audience::Own => "own",
            Audience::Enemy => "enemy",
        }
    }
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

impl Detail {
    pub(super) fn part(&self) -> Part<'_> {
        match self {
            Detail::Here(_) => Part::Apart("here"),
            Detail::Piece(_) => Part::Apart("piece"),
            Detail::Memory(name) => Part::Name(name),
        }
    }
}
