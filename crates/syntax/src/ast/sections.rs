//! What is in the sections that declare a game: boards, pieces, zones, counters and the
//! like, one entry of each.

use super::{Compass, Int, Name, Symbol};
use crate::span::Span;

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
    /// Where that text is, without the braces.
    pub span: Span,
}

/// `pawn 'P' 'p' exactly 8 promotes to queen, rook`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceEntry {
    /// Its name.
    pub name: Name,
    /// Its symbols.
    pub symbols: PieceSymbols,
    /// How many of it each player always has.
    pub exactly: Option<Int>,
    /// What `promote` turns it into.
    pub promotes: Vec<Name>,
    /// The whole entry.
    pub span: Span,
}

/// The symbols of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceSymbols {
    /// One symbol: a piece of nobody.
    Nobody(Symbol),
    /// `'1' .. '15'`: a family of pieces of nobody.
    Family(Symbol, Symbol),
    /// A symbol for each player; `-` where that player has none.
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
    /// Symbols of the two players; without them there is one counter for both.
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
    /// Where it is.
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
