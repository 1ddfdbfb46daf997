//! What statements may do with the rules that they call, and which rules and values a
//! game uses at all.

use crate::bounds::Node;
use crate::model::{Effect, Part, RuleId, Rules, Statement, StatementKind, ValueId, each_call};
use syntax::ast::ValueRole;

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
        let effect = statement.kind.effect();
        Deeds {
            board: effect == Effect::Board,
            notes: effect == Effect::Notes,
            finger: matches!(effect, Effect::Finds | Effect::Walks),
            other: matches!(effect, Effect::Rotates | Effect::Tells | Effect::Gone),
        }
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
                for part in statement.kind.parts() {
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
