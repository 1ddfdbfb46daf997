//! Resolved statements: what each does, how it is shown, and what it contains, declared
//! once for every stage that only needs to know these things.

use super::parts::Slot;
use super::{Amount, DirectionSet, Number, Part, PartMut, Pattern, RuleId, Rules};
use game::{Counter, Kind, Layout, Memory};
use ir::Whose;
use syntax::Span;
use syntax::ast::{Audience, Comparison};

/// A statement with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where it is.
    pub span: Span,
}

/// What a statement itself may do, apart from the parts in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It asks, chooses or repeats.
    Asks,
    /// It changes the board, the hand or the reserves.
    Board,
    /// It changes counters or memory.
    Notes,
    /// It says something about the turn or the outcome.
    Turn,
    /// The finger goes to any field.
    Finds,
    /// The finger goes to the next field, or comes from another position.
    Walks,
    /// The direction is set.
    Rotates,
    /// Somebody is told something.
    Tells,
    /// A variant took out what would be done here.
    Gone,
}

/// A word of a statement as it is shown, or something in it.
pub(crate) enum Item<'a> {
    Word(&'static str),
    Statement(&'a Statement),
    Number(&'a Number),
    Named(&'a dyn Named),
}

/// What is called by a name in the rules, or written as a word of the language.
pub(crate) trait Named {
    /// The words for it; none if nothing has to be said.
    fn words(&self, rules: &Rules) -> String;
}

/// What a statement contains, as it is shown.
trait Shown {
    fn item(&self) -> Item<'_>;
}

impl Shown for Box<Statement> {
    fn item(&self) -> Item<'_> {
        Item::Statement(self)
    }
}

impl Shown for Number {
    fn item(&self) -> Item<'_> {
        Item::Number(self)
    }
}

impl<T: Named> Shown for T {
    fn item(&self) -> Item<'_> {
        Item::Named(self)
    }
}

/// Declares what statements there are: what each contains, its effect, and how it is
/// shown, unless the printer does that by hand.
macro_rules! statements {
    (
        by_hand { $($by_hand:tt)* }
        table { $(
            $(#[$doc:meta])*
            $variant:ident $(( $($slot:ident: $type:ty),* ))? $effect:ident [$($item:tt)*];
        )* }
    ) => {
        /// What a statement does.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum StatementKind {
            $($by_hand)*
            $($(#[$doc])* $variant $(($($type),*))?,)*
        }

        #[allow(unused_variables, reason = "some statements are shown by hand")]
        impl StatementKind {
            /// What it itself may do.
            pub(crate) fn effect(&self) -> Effect {
                match self {
                    $(StatementKind::$variant $(($($slot),*))? => Effect::$effect,)*
                    StatementKind::Repeat { .. } => Effect::Asks,
                    StatementKind::Tell { .. } => Effect::Tells,
                }
            }

            /// How it is shown; empty if that is not a row of words and parts.
            pub(crate) fn items(&self) -> Vec<Item<'_>> {
                match self {
                    $(StatementKind::$variant $(($($slot),*))? => {
                        vec![$(statements!(@item $item)),*]
                    })*
                    StatementKind::Repeat { .. } | StatementKind::Tell { .. } => Vec::new(),
                }
            }

            /// The statements and numbers in it, in the order of the text.
            pub(crate) fn parts(&self) -> Vec<Part<'_>> {
                let mut parts = Vec::new();
                match self {
                    $(StatementKind::$variant $(($($slot),*))? => {
                        $($($slot.add_parts(&mut parts);)*)?
                    })*
                    StatementKind::Repeat { low, high, body } => {
                        low.add_parts(&mut parts);
                        high.add_parts(&mut parts);
                        body.add_parts(&mut parts);
                    }
                    StatementKind::Tell { .. } => {}
                }
                parts
            }

            /// The same, to be changed.
            pub(crate) fn parts_mut(&mut self) -> Vec<PartMut<'_>> {
                let mut parts = Vec::new();
                match self {
                    $(StatementKind::$variant $(($($slot),*))? => {
                        $($($slot.add_parts_mut(&mut parts);)*)?
                    })*
                    StatementKind::Repeat { low, high, body } => {
                        low.add_parts_mut(&mut parts);
                        high.add_parts_mut(&mut parts);
                        body.add_parts_mut(&mut parts);
                    }
                    StatementKind::Tell { .. } => {}
                }
                parts
            }
        }
    };
    (@item $word:literal) => { Item::Word($word) };
    (@item $slot:ident) => { $slot.item() };
}

statements! {
    by_hand {
        /// From `low` to `high` times; `None` is infinity.
        Repeat {
            /// How often at least.
            low: Number,
            /// How often at most.
            high: Option<Number>,
            /// What is repeated.
            body: Box<Statement>,
        },
        /// A message.
        Tell {
            /// Who hears it.
            to: Audience,
            /// The message.
            message: String,
            /// What is said with it.
            details: Vec<ir::Detail>,
        },
    }
    table {
        /// One after the other; an empty list does nothing.
        Sequence(list: Vec<Statement>) Asks [];
        /// Every alternative.
        Either(list: Vec<Statement>) Asks [];
        /// Succeeds if the body does not.
        Not(body: Box<Statement>) Asks ["not" body];
        /// Succeeds if the body does; nothing of it stays.
        Test(body: Box<Statement>) Asks ["test" body];
        /// The first, or else the second; without a second, or else nothing.
        Try(body: Box<Statement>, otherwise: Option<Box<Statement>>) Asks [];
        /// At each field where the first can end, the second.
        ForEach(source: Box<Statement>, body: Box<Statement>) Asks [];
        /// Those results for which the number is greatest.
        Most(number: Number, body: Box<Statement>) Asks ["most" number "of" body];
        /// Own and enemy exchanged.
        AsOpponent(body: Box<Statement>) Asks ["as opponent" body];
        /// On the position before the turn; gives finger and direction.
        Before(body: Box<Statement>) Walks ["before" body];
        /// A rule.
        Call(rule: RuleId) Asks [rule];
        /// The finger to each field that matches.
        Find(pattern: Pattern) Finds ["find" pattern];
        /// The finger is on such a field.
        PointsAt(pattern: Pattern) Asks ["points at" pattern];
        /// The field holds what the layout shows there.
        Matches(layout: Layout) Asks ["matches" layout];
        /// The position has occurred this often.
        Occurred(times: u32) Asks ["occurred" times "times"];
        /// Compares two numbers.
        Compare(op: Comparison, a: Number, b: Number) Asks [a op b];
        /// One field on.
        Step Walks ["step"];
        /// Turns clockwise by this many degrees.
        Rotate(degrees: i32) Rotates ["rotate" degrees];
        /// Goes on with each of these directions.
        Directions(set: DirectionSet) Rotates [set];
        /// Pieces into the hand.
        Pickup(amount: Amount) Board [];
        /// Pieces out of the hand.
        Putdown(amount: Amount) Board [];
        /// This piece onto the field.
        Replace(whose: Whose, kind: Kind) Board ["replace by" whose kind];
        /// The piece off the board.
        Remove Board ["remove"];
        /// The piece becomes each of those it promotes to.
        Promote Board ["promote"];
        /// From the own reserve, each of these kinds.
        Drop(kinds: Vec<Kind>) Board ["drop" kinds];
        /// Into the own reserve.
        Keep Board ["keep"];
        /// The field is remembered.
        Remember(memory: Memory) Notes ["remember" memory];
        /// A counter gets a value.
        Set(counter: Counter, to: Number) Notes ["set" counter "to" to];
        /// A counter is changed by this much.
        Add(counter: Counter, by: Number) Notes ["add" by "to" counter];
        /// Over: won by own.
        Win Turn ["win"];
        /// Over: lost by own.
        Lose Turn ["lose"];
        /// Over: drawn.
        Draw Turn ["draw"];
        /// Over: by points.
        Score(points: Number) Turn ["score" points];
        /// The turn may leave the board as it is.
        Pass Turn ["pass"];
        /// The same player moves next.
        Again Turn ["again"];
        /// What the move costs.
        Cost(cost: Number) Turn ["cost" cost];
        /// Names something that a variant took out, and fails.
        Fail Gone ["not [ ]"];
        /// Changes something that a variant took out, and does nothing.
        Nothing Gone ["[ ]"];
    }
}
