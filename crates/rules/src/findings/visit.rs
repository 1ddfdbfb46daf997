//! Goes through statements and numbers: the parts of each, the rules and
//! values that it needs, and which of them a game uses at all.

use crate::bounds::Node;
use crate::model::{Amount, Number, NumberKind, RuleId, Rules, Statement, StatementKind, ValueId};
use syntax::ast::ValueRole;

/// A statement or a number.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// A statement.
    Statement(&'a Statement),
    /// A number.
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
pub fn each_statement<'a>(part: Part<'a>, see: &mut dyn FnMut(&'a Statement)) {
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
pub fn each_call(part: Part<'_>, see: &mut dyn FnMut(Node)) {
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

/// What a statement may do outside of questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Deeds {
    /// It changes the board, the hand or the reserves.
    pub(super) board: bool,
    /// It changes counters or memory.
    pub(super) notes: bool,
    /// It moves the finger.
    pub(super) finger: bool,
    /// It turns, or does something else that a repeat may be there for.
    pub(super) other: bool,
}

impl Deeds {
    fn or(self, more: Deeds) -> Deeds {
        Deeds {
            board: self.board || more.board,
            notes: self.notes || more.notes,
            finger: self.finger || more.finger,
            other: self.other || more.other,
        }
    }

    /// What the statement itself may do.
    fn of_one(statement: &Statement) -> Deeds {
        use StatementKind as K;
        let mut deeds = Deeds::default();
        match &statement.kind {
            K::Pickup(_) | K::Putdown(_) | K::Replace(..) | K::Remove | K::Promote => {
                deeds.board = true;
            }
            K::Drop(_) | K::Keep => deeds.board = true,
            K::Remember(_) | K::Set(..) | K::Add(..) => deeds.notes = true,
            K::Find(_) | K::Step | K::Before(_) => deeds.finger = true,
            K::Rotate(_) | K::Directions(_) | K::Tell { .. } => deeds.other = true,
            // A variant took out what would have been done here.
            K::Fail | K::Nothing => deeds.other = true,
            _ => {}
        }
        deeds
    }
}

/// What each rule may do.
pub(super) struct AllDeeds {
    rules: Vec<Deeds>,
}

impl AllDeeds {
    pub(super) fn new(rules: &Rules) -> AllDeeds {
        let n_rules = rules.rules.len();
        let mut all = AllDeeds { rules: vec![Deeds::default(); n_rules] };
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); n_rules];
        for (i, rule) in rules.rules.iter().enumerate() {
            all.rules[i] = all.of_parts(&rule.body, &mut |callee| callers[callee.index()].push(i));
        }
        let mut open: Vec<usize> = (0..n_rules).collect();
        while let Some(callee) = open.pop() {
            for &caller in &callers[callee] {
                let more = all.rules[caller].or(all.rules[callee]);
                if more != all.rules[caller] {
                    all.rules[caller] = more;
                    open.push(caller);
                }
            }
        }
        all
    }

    /// What a statement and the rules that it calls may do.
    pub(super) fn of(&self, statement: &Statement) -> Deeds {
        let mut called = Deeds::default();
        let own = self.of_parts(statement, &mut |rule| {
            called = called.or(self.rules[rule.index()]);
        });
        own.or(called)
    }

    fn of_parts(&self, statement: &Statement, call: &mut dyn FnMut(RuleId)) -> Deeds {
        let mut deeds = Deeds::of_one(statement);
        match &statement.kind {
            StatementKind::Not(_) | StatementKind::Test(_) => {}
            StatementKind::Call(rule) => call(*rule),
            _ => {
                for part in parts(statement) {
                    if let Part::Statement(inner) = part {
                        deeds = deeds.or(self.of_parts(inner, call));
                    }
                }
            }
        }
        deeds
    }
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
        let mut used =
            Used { rules: vec![false; rules.rules.len()], values: vec![false; rules.values.len()] };
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
