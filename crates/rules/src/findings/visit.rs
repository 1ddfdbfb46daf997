//! Goes through statements and numbers: the parts of each, the rules and
//! values that it needs, and which of them a game uses at all.

use crate::bounds::Node;
use crate::model::{
    Amount, Number, NumberKind, RuleId, Rules, Statement, StatementKind, ValueId,
};
use syntax::ast::ValueRole;

/// A statement or a number.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    Statement(&'a Statement),
    Number(&'a Number),
}

/// The parts of a statement, in the order of the text.
pub(super) fn parts(statement: &Statement) -> Vec<Part<'_>> {
    use StatementKind as K;
    match &statement.kind {
        K::Sequence(list) | K::Either(list) => list.iter().map(Part::Statement).collect(),
        K::Not(body) | K::Test(body) | K::AsOpponent(body) | K::Before(body) => {
            vec![Part::Statement(body)]
        }
        K::Try(body, otherwise) => {
            let otherwise = otherwise.as_deref().map(Part::Statement);
            std::iter::once(Part::Statement(body)).chain(otherwise).collect()
        }
        K::Repeat { low, high, body } => {
            let high = high.as_ref().map(Part::Number);
            let numbers = std::iter::once(Part::Number(low)).chain(high);
            numbers.chain([Part::Statement(body)]).collect()
        }
        K::ForEach(source, body) => vec![Part::Statement(source), Part::Statement(body)],
        K::Most(number, body) => vec![Part::Number(number), Part::Statement(body)],
        K::Compare(_, a, b) => vec![Part::Number(a), Part::Number(b)],
        K::Set(_, number)
        | K::Add(_, number)
        | K::Score(number)
        | K::Cost(number)
        | K::Pickup(Amount::Number(number))
        | K::Putdown(Amount::Number(number)) => vec![Part::Number(number)],
        _ => Vec::new(),
    }
}

/// The parts of a number.
pub(super) fn parts_of_number(number: &Number) -> Vec<Part<'_>> {
    match &number.kind {
        NumberKind::Binary(_, a, b) => vec![Part::Number(a), Part::Number(b)],
        NumberKind::Count(source) => vec![Part::Statement(source)],
        NumberKind::Sum(source, body) => vec![Part::Statement(source), Part::Number(body)],
        NumberKind::Steps(body, until) => vec![Part::Statement(body), Part::Statement(until)],
        NumberKind::AsOpponent(body) => vec![Part::Number(body)],
        _ => Vec::new(),
    }
}

/// Shows every statement in the part, the part itself among them.
pub(super) fn each_statement<'a>(part: Part<'a>, see: &mut dyn FnMut(&'a Statement)) {
    match part {
        Part::Statement(statement) => {
            see(statement);
            parts(statement).into_iter().for_each(|part| each_statement(part, see));
        }
        Part::Number(number) => {
            parts_of_number(number).into_iter().for_each(|part| each_statement(part, see));
        }
    }
}

/// Shows every rule and value that the part names.
pub(super) fn each_call(part: Part<'_>, see: &mut dyn FnMut(Node)) {
    let inner = match part {
        Part::Statement(statement) => {
            if let StatementKind::Call(rule) = statement.kind {
                see(Node::Rule(rule));
            }
            parts(statement)
        }
        Part::Number(number) => {
            if let NumberKind::Value(value) = number.kind {
                see(Node::Value(value));
            }
            parts_of_number(number)
        }
    };
    inner.into_iter().for_each(|part| each_call(part, see));
}

/// Whether a part of the statement that is not a question satisfies the test;
/// rules that it calls are looked into.
pub(super) fn does(rules: &Rules, statement: &Statement, test: &dyn Fn(&Statement) -> bool) -> bool {
    let mut met = vec![false; rules.rules.len()];
    let mut open = vec![statement];
    while let Some(statement) = open.pop() {
        if test(statement) {
            return true;
        }
        match &statement.kind {
            StatementKind::Not(_) | StatementKind::Test(_) => {}
            StatementKind::Call(rule) => {
                if !std::mem::replace(&mut met[rule.index()], true) {
                    open.push(&rules.rules[rule.index()].body);
                }
            }
            _ => open.extend(parts(statement).into_iter().filter_map(|part| match part {
                Part::Statement(inner) => Some(inner),
                Part::Number(_) => None,
            })),
        }
    }
    false
}

/// Whether the statement may change board, hand, reserves, counters or memory.
pub(super) fn writes(statement: &Statement) -> bool {
    use StatementKind as K;
    changes_board(statement) || matches!(statement.kind, K::Remember(_) | K::Set(..) | K::Add(..))
}

/// Whether the statement itself may change the board.
pub(super) fn changes_board(statement: &Statement) -> bool {
    use StatementKind as K;
    matches!(
        statement.kind,
        K::Pickup(_) | K::Putdown(_) | K::Replace(..) | K::Remove | K::Promote | K::Drop(_) | K::Keep
    )
}

/// Whether the statement itself may move the finger.
pub(super) fn moves_finger(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Find(_) | StatementKind::Step | StatementKind::Before(_))
}

/// Which rules and values a game uses.
pub(super) struct Used {
    pub(super) rules: Vec<bool>,
    pub(super) values: Vec<bool>,
}

impl Used {
    pub(super) fn new(rules: &Rules) -> Used {
        let roles = &rules.roles;
        let others = [roles.seen, roles.known, roles.tries, roles.refused, roles.told];
        let mut open: Vec<Node> = others.into_iter().flatten().map(Node::Rule).collect();
        open.push(Node::Rule(roles.main));
        let offered = (0..rules.values.len()).filter(|&i| rules.values[i].role != ValueRole::Value);
        open.extend(offered.map(|i| Node::Value(ValueId(i as u32))));
        let mut used = Used {
            rules: vec![false; rules.rules.len()],
            values: vec![false; rules.values.len()],
        };
        while let Some(node) = open.pop() {
            let (met, part) = match node {
                Node::Rule(RuleId(i)) => {
                    (&mut used.rules[i as usize], Part::Statement(&rules.rules[i as usize].body))
                }
                Node::Value(ValueId(i)) => {
                    (&mut used.values[i as usize], Part::Number(&rules.values[i as usize].body))
                }
            };
            if !std::mem::replace(met, true) {
                each_call(part, &mut |node| open.push(node));
            }
        }
        used
    }

    /// The bodies of what is used, in the order of the text.
    pub(super) fn bodies<'a>(&self, rules: &'a Rules) -> Vec<Part<'a>> {
        let of_rules = rules.rules.iter().zip(&self.rules).filter(|(_, used)| **used);
        let of_values = rules.values.iter().zip(&self.values).filter(|(_, used)| **used);
        of_rules
            .map(|(rule, _)| Part::Statement(&rule.body))
            .chain(of_values.map(|(value, _)| Part::Number(&value.body)))
            .collect()
    }
}
