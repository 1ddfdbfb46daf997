//! What a loop may do: whether it changes the position at all, and which
//! measures it may restore.

use super::uses::is_another;
use super::{Measure, Node};
use crate::model::{Number, NumberKind, RuleId, Rules, Statement, StatementKind, ValueId};
use game::{Counter, Kind};
use std::collections::BTreeSet;

/// What may happen in one round of a loop.
#[derive(Default)]
pub(super) struct Effects {
    /// Whether what happens inside questions and numbers counts: it is forgotten
    /// behind them, but a recursion through them runs on it.
    questions: bool,
    /// The position may change.
    pub(super) changes: bool,
    /// A piece may come from nowhere or from the reserve.
    adds_pieces: bool,
    /// Pieces may become pieces of these kinds.
    makes: BTreeSet<Kind>,
    promotes: bool,
    keeps: bool,
    /// The finger or the direction may be set anew.
    turns: bool,
    raises: BTreeSet<Counter>,
    lowers: BTreeSet<Counter>,
    seen: BTreeSet<RuleId>,
    seen_values: BTreeSet<ValueId>,
}

impl Effects {
    /// Collects what happens inside questions and numbers too.
    pub(super) fn with_questions() -> Effects {
        Effects { questions: true, ..Effects::default() }
    }

    pub(super) fn add_node(&mut self, rules: &Rules, node: Node) {
        match node {
            Node::Rule(rule) => self.add_rule(rules, rule),
            Node::Value(value) => self.add_number(rules, &rules.values[value.index()].body),
        }
    }

    fn add_rule(&mut self, rules: &Rules, rule: RuleId) {
        if self.seen.insert(rule) {
            self.add_statement(rules, &rules.rules[rule.index()].body);
        }
    }

    pub(super) fn add_statement(&mut self, rules: &Rules, statement: &Statement) {
        use StatementKind as K;
        match &statement.kind {
            K::Sequence(list) => self.add_sequence(rules, list),
            K::Either(list) => list.iter().for_each(|part| self.add_statement(rules, part)),
            K::Not(body) | K::Test(body) if self.questions => self.add_statement(rules, body),
            K::Not(_) | K::Test(_) => {}
            K::Try(body, otherwise) => {
                self.add_statement(rules, body);
                if let Some(otherwise) = otherwise {
                    self.add_statement(rules, otherwise);
                }
            }
            K::ForEach(source, body) => {
                self.add_statement(rules, source);
                self.add_statement(rules, body);
            }
            K::AsOpponent(body) | K::Before(body) => self.add_statement(rules, body),
            K::Repeat { low, high, body } => {
                self.add_number(rules, low);
                if let Some(high) = high {
                    self.add_number(rules, high);
                }
                self.add_statement(rules, body);
            }
            K::Most(number, body) => {
                self.add_number(rules, number);
                self.add_statement(rules, body);
            }
            K::Compare(_, a, b) => {
                self.add_number(rules, a);
                self.add_number(rules, b);
            }
            K::Call(rule) => self.add_rule(rules, *rule),
            K::Find(_) | K::Rotate(_) | K::Directions(_) => self.turns = true,
            K::Pickup(_) | K::Putdown(_) | K::Remove | K::Remember(_) => self.changes = true,
            K::Win | K::Lose | K::Draw | K::Pass | K::Again => self.changes = true,
            K::Score(number) | K::Cost(number) => {
                self.changes = true;
                self.add_number(rules, number);
            }
            K::Replace(_, kind) => {
                self.changes = true;
                self.adds_pieces = true;
                self.makes.insert(*kind);
            }
            K::Drop(kinds) => {
                self.changes = true;
                self.adds_pieces = true;
                self.makes.extend(kinds);
            }
            K::Promote => {
                self.changes = true;
                self.promotes = true;
            }
            K::Keep => {
                self.changes = true;
                self.keeps = true;
            }
            K::Set(counter, number) => {
                self.add_number(rules, number);
                self.changes = true;
                self.raises.insert(*counter);
                self.lowers.insert(*counter);
            }
            K::Add(counter, number) => {
                self.add_number(rules, number);
                self.changes = true;
                let by = number.constant();
                if by.is_none_or(|n| n > 0) {
                    self.raises.insert(*counter);
                }
                if by.is_none_or(|n| n < 0) {
                    self.lowers.insert(*counter);
                }
            }
            _ => {}
        }
    }

    /// A replacement of a piece that is surely there adds none.
    fn add_sequence(&mut self, rules: &Rules, list: &[Statement]) {
        for (i, part) in list.iter().enumerate() {
            let before = i.checked_sub(1).map(|i| &list[i]);
            match (&part.kind, before) {
                (StatementKind::Replace(_, kind), Some(before)) if is_another(before, *kind) => {
                    self.changes = true;
                    self.makes.insert(*kind);
                }
                _ => self.add_statement(rules, part),
            }
        }
    }

    fn add_number(&mut self, rules: &Rules, number: &Number) {
        if !self.questions {
            return;
        }
        match &number.kind {
            NumberKind::Binary(_, a, b) => {
                self.add_number(rules, a);
                self.add_number(rules, b);
            }
            NumberKind::Count(body) => self.add_statement(rules, body),
            NumberKind::Sum(body, of) => {
                self.add_statement(rules, body);
                self.add_number(rules, of);
            }
            NumberKind::Value(value) if self.seen_values.insert(*value) => {
                self.add_number(rules, &rules.values[value.index()].body);
            }
            NumberKind::Steps(body, until) => {
                self.add_statement(rules, body);
                self.add_statement(rules, until);
            }
            NumberKind::AsOpponent(body) => self.add_number(rules, body),
            _ => {}
        }
    }

    /// Whether one round may make up for what it uses.
    pub(super) fn restores(&self, rules: &Rules, measure: Measure) -> bool {
        match measure {
            Measure::Pieces => self.adds_pieces,
            Measure::Other(kind) => {
                self.makes.iter().any(|&made| made != kind)
                    || self.promotes && !rules.facts.kinds[kind.index()].promotes.is_empty()
            }
            Measure::Reserve => self.keeps,
            Measure::Up(counter) => self.lowers.contains(&counter),
            Measure::Down(counter) => self.raises.contains(&counter),
            Measure::Ahead => self.turns,
        }
    }
}
