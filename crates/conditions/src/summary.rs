//! From the record of a path to the conditions of what it found.
//!
//! Conditions on one field are put together into one. What the turn itself wrote
//! before it looked is left out; what it overwrites counts as a condition. What was
//! closed by a join is brought back only where something that it may have changed is
//! looked at later.

use crate::Conditions;
use crate::condition::Condition;
use crate::contents::Contents;
use crate::held::Log;
use crate::log::{Change, Entry};
use crate::reads::Reads;
use game::{Counter, Field, FieldSet, Kind, Memory, Player};
use std::rc::Rc;

impl Conditions<'_> {
    /// The conditions that a path has met.
    pub(crate) fn conditions(&self, log: &Log) -> Vec<Condition> {
        let facts = self.facts();
        let mut summary = Summary {
            conditions: Vec::new(),
            written: FieldSet::empty(facts.board.n_fields()),
            remembers: Vec::new(),
            counted: Vec::new(),
            closed: Vec::new(),
        };
        for entry in log.items() {
            self.summarize(entry, &mut summary);
        }
        let anything = Contents::all(facts);
        let says_nothing = |condition: &Condition| matches!(condition, Condition::Field { allowed, .. } if *allowed == anything);
        summary.conditions.retain(|condition| !says_nothing(condition));
        // What was found comes before what was not.
        let is_no = |condition: &Condition| matches!(condition, Condition::No { .. });
        let (no, mut found): (Vec<_>, Vec<_>) = summary.conditions.into_iter().partition(is_no);
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
                self.open(&[counter], summary);
                if let Change::By(more) = summary.change(counter, player) {
                    let value = value.saturating_sub(more);
                    summary.add(Condition::Counter { counter, player, op, value });
                }
            }
            Entry::Counted { counter, player, change } => {
                let change = match (summary.change(counter, player), change) {
                    (Change::By(first), Change::By(then)) => Change::By(first.saturating_add(then)),
                    _ => Change::Fixed,
                };
                summary.counted.push((counter, player, change));
            }
            Entry::Entered { kind, player } => summary.enter(kind, player),
            Entry::Closed { counters, entries } => {
                let written = summary.written.clone();
                summary.closed.push(Closed { counters, entries, written });
            }
            Entry::Looked { name, reads } => {
                self.open(&read_counters(&reads), summary);
                let reads = Reads::clone(&reads);
                summary.add(Condition::Same { name, reads });
            }
            Entry::Compared { left, op, right } => {
                summary.add(Condition::Compared { left, op, right });
            }
            Entry::No { func, reads, tried } => {
                self.open(&read_counters(&reads), summary);
                let name = self.program().funcs[func.index()].words().to_string();
                let mut reads = Reads::clone(&reads);
                reads.fields = reads.fields.minus(&summary.written);
                summary.add(Condition::No { name, reads, tried });
            }
        }
    }
}

impl Conditions<'_> {
    /// Brings back what was closed by a join if one of these counters, which are
    /// looked at now, may have been set there.
    fn open(&self, counters: &[Counter], summary: &mut Summary) {
        let closed = std::mem::take(&mut summary.closed);
        for join in closed {
            if !join.counters.iter().any(|counter| counters.contains(counter)) {
                summary.closed.push(join);
                continue;
            }
            let now = std::mem::replace(&mut summary.written, join.written);
            join.entries.iter().for_each(|entry| self.summarize(entry.clone(), summary));
            summary.written = now;
        }
    }
}

fn read_counters(reads: &Reads) -> Vec<Counter> {
    reads.counters.keys().map(|(counter, _)| *counter).collect()
}

/// What was closed by a join.
struct Closed {
    /// The counters that may have been set there.
    counters: Rc<[Counter]>,
    /// What happened.
    entries: Rc<[Entry]>,
    /// What the turn had written before.
    written: FieldSet,
}

/// The conditions so far, and what the path has written since.
struct Summary {
    conditions: Vec<Condition>,
    written: FieldSet,
    remembers: Vec<Memory>,
    counted: Vec<(Counter, Player, Change)>,
    closed: Vec<Closed>,
}

impl Summary {
    /// What the turn has made of a counter so far.
    fn change(&self, counter: Counter, player: Player) -> Change {
        let latest = self.counted.iter().rev().find(|(c, p, _)| (*c, *p) == (counter, player));
        latest.map_or(Change::By(0), |(_, _, change)| *change)
    }

    /// A piece came out of the reserve, perhaps not the first of its kind.
    fn enter(&mut self, entered: Kind, by: Player) {
        for condition in &mut self.conditions {
            if let Condition::Reserve { kind, player, least } = condition
                && (*kind, *player) == (entered, by)
            {
                *least = least.saturating_add(1);
                return;
            }
        }
        self.add(Condition::Reserve { kind: entered, player: by, least: 1 });
    }

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
