//! What can fill a slot of a statement: how it is read, what it can begin with, and
//! which part of the statement it then is.

use super::{Parser, Parsing};
use crate::ast::{Amount, Int, Name, Part, Pattern, Source, Statement, Value};
use crate::token::TokenKind;

/// Something that can fill a slot.
pub(crate) trait Slot: Sized {
    /// Reads it; `what` is the name of the slot in words.
    fn parse(parser: &mut Parser<'_>, what: &str) -> Parsing<Self>;

    /// Whether the token after this one can begin it.
    fn can_begin(parser: &Parser<'_>) -> bool;

    /// The part of a statement that it is.
    fn part(&self) -> Part<'_>;
}

/// For each type: reading it, what it can begin with, and its part.
macro_rules! slots {
    ($($type:ident
        |$parser:ident, $what:pat_param| $parse:expr,
        |$next:pat_param| $begins:expr,
        |$it:ident| $part:expr;
    )*) => {$(
        impl Slot for $type {
            fn parse($parser: &mut Parser<'_>, $what: &str) -> Parsing<$type> {
                $parse
            }

            fn can_begin($next: &Parser<'_>) -> bool {
                $begins
            }

            fn part(&self) -> Part<'_> {
                let $it = self;
                $part
            }
        }
    )*};
}

slots! {
    Name
        |parser, what| parser.name(&format!("the name of a {what}")),
        |next| next.ahead(1).kind == TokenKind::Name,
        |it| Part::Name(it);
    Int
        |parser, what| parser.int(what),
        |next| begins_number(next),
        |it| Part::Joined(it.value.to_string());
    Value
        |parser, _| parser.value(),
        |next| begins_number(next) || Name::can_begin(next) || next.is(1, "count"),
        |it| Part::Value(it);
    // A slot whose name ends in `all` also takes that word.
    Amount
        |parser, what| match what.ends_with("all") && parser.eat("all") {
            true => Ok(Amount::All),
            false => parser.amount(),
        },
        |next| begins_number(next) || next.is(1, "all"),
        |it| match it {
            Amount::Unsaid => Part::Nothing,
            Amount::All => Part::Joined("all".to_string()),
            Amount::Value(value) => Part::Value(value),
        };
    Pattern
        |parser, _| parser.pattern(),
        |next| {
            let words = ["own", "enemy", "empty", "field", "piece"];
            Name::can_begin(next) || words.iter().any(|word| next.is(1, word))
        },
        |it| Part::Pattern(it);
    Source
        |parser, _| parser.source(),
        |_| false,
        |it| Part::Source(it);
    Statement
        |parser, _| Ok(parser.group()),
        |next| next.begins_statement(1),
        |it| Part::Statement(it);
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
