//! The names in a rules text, each with what the language wants at its place: a definition,
//! or the use of something of one of several kinds.

pub use rules::Category as Kind;
use syntax::Span;

/// What the language wants where a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A name that is given to something here; the span is all that belongs to it.
    Defines(Kind, Span),
    /// A parameter, where its rule is defined.
    Parameter,
    /// A statement: a rule or a set of directions.
    Statement,
    /// What `base` means in a statement or a value.
    Base(Kind),
    /// A number.
    Value,
    /// What stands on a field, or a field.
    Pattern,
    /// What is counted: a pattern or a rule.
    Source,
    /// Fields.
    Place,
    /// Only this.
    Only(Kind),
    /// What a rule with parameters is called with.
    Argument,
    /// Anything that a variant can take out.
    TakenOut,
    /// The letter of a column, which stands for itself.
    Column,
}

impl Slot {
    /// What a name at such a place can stand for.
    pub fn kinds(self) -> &'static [Kind] {
        use Kind::*;
        match self {
            Slot::Defines(..) | Slot::Parameter | Slot::Column => &[],
            Slot::Statement => &[Rule, Directions],
            Slot::Base(Value) => &[Value],
            Slot::Base(_) => &[Rule],
            Slot::Value => &[Counter, Value],
            Slot::Pattern => &[Piece, Zone, Memory, Field],
            Slot::Source => &[Piece, Zone, Memory, Field, Rule],
            Slot::Place => &[Zone, Memory, Field],
            Slot::Only(Piece) => &[Piece],
            Slot::Only(Memory) => &[Memory],
            Slot::Only(Counter) => &[Counter],
            Slot::Only(Layout) => &[Layout],
            Slot::Only(Player) => &[Player],
            Slot::Only(Game) => &[Game],
            Slot::Only(_) => &[],
            Slot::Argument | Slot::TakenOut => {
                &[Piece, Zone, Directions, Counter, Memory, Layout, Rule, Value]
            }
        }
    }

    /// Whether names here are kept apart from all others.
    pub(crate) fn apart(self) -> Option<Kind> {
        match self {
            Slot::Defines(kind @ Kind::Player, _) => Some(kind),
            Slot::Only(kind @ (Kind::Player | Kind::Game)) => Some(kind),
            _ => None,
        }
    }
}

/// A name and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The name.
    pub text: String,
    /// Where it is.
    pub span: Span,
    /// What is wanted there.
    pub slot: Slot,
    /// The whole rule whose parameter it is: it stands for something else in each call, and
    /// for nothing outside.
    pub within: Option<Span>,
}
