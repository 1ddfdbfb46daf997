//! What can stand in a slot of a statement: how it is read, what it can begin with, and
//! which part of the statement it then is.

use super::{Parser, Parsing};
use crate::ast::{Amount, Int, Name, Part, Pattern, Source, Statement, Value};
use crate::token::TokenKind;

/// Something that can stand in a slot.
pub(crate) trait Slot: Sized {
    /// Reads it; `what` is the name of the slot in words.
    fn parse(parser: &mut Parser<'_>, what: &str) -> Parsing<Self>;

    /// Whether the token after this one can begin it.
    fn can_begin(parser: &Parser<'_>) -> bool;

    /// The part of a statement that it is.
    fn part(&self) -> Part<'_>;
}

impl Slot for Name {
    fn parse(parser: &mut Parser<'_>, what: &str) -> Parsing<Name> {
        parser.name(&format!("the name of a {what}"))
    }

    fn can_begin(parser: &Parser<'_>) -> bool {
        parser.ahead(1).kind == TokenKind::Name
    }

    fn part(&self) -> Part<'_> {
        Part::Name(self)
    }
}

impl Slot for Int {
    fn parse(parser: &mut Parser<'_>, what: &str) -> Parsing<Int> {
        parser.int(what)
    }

    fn can_begin(parser: &Parser<'_>) -> bool {
        begins_number(parser)
    }

    fn part(&self) -> Part<'_> {
        Part::Joined(self.value.to_string())
    }
}

impl Slot for Value {
    fn parse(parser: &mut Parser<'_>, _: &str) -> Parsing<Value> {
        parser.value()
    }

    fn can_begin(parser: &Parser<'_>) -> bool {
        begins_number(parser) || Name::can_begin(parser) || parser.is(1, "count")
    }

    fn part(&self) -> Part<'_> {
        Part::Value(self)
    }
}

/// A slot whose name ends in `all` also takes that word.
impl Slot for Amount {
    fn parse(parser: &mut Parser<'_>, what: &str) -> Parsing<Amount> {
        match what.ends_with("all") && parser.eat("all") {
            true => Ok(Amount::All),
            false => parser.amount(),
        }
    }

    fn can_begin(parser: &Parser<'_>) -> bool {
        begins_number(parser) || parser.is(1, "all")
    }

    fn part(&self) -> Part<'_> {
        match self {
            Amount::Unsaid => Part::Nothing,
            Amount::All => Part::Joined("all".to_string()),
            Amount::Value(value) => Part::Value(value),
        }
    }
}

impl Slot for Pattern {
    fn parse(parser: &mut Parser<'_>, _: &str) -> Parsing<Pattern> {
        parser.pattern()
    }

    fn can_begin(parser: &Parser<'_>) -> bool {
        let words = ["own", "enemy", "empty", "field", "piece"];
        Name::can_begin(parser) || words.iter().any(|word| parser.is(1, word))
    }

    fn part(&self) -> Part<'_> {
        Part::Pattern(self)
    }
}

impl Slot for Source {
    fn parse(parser: &mut Parser<'_>, _: &str) -> Parsing<Source> {
        parser.source()
    }

    fn can_begin(_: &Parser<'_>) -> bool {
        false
    }

    fn part(&self) -> Part<'_> {
        Part::Source(self)
    }
}

impl Slot for Statement {
    fn parse(parser: &mut Parser<'_>, _: &str) -> Parsing<Statement> {
        Ok(parser.group())
    }

    fn can_begin(parser: &Parser<'_>) -> bool {
        parser.begins_statement(1)
    }

    fn part(&self) -> Part<'_> {
        Part::Statement(self)
    }
}

impl<T: Slot> Slot for Box<T> {
    fn parse(parser: &mut Parser<'_>, what: &str) -> Parsing<Box<T>> {
        T::parse(parser, what).map(Box::new)
    }

    fn can_begin(parser: &Parser<'_>) -> bool {
        T::can_begin(parser)
    }

    fn part(&self) -> Part<'_> {
        (**self).part()
    }
}

fn begins_number(parser: &Parser<'_>) -> bool {
    matches!(parser.ahead(1).kind, TokenKind::Int(_) | TokenKind::Mark("-" | "("))
}
