//! What a loop may do: whether it changes the position at all, and which
//! measures it may restore.

use super::uses::is_another;
use super::{Measure, Node};
use crate::model::{
    Effect, Number, NumberKind, Part, RuleId, Rules, Statement, StatementKind, ValueId,
};
use game::{Counter, Kind};
use std::collections::BTreeSet;

/// What may happen in one round of a loop.
#[derive(Default)]
pub(super) struct Effects {
    /// Whether what happens inside questions and numbers counts: it is forgotten
    /// after them, but a recursion through them runs on it.
    questions: bool,
    /// The position may change.
    pub(super) changes: bool,
    /// A piece may come from nowhere or from the reserve.
    adds_pieces: bool,
    /// Pieces may become pieces of these kinds.
    makes: BTreeSet<Kind>,
    promotes: bool,
    keeps: bool,
    /// The finger or the direction may be set again.
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
            K::Sequence(list) => return self.add_sequence(rules, list),
            K::Not(_) | K::Test(_) if !self.questions => return,
            K::Call(rule) => self.add_rule(rules, *rule),
            K::Replace(_, kind) => {
                self.adds_pieces = true;
                self.makes.insert(*kind);
            }
            K::Drop(kinds) => {
                self.adds_pieces = true;
                self.makes.extend(kinds);
            }
            K::Promote => self.promotes = true,
            K::Keep => self.keeps = true,
            K::Set(counter, _) => {
                self.raises.insert(*counter);
                self.lowers.insert(*counter);
            }
            K::Add(counter, number) => {
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
        let effect = statement.kind.effect();
        self.changes |= matches!(effect, Effect::Board | Effect::Notes | Effect::Turn);
        self.turns |= matches!(effect, Effect::Finds | Effect::Rotates);
        self.add_parts(rules, statement.kind.parts());
    }

    fn add_parts(&mut self, rules: &Rules, parts: Vec<Part<'_>>) {
        for part in parts {
            match part {
                Part::Statement(statement) => self.add_statement(rules, statement),
                Part::Number(number) => self.add_number(rules, number),
            }
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
        if let NumberKind::Value(value) = number.kind
            && self.seen_values.insert(value)
        {
            self.add_number(rules, &rules.values[value.index()].body);
        }
        self.add_parts(rules, number.kind.parts());
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
