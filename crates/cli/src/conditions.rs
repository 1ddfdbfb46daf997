//! Conditions of moves and outcomes: lines of text for people, and each fact by itself for
//! programs.

use super::answer::as_map;
use ::conditions::{Condition, Contents, Reads, Reasons};
use game::{Facts, Field, FieldSet, Player};
use serde::Serialize;
use std::fmt::{self, Display};
use trace::Because;

/// A condition of a move or an outcome.
#[derive(Serialize)]
pub(super) struct Told {
    #[serde(flatten)]
    what: What,
    pub(super) text: String,
}

/// What a condition is about.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum What {
    Field { field: String, allowed: Symbols },
    Memory { memory: String, field: String },
    Counter { counter: String, player: String, compare: &'static str, value: i32 },
    Reserve { piece: String, player: String, least: u8 },
    Compared { left: String, compare: &'static str, right: String },
    No { name: String, reads: Read },
    Same { name: String, reads: Read },
}

/// What a field may hold: symbols of pieces, and nothing for an empty field.
type Symbols = Vec<Option<String>>;

/// What must stay as it is for the rules to find the same again.
#[derive(Serialize)]
struct Read {
    fields: Vec<String>,
    keeps: Vec<Kept>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    counters: Vec<CounterRead>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    memories: Vec<MemoryRead>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reserve: Vec<ReserveRead>,
    /// What is below the top piece of a field.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_map")]
    stacks: Vec<(String, Vec<String>)>,
    #[serde(skip_serializing_if = "is_false")]
    past: bool,
}

#[derive(Serialize)]
struct Kept {
    fields: Vec<String>,
    allowed: Symbols,
}

#[derive(Serialize)]
struct CounterRead {
    counter: String,
    player: String,
    value: i32,
}

#[derive(Serialize)]
struct MemoryRead {
    memory: String,
    field: Option<String>,
}

#[derive(Serialize)]
struct ReserveRead {
    piece: String,
    player: String,
    count: u8,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(it: &bool) -> bool {
    !it
}

/// Why a move is legal: the conditions of the path through the rules that is found first,
/// and those of others.
#[derive(Serialize)]
pub(super) struct Why {
    conditions: Vec<Told>,
    other_ways: Vec<Vec<Told>>,
    /// Whether all paths were followed.
    complete: bool,
}

impl Why {
    pub(super) fn new(facts: &Facts, player: Player, why: &Reasons) -> Why {
        let others = why.other_ways.iter().map(|way| list(facts, player, way));
        Why {
            conditions: list(facts, player, &why.conditions),
            other_ways: others.collect(),
            complete: !why.is_cut,
        }
    }

    /// Writes a line for each condition, and then another path and how many more there are.
    pub(super) fn write(&self, to: &mut impl fmt::Write, indent: &str) -> fmt::Result {
        write(to, &self.conditions, indent)?;
        if let Some(way) = self.other_ways.iter().min_by_key(|way| way.len()) {
            let words: Vec<&str> = way.iter().map(|told| told.text.as_str()).collect();
            writeln!(to, "{indent}or: {}", words.join("; "))?;
        }
        match self.other_ways.len() {
            0 | 1 => {}
            2 => writeln!(to, "{indent}or by 1 other path (--json)")?,
            n => writeln!(to, "{indent}or by {} other paths (--json)", n - 1)?,
        }
        match self.complete {
            true => Ok(()),
            false => writeln!(to, "{indent}or perhaps otherwise: not all paths were followed"),
        }
    }
}

/// What the rules have found last before they said that the game is over.
#[derive(Serialize)]
pub(super) struct EndsBecause {
    /// What was asked for, if it is the answer to a question.
    asked: Option<String>,
    words: String,
    rule: String,
    fields: Vec<String>,
}

impl EndsBecause {
    pub(super) fn new(facts: &Facts, because: Because) -> EndsBecause {
        let name = |field: &Field| facts.field_name(*field).to_string();
        let Because { asked, words, rule, fields, .. } = because;
        EndsBecause { asked, words, rule, fields: fields.iter().map(name).collect() }
    }
}

impl Display for EndsBecause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.asked {
            Some(asked) => write!(f, "because of `{asked}`: {}", self.words),
            None => write!(f, "because of `{}`: {}", self.rule, self.words),
        }
    }
}

/// Writes a line for each condition.
pub(super) fn write(to: &mut impl fmt::Write, conditions: &[Told], indent: &str) -> fmt::Result {
    conditions.iter().try_for_each(|told| writeln!(to, "{indent}{}", told.text))
}

/// The conditions, each with its text.
pub(super) fn list(facts: &Facts, player: Player, conditions: &[Condition]) -> Vec<Told> {
    let told = |condition: &Condition| Told {
        what: what(facts, condition),
        text: condition.describe(facts, player),
    };
    conditions.iter().map(told).collect()
}

fn what(facts: &Facts, condition: &Condition) -> What {
    let player_name = |player: &Player| facts.player_name(*player).to_string();
    match condition {
        Condition::Field { field, allowed } => What::Field {
            field: facts.field_name(*field).to_string(),
            allowed: symbols(facts, allowed),
        },
        Condition::Memory { memory, field } => What::Memory {
            memory: facts.memories[memory.index()].name.clone(),
            field: facts.field_name(*field).to_string(),
        },
        Condition::Counter { counter, player, op, value } => What::Counter {
            counter: facts.counters[counter.index()].name.clone(),
            player: player_name(player),
            compare: op.sign(),
            value: *value,
        },
        Condition::Reserve { kind, player, least } => What::Reserve {
            piece: facts.kinds[kind.index()].name.clone(),
            player: player_name(player),
            least: *least,
        },
        Condition::Compared { left, op, right } => {
            What::Compared { left: left.clone(), compare: op.sign(), right: right.clone() }
        }
        Condition::No { name, reads, .. } => {
            What::No { name: name.clone(), reads: read(facts, reads) }
        }
        Condition::Same { name, reads } => {
            What::Same { name: name.clone(), reads: read(facts, reads) }
        }
    }
}

fn read(facts: &Facts, reads: &Reads) -> Read {
    let names = |fields: &FieldSet| -> Vec<String> {
        fields.iter().map(|field| facts.field_name(field).to_string()).collect()
    };
    let player = |slot: usize| facts.player_name(Player::BOTH[slot]).to_string();
    let keeps = reads
        .keeps
        .iter()
        .map(|(allowed, fields)| Kept { fields: names(fields), allowed: symbols(facts, allowed) });
    let counters = reads.counters.iter().map(|((counter, slot), value)| CounterRead {
        counter: facts.counters[counter.index()].name.clone(),
        player: player(*slot),
        value: *value,
    });
    let memories = reads.memories.iter().map(|(memory, field)| MemoryRead {
        memory: facts.memories[memory.index()].name.clone(),
        field: field.map(|field| facts.field_name(field).to_string()),
    });
    let reserve = reads.reserve.iter().map(|((entry, slot), count)| ReserveRead {
        piece: facts.kinds[facts.reserve[*entry].kind.index()].name.clone(),
        player: player(*slot),
        count: *count,
    });
    let stacks = reads.stacks.iter().map(|(field, below)| {
        let symbols = below.iter().map(|piece| facts.symbol(*piece).to_string());
        (facts.field_name(*field).to_string(), symbols.collect())
    });
    Read {
        fields: names(&reads.fields),
        keeps: keeps.collect(),
        counters: counters.collect(),
        memories: memories.collect(),
        reserve: reserve.collect(),
        stacks: stacks.collect(),
        past: reads.past,
    }
}

fn symbols(facts: &Facts, allowed: &Contents) -> Symbols {
    let tops = Contents::every(facts).filter(|top| allowed.allows(*top));
    tops.map(|top| top.map(|piece| facts.symbol(piece).to_string())).collect()
}
