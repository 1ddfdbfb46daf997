//! Statements, of which rules are made.

use super::operands::{Amount, Argument, Audience, Compass, Detail, RepeatEnd};
use super::{Comparison, Int, Name, Part, Pattern, Source, Symbol, Value};
use crate::parse::{Parser, Parsing, Slot};
use crate::span::Span;

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it says.
    pub kind: StatementKind,
    /// Where it is.
    pub span: Span,
}

/// Declares what statements there are. Those in the table are read, laid out, shown and
/// searched for names as it says: words of the language, and slots for other parts. The
/// name of a slot is what a message asks for if nothing fits there. What does not follow
/// this pattern comes first, and is read and taken apart by hand.
macro_rules! statements {
    (
        by_hand { $($by_hand:tt)* }
        table { $(
            $(#[$doc:meta])*
            $variant:ident $(( $($slot:ident: $type:ty),* ))? = [$first:literal $($item:tt)*];
        )* }
    ) => {
        /// What a statement says.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum StatementKind {
            $($by_hand)*
            $($(#[$doc])* $variant $(($($type),*))?,)*
        }

        impl StatementKind {
            /// The words and parts of a statement, in the order of the text.
            pub fn parts(&self) -> Vec<Part<'_>> {
                let mut parts = match self {
                    $(StatementKind::$variant $(($($slot),*))? => {
                        vec![Part::Word($first) $(, statements!(@part $item))*]
                    })*
                    _ => self.parts_by_hand(),
                };
                parts.retain(|part| !matches!(part, Part::Nothing));
                parts
            }

            /// The first words of the statements in the table, and whether each is a
            /// whole statement.
            pub(crate) const FIRST_WORDS: &[(&str, bool)] =
                &[$(($first, concat!($(stringify!($item)),*).is_empty())),*];

            /// Reads a statement of the table after its first word.
            pub(crate) fn parse(parser: &mut Parser<'_>, first: &str) -> Option<Parsing<Self>> {
                let mut read = || -> Parsing<Option<Self>> { Ok(Some(match first {
                    $($first => {
                        $(statements!(@parse parser $item);)*
                        StatementKind::$variant $(($($slot),*))?
                    })*
                    _ => return Ok(None),
                })) };
                read().transpose()
            }

            /// Whether the next token can follow the first word of such a statement.
            #[allow(unused_variables, reason = "only the first slot matters")]
            pub(crate) fn can_go_on(parser: &Parser<'_>, first: &str) -> Option<bool> {
                Some(match first {
                    $($first => {
                        $($(let $slot = <$type as Slot>::can_begin;)*)?
                        statements!(@first parser $($item)*)
                    })*
                    _ => return None,
                })
            }
        }
    };
    (@part $word:literal) => { Part::Word($word) };
    (@part $slot:ident) => { $slot.part() };
    (@parse $parser:ident $word:literal) => { $parser.expect($word)?; };
    (@parse $parser:ident $slot:ident) => {
        let $slot = Slot::parse($parser, &stringify!($slot).replace('_', " "))?;
    };
    (@first $parser:ident $slot:ident $($rest:tt)*) => { $slot($parser) };
    (@first $parser:ident $($rest:tt)*) => { false };
}

statements! {
    by_hand {
        /// `A, B`; also `[ ]`, which does nothing. `bracketed` is true where the text has
        /// brackets.
        Sequence {
            /// In order.
            list: Vec<Statement>,
            /// Whether it is in brackets.
            bracketed: bool,
        },
        /// A rule or a named set of directions.
        Call(Name),
        /// `line(4)`: a rule with parameters, and what they stand for.
        Instance(Name, Vec<Argument>),
        /// `base move`
        Base(Name),
        /// `either A or B or C`
        Either(Vec<Statement>),
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
        /// `matches solved`; `None` is `start`.
        Matches(Option<Name>),
        /// `E < F`
        Compare(Comparison, Value, Value),
        /// `rotate -45`
        Rotate {
            /// Counterclockwise.
            negative: bool,
            /// Degrees.
            degrees: Int,
        },
        /// `north`, `forward`, `alldir`, …
        Direction(Compass),
        /// `drop man`; `None` is `drop piece`.
        Drop(Option<Name>),
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
    table {
        /// `not A`
        Not(body: Box<Statement>) = ["not" body];
        /// `test A`
        Test(body: Box<Statement>) = ["test" body];
        /// `for each S do A`
        ForEach(source: Source, body: Box<Statement>) = ["for" "each" source "do" body];
        /// `most E of A`
        Most(value: Value, body: Box<Statement>) = ["most" value "of" body];
        /// `as opponent A`
        AsOpponent(body: Box<Statement>) = ["as" "opponent" body];
        /// `before A`
        Before(body: Box<Statement>) = ["before" body];
        /// `find P`
        Find(pattern: Pattern) = ["find" pattern];
        /// `points at P`
        PointsAt(pattern: Pattern) = ["points" "at" pattern];
        /// `occurred 3 times`
        Occurred(how_often: Int) = ["occurred" how_often "times"];
        /// `step`
        Step = ["step"];
        /// `pickup`, `pickup all`, `pickup 2`
        Pickup(some_or_all: Amount) = ["pickup" some_or_all];
        /// `putdown`, `putdown 1`
        Putdown(some: Amount) = ["putdown" some];
        /// `replace by own disc`
        Replace(pattern: Pattern) = ["replace" "by" pattern];
        /// `remove`
        Remove = ["remove"];
        /// `promote`
        Promote = ["promote"];
        /// `keep`
        Keep = ["keep"];
        /// `remember passed`
        Remember(remembered_field: Name) = ["remember" remembered_field];
        /// `set short to 0`
        Set(counter: Name, value: Value) = ["set" counter "to" value];
        /// `add 1 to quiet`
        Add(value: Value, counter: Name) = ["add" value "to" counter];
        /// `win`
        Win = ["win"];
        /// `lose`
        Lose = ["lose"];
        /// `draw`
        Draw = ["draw"];
        /// `score E`
        Score(value: Value) = ["score" value];
        /// `pass`
        Pass = ["pass"];
        /// `again`
        Again = ["again"];
        /// `cost E`
        Cost(value: Value) = ["cost" value];
    }
}

impl StatementKind {
    fn parts_by_hand(&self) -> Vec<Part<'_>> {
        match self {
            StatementKind::Call(name) => vec![Part::Name(name)],
            StatementKind::Instance(name, arguments) => {
                let list: Vec<String> = arguments.iter().map(Argument::text).collect();
                vec![Part::Joined(format!("{}({})", name.text, list.join(", ")))]
            }
            StatementKind::Base(name) => vec![Part::Word("base"), Part::Name(name)],
            StatementKind::Either(list) => {
                let words = std::iter::once("either").chain(std::iter::repeat("or"));
                words.zip(list).flat_map(|(word, it)| [Part::Word(word), it.part()]).collect()
            }
            StatementKind::Try(body, otherwise) => {
                let otherwise = otherwise.iter().flat_map(|it| [Part::Word("else"), it.part()]);
                [Part::Word("try"), body.part()].into_iter().chain(otherwise).collect()
            }
            StatementKind::Repeat { low, high, body } => {
                let high = match high {
                    RepeatEnd::Same => vec![],
                    RepeatEnd::Infinity => vec![Part::Joined(".. infinity".to_string())],
                    RepeatEnd::Value(high) => vec![Part::Word(".."), high.part()],
                };
                let first = [Part::Word("repeat"), low.part()].into_iter().chain(high);
                first.chain([Part::Word("times"), body.part()]).collect()
            }
            StatementKind::Compare(op, a, b) => vec![a.part(), Part::Word(op.word()), b.part()],
            StatementKind::Rotate { negative, degrees } => {
                let minus = if *negative { "-" } else { "" };
                vec![Part::Word("rotate"), Part::Joined(format!("{minus}{}", degrees.value))]
            }
            StatementKind::Direction(compass) => vec![Part::Word(compass.word())],
            StatementKind::Matches(name) => {
                vec![Part::Word("matches"), Part::name_or(name.as_ref(), "start")]
            }
            StatementKind::Drop(name) => {
                vec![Part::Word("drop"), Part::name_or(name.as_ref(), "piece")]
            }
            StatementKind::Tell { to, message, details } => {
                let to = Part::Joined(to.word().to_string());
                let first = [Part::Word("tell"), to, Part::Symbol(message)];
                first.into_iter().chain(details.iter().map(Detail::part)).collect()
            }
            StatementKind::Sequence { list, .. } => list.iter().map(Slot::part).collect(),
            // The others are in the table.
            _ => Vec::new(),
        }
    }
}
