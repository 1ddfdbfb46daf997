//! The tree of a rules file, as written: nothing is resolved, every part knows
//! its place, and what could not be understood is left out (the parser has
//! reported it).

#![allow(clippy::large_enum_variant, reason = "a tree is small and read more often than moved")]

use crate::span::Span;

/// A word that is not reserved, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The word itself.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole number as written; too large ones are reported and capped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    /// Its value, at most a billion.
    pub value: u32,
    /// Where it stands.
    pub span: Span,
}

/// A text in single quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The text between the quotes.
    pub text: String,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// A comment, kept for the formatter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The text from `//` to the end of the line, without trailing blanks.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Whether only blanks stand before it on its line.
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
    /// From its first word to its last sign.
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
    /// `value name = 2 * count own pawn.`
    Value(ValueRole, Name, Value),
}

/// One side of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Stepping off one end arrives at the other.
    pub cyclic: bool,
    /// Number of columns or rows.
    pub length: Int,
}

/// A position drawn in the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The text between the braces, untouched.
    pub text: String,
    /// Where that text stands, without the braces.
    pub span: Span,
}

/// `pawn 'P' 'p' exactly 8 promotes to queen, rook`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceEntry {
    /// Its name.
    pub name: Name,
    /// Its signs.
    pub symbols: PieceSymbols,
    /// How many of it each player always has.
    pub exactly: Option<Int>,
    /// What `promote` makes of it.
    pub promotes: Vec<Name>,
    /// The whole entry.
    pub span: Span,
}

/// The signs of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceSymbols {
    /// One sign: a piece of nobody.
    Nobody(Symbol),
    /// `'1' .. '15'`: a family of pieces of nobody.
    Family(Symbol, Symbol),
    /// A sign for each player; `-` where that player has none.
    Players(Option<Symbol>, Option<Symbol>),
}

/// `far row 11 column k`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneEntry {
    /// Its name.
    pub name: Name,
    /// The fields for the first player, or for both.
    pub first: Place,
    /// The fields for the second player.
    pub second: Option<Place>,
    /// The whole entry.
    pub span: Span,
}

/// `along north east`, `ahead (north, northeast) (south, southwest)`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectionEntry {
    /// Its name.
    pub name: Name,
    /// For the first player, or for both.
    pub first: Vec<(Compass, Span)>,
    /// For the second player; empty if the same.
    pub second: Vec<(Compass, Span)>,
    /// The whole entry.
    pub span: Span,
}

/// `short 'K' 'k' 0 .. 1`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterEntry {
    /// Its name.
    pub name: Name,
    /// Signs of the two players; without them there is one counter for both.
    pub symbols: Option<(Symbol, Symbol)>,
    /// Lowest and highest value.
    pub range: Option<(Int, Int)>,
    /// The whole entry.
    pub span: Span,
}

/// `passed for 1 turn`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryEntry {
    /// Its name.
    pub name: Name,
    /// For how many further turns it is remembered.
    pub turns: Option<Int>,
    /// The whole entry.
    pub span: Span,
}

/// `man 9`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReserveEntry {
    /// The piece.
    pub name: Name,
    /// How many of it each player begins with.
    pub count: Option<Int>,
    /// The whole entry.
    pub span: Span,
}

/// A set of fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What it says.
    pub kind: PlaceKind,
    /// Where it stands.
    pub span: Span,
}

/// What a place says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// `row 3`, `rows 1 .. 2`
    Rows(Int, Int),
    /// `column k`, `columns a .. c`
    Columns(Name, Name),
    /// `(a1, row 3)`
    List(Vec<Place>),
    /// `-`
    Nothing,
    /// A zone, a field or a memory.
    Name(Name),
    /// `row 1 in wing`: the fields that are in both.
    In(Box<Place>, Box<Place>),
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
