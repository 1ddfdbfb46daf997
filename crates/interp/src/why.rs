//! The conditions of a move: what must stand where, and which questions must
//! be answered how, for it to be there (Pitrat, section 3).
//!
//! Conditions on one field are put together into one. What the turn itself
//! wrote before it looked is left out; what it overwrites counts as a condition.

use crate::Interp;
use crate::contents::Contents;
use crate::log::{Entry, Log};
use crate::position::Position;
use crate::turn::Offer;
use game::{Counter, Facts, Field, FieldSet, Memory, Player, RulesError};
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
        /// The fields it looked at, as far as the turn had not written them.
        /// A `find` looks at the fields that it finds.
        reads: FieldSet,
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
                let declared = &facts.counters[counter.index()];
                let side = match declared.symbols.is_some() {
                    false => "",
                    true if *whose == player => "own ",
                    true => "enemy ",
                };
                format!("{side}{} {} {value}", declared.name, sign(*op))
            }
            Condition::Compared { left, op, right } => format!("{left} {} {right}", sign(*op)),
            Condition::No { name, reads } => {
                let fields: Vec<&str> = reads.iter().map(|field| facts.field_name(field)).collect();
                let looks = match fields.is_empty() {
                    true => String::new(),
                    false => format!(" (looking at {})", fields.join(" ")),
                };
                let name = match name.contains([' ', ',']) {
                    true => format!("[ {name} ]"),
                    false => name.clone(),
                };
                format!("not {name}{looks}")
            }
        }
    }
}

fn sign(op: Compare) -> &'static str {
    match op {
        Compare::Equal => "=",
        Compare::Different => "<>",
        Compare::Less => "<",
        Compare::Greater => ">",
        Compare::AtMost => "<=",
        Compare::AtLeast => ">=",
    }
}

impl Interp {
    /// The moves of a position, each with its conditions; no moves if the
    /// position is over. The conditions are those of the way that gave the
    /// move its name.
    pub fn why(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<Vec<(String, Vec<Condition>)>, RulesError> {
        match self.offer(position, past, true)? {
            Offer::Over(_) => Ok(Vec::new()),
            Offer::Moves(moves) => Ok(moves
                .into_iter()
                .map(|(made, way)| (made.text, self.conditions(&way.log)))
                .collect()),
        }
    }

    fn conditions(&self, log: &Log) -> Vec<Condition> {
        let facts = &self.program.facts;
        let mut summary = Summary {
            conditions: Vec::new(),
            written: FieldSet::empty(facts.board.n_fields()),
            remembers: Vec::new(),
            counted: Vec::new(),
        };
        for entry in log.items() {
            self.summarize(entry, &mut summary);
        }
        let anything = Contents::all(facts);
        let says_nothing = |condition: &Condition| matches!(condition, Condition::Field { allowed, .. } if *allowed == anything);
        summary.conditions.retain(|condition| !says_nothing(condition));
        // What was found comes before what was not. A rule that failed is
        // recorded when the way behind it is done, so the first comes last.
        let is_no = |condition: &Condition| matches!(condition, Condition::No { .. });
        let (mut no, mut found): (Vec<_>, Vec<_>) = summary.conditions.into_iter().partition(is_no);
        no.reverse();
        found.extend(no);
        found
    }

    fn summarize(&self, entry: Entry, summary: &mut Summary) {
        match entry {
            Entry::Holds { field, allowed } => summary.hold(field, allowed),
            Entry::Wrote { field, old } => {
                summary.hold(field, old);
                summary.written.insert(field);
            }
            Entry::Covered(field) => summary.written.insert(field),
            Entry::Remembered { memory, field } => {
                if !summary.remembers.contains(&memory) {
                    summary.add(Condition::Memory { memory, field });
                }
            }
            Entry::Remembers(memory) => summary.remembers.push(memory),
            Entry::Counter { counter, player, op, value } => {
                if !summary.counted.contains(&(counter, player)) {
                    summary.add(Condition::Counter { counter, player, op, value });
                }
            }
            Entry::Counted(counter, player) => summary.counted.push((counter, player)),
            Entry::Compared { left, op, right } => {
                summary.add(Condition::Compared { left, op, right });
            }
            Entry::No { func, reads } => {
                let name = self.program.funcs[func.index()].words().to_string();
                let reads = reads.minus(&summary.written);
                summary.add(Condition::No { name, reads });
            }
        }
    }
}

/// The conditions so far, and what the path has written since.
struct Summary {
    conditions: Vec<Condition>,
    written: FieldSet,
    remembers: Vec<Memory>,
    counted: Vec<(Counter, Player)>,
}

impl Summary {
    fn add(&mut self, condition: Condition) {
        if !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
    }

    /// Joins a condition on a field with what is known about it, unless the
    /// turn itself wrote what stands there now.
    fn hold(&mut self, at: Field, allowed: Contents) {
        if self.written.contains(at) {
            return;
        }
        for condition in &mut self.conditions {
            if let Condition::Field { field, allowed: known } = condition
                && *field == at
            {
                *known = known.and(&allowed);
                return;
            }
        }
        self.conditions.push(Condition::Field { field: at, allowed });
    }
}
