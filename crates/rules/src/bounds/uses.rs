//! What every path through a statement uses up, and what has been used up
//! before each call.

use super::{Measure, Measures, Node};
use crate::model::{
    Content, Number, NumberKind, Part, RuleId, Rules, Statement, StatementKind, ValueId,
};
use game::Kind;
use ir::Whose;

/// A call of a rule or value.
pub(super) struct Call {
    pub(super) to: Node,
    /// What is used up before it.
    pub(super) used: Measures,
}

/// What a rule or value calls.
pub(super) type Calls = Vec<Call>;

/// What every path through each rule uses, given groups of rules that call each
/// other with the called ones first. Within a group each rule is taken to use
/// everything until its other paths show otherwise.
pub(super) fn of_rules(rules: &Rules, order: &[Vec<usize>], all: &Measures) -> Vec<Measures> {
    let mut uses = vec![all.clone(); rules.rules.len()];
    for group in order {
        let mut changed = true;
        while changed {
            changed = false;
            for &i in group.iter().filter(|&&i| i < rules.rules.len()) {
                let now = of_statement(&uses, &rules.rules[i].body);
                changed |= now != uses[i];
                uses[i] = now;
            }
        }
    }
    uses
}

/// What every path through a statement uses.
pub(super) fn of_statement(uses: &[Measures], statement: &Statement) -> Measures {
    Walk { uses, calls: Vec::new() }.statement(statement, Measures::new())
}

/// The calls of each rule, then of each value.
pub(super) fn calls(rules: &Rules, uses: &[Measures]) -> Vec<Calls> {
    let of_rule = rules.rules.iter().map(|rule| {
        let mut walk = Walk { uses, calls: Vec::new() };
        walk.statement(&rule.body, Measures::new());
        walk.calls
    });
    let of_value = rules.values.iter().map(|value| {
        let mut walk = Walk { uses, calls: Vec::new() };
        walk.number(&value.body, &Measures::new());
        walk.calls
    });
    of_rule.chain(of_value).collect()
}

struct Walk<'a> {
    uses: &'a [Measures],
    calls: Calls,
}

impl Walk<'_> {
    /// What has been used after the statement, given what was before it.
    fn statement(&mut self, statement: &Statement, used: Measures) -> Measures {
        use StatementKind as K;
        match &statement.kind {
            K::Sequence(list) => self.sequence(list, used),
            K::Either(list) => {
                let ends: Vec<Measures> =
                    list.iter().map(|part| self.statement(part, used.clone())).collect();
                common(ends)
            }
            K::Not(body) | K::Test(body) | K::Before(body) => {
                self.statement(body, used.clone());
                used
            }
            K::Try(body, otherwise) => {
                let first = self.statement(body, used.clone());
                let second = match otherwise {
                    Some(otherwise) => self.statement(otherwise, used),
                    None => used,
                };
                common(vec![first, second])
            }
            K::Repeat { low, high, body } => {
                self.number(low, &used);
                if let Some(high) = high {
                    self.number(high, &used);
                }
                let once = self.statement(body, used.clone());
                if low.constant().is_some_and(|n| n >= 1) { once } else { used }
            }
            K::ForEach(source, body) => {
                self.statement(source, used.clone());
                self.statement(body, used.clone());
                used
            }
            K::Most(number, body) => {
                let end = self.statement(body, used);
                self.number(number, &end);
                end
            }
            K::AsOpponent(body) => {
                let shared = used.iter().copied().filter(|&m| is_shared(m)).collect();
                let end = self.statement(body, shared);
                used.into_iter().chain(end.into_iter().filter(|&m| is_shared(m))).collect()
            }
            K::Call(RuleId(i)) => {
                self.calls.push(Call { to: Node::Rule(RuleId(*i)), used: used.clone() });
                used.union(&self.uses[*i as usize]).copied().collect()
            }
            kind => {
                for part in kind.parts() {
                    if let Part::Number(number) = part {
                        self.number(number, &used);
                    }
                }
                used.into_iter().chain(used_by(kind)).collect()
            }
        }
    }

    fn sequence(&mut self, list: &[Statement], mut used: Measures) -> Measures {
        for (i, part) in list.iter().enumerate() {
            used = self.statement(part, used);
            if let (Some(before), StatementKind::Replace(_, kind)) =
                (i.checked_sub(1).map(|i| &list[i]), &part.kind)
                && is_another(before, *kind)
            {
                used.insert(Measure::Other(*kind));
            }
        }
        used
    }

    fn number(&mut self, number: &Number, used: &Measures) {
        match &number.kind {
            NumberKind::Value(ValueId(i)) => {
                self.calls.push(Call { to: Node::Value(ValueId(*i)), used: used.clone() });
            }
            NumberKind::Binary(_, a, b) => {
                self.number(a, used);
                self.number(b, used);
            }
            NumberKind::Count(source) => {
                self.statement(source, used.clone());
            }
            NumberKind::Sum(source, body) => {
                let end = self.statement(source, used.clone());
                self.number(body, &end);
            }
            NumberKind::Steps(body, until) => {
                self.statement(body, used.clone());
                self.statement(until, used.clone());
            }
            NumberKind::AsOpponent(body) => {
                let shared = used.iter().copied().filter(|&m| is_shared(m)).collect();
                self.number(body, &shared);
            }
            _ => {}
        }
    }
}

/// Whether the statement makes sure that a piece of another kind is there.
pub(super) fn is_another(statement: &Statement, kind: Kind) -> bool {
    let StatementKind::PointsAt(pattern) = &statement.kind else { return false };
    match &pattern.content {
        Content::Pieces(_, Some(kinds)) => !kinds.contains(&kind),
        // A piece of a player is never a piece of nobody, and a game that puts
        // a piece of nobody by `replace` has no such kind for players.
        Content::Pieces(whose, None) => !matches!(whose, Whose::Any | Whose::Nobody),
        Content::Any | Content::Empty => false,
    }
}

/// What a statement without statements in it uses up.
fn used_by(kind: &StatementKind) -> Option<Measure> {
    use StatementKind as K;
    match kind {
        K::Add(counter, number) => match number.constant()? {
            n if n > 0 => Some(Measure::Up(*counter)),
            n if n < 0 => Some(Measure::Down(*counter)),
            _ => None,
        },
        K::Remove | K::Keep => Some(Measure::Pieces),
        K::Drop(_) => Some(Measure::Reserve),
        K::Step => Some(Measure::Ahead),
        _ => None,
    }
}

/// Whether both players have the measure in common.
fn is_shared(measure: Measure) -> bool {
    matches!(measure, Measure::Pieces | Measure::Other(_) | Measure::Ahead)
}

fn common(ends: Vec<Measures>) -> Measures {
    let mut ends = ends.into_iter();
    let first = ends.next().unwrap_or_default();
    ends.fold(first, |a, b| a.intersection(&b).copied().collect())
}
