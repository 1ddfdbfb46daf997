//! A condition as data and in words: a fact about a field, a memory, a counter or a
//! reserve, or a rule that does not succeed, with all that it looked at.

use crate::contents::Contents;
use crate::reads::Reads;
use game::{Counter, Facts, Field, Kind, Memory, Player};
use ir::Compare;

/// Something that a move depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A field holds one of these.
    Field {
        /// The field.
        field: Field,
        /// What it may hold.
        allowed: Contents,
    },
    /// This field is the remembered one.
    Memory {
        /// Which memory.
        memory: Memory,
        /// The field.
        field: Field,
    },
    /// A counter compares so with a number.
    Counter {
        /// The counter.
        counter: Counter,
        /// Whose; the first player's if it is a plain one.
        player: Player,
        /// How it compares.
        op: Compare,
        /// With what.
        value: i32,
    },
    /// A player has such pieces in reserve.
    Reserve {
        /// The kind of piece.
        kind: Kind,
        /// Whose reserve.
        player: Player,
        /// How many at least.
        least: u8,
    },
    /// Two other numbers compare so.
    Compared {
        /// The left side in words.
        left: String,
        /// How they compare.
        op: Compare,
        /// The right side in words.
        right: String,
    },
    /// A rule, or a part of one, does not succeed.
    No {
        /// The name of the rule, or the words of the part of a rule.
        name: String,
        /// What it looked at, as far as the turn had not written it.
        reads: Reads,
        /// Whether the rules try it first and go on another way because it does not succeed.
        tried: bool,
    },
    /// A number comes out the same, or the same fields are found.
    Same {
        /// What was counted or looked for, in words.
        name: String,
        /// What had to be looked at for that.
        reads: Reads,
    },
}

impl Condition {
    /// The condition in words, from a player's point of view.
    pub fn describe(&self, facts: &Facts, player: Player) -> String {
        match self {
            Condition::Field { field, allowed } => allowed.describe(facts, player, *field),
            Condition::Memory { memory, field } => {
                let name = &facts.memories[memory.index()].name;
                format!("{name} is {}", facts.field_name(*field))
            }
            Condition::Counter { counter, player: whose, op, value } => {
                format!("{} {} {value}", counter_words(facts, *counter, *whose, player), op.sign())
            }
            Condition::Compared { left, op, right } => format!("{left} {} {right}", op.sign()),
            Condition::No { name, reads, .. } => {
                let looks = looks(facts, reads);
                let name = match name.contains([' ', ',']) {
                    true => format!("[ {name} ]"),
                    false => name.clone(),
                };
                format!("not {name}{looks}")
            }
            Condition::Same { name, reads } => format!("the same {name}{}", looks(facts, reads)),
            Condition::Reserve { kind, player: whose, least } => {
                let side = if *whose == player { "own" } else { "enemy" };
                let words = format!("{side} {} in reserve", facts.kinds[kind.index()].name);
                if *least > 1 { format!("{words}, at least {least}") } else { words }
            }
        }
    }

    /// The fields that it is about: for a rule that does not succeed, all that it looked at.
    pub fn fields(&self) -> Vec<Field> {
        match self {
            Condition::Field { field, .. } | Condition::Memory { field, .. } => vec![*field],
            Condition::No { reads, .. } | Condition::Same { reads, .. } => {
                reads.fields.iter().collect()
            }
            Condition::Counter { .. } | Condition::Reserve { .. } | Condition::Compared { .. } => {
                Vec::new()
            }
        }
    }

    /// Whether another says the same in words: that the same rule does not succeed, or
    /// that the same comes out, whatever was looked at for that.
    pub(crate) fn says(&self, other: &Condition) -> bool {
        match (self, other) {
            (Condition::No { name, .. }, Condition::No { name: other, .. })
            | (Condition::Same { name, .. }, Condition::Same { name: other, .. }) => name == other,
            _ => self == other,
        }
    }
}

/// A counter in words, from a player's point of view.
pub(crate) fn counter_words(
    facts: &Facts,
    counter: Counter,
    whose: Player,
    player: Player,
) -> String {
    let declared = &facts.counters[counter.index()];
    let side = match declared.symbols.is_some() {
        false => "",
        true if whose == player => "own ",
        true => "enemy ",
    };
    format!("{side}{}", declared.name)
}

/// Whether one of the conditions says as much as another.
pub(crate) fn implies(conditions: &[Condition], other: &Condition) -> bool {
    conditions.iter().any(|condition| match (condition, other) {
        (Condition::Field { field, allowed }, Condition::Field { field: other, allowed: more }) => {
            field == other && allowed.is_within(more)
        }
        _ => condition == other,
    })
}

fn looks(facts: &Facts, reads: &Reads) -> String {
    let fields: Vec<&str> = reads.fields.iter().map(|field| facts.field_name(field)).collect();
    match fields.is_empty() {
        true => String::new(),
        false => format!(" (looking at {})", fields.join(" ")),
    }
}
