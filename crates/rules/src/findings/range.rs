//! Between which values a number lies, as far as its text says it.

use super::atoms::EMPTY;
use super::conf::{Hand, State};
use crate::model::{Number, NumberKind, Rules, Statement, StatementKind};
use syntax::ast::{Arithmetic, Comparison};

/// The least and the greatest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) low: i32,
    pub(super) high: i32,
}

const ANY: Range = Range { low: i32::MIN, high: i32::MAX };

/// At most this many parts of a number are looked at.
const MAX_PARTS: u32 = 500;

/// Where the number lies in such a state; `None` if it needs something that a
/// variant took out.
pub(super) fn range(rules: &Rules, number: &Number, state: &State) -> Option<Range> {
    within(rules, number, state, &mut MAX_PARTS.clone())
}

fn within(rules: &Rules, number: &Number, state: &State, left: &mut u32) -> Option<Range> {
    if *left == 0 {
        return Some(ANY);
    }
    *left -= 1;
    let facts = &rules.facts;
    let upto = |high: i32| Some(Range { low: 0, high });
    match &number.kind {
        NumberKind::Const(n) => Some(Range { low: *n, high: *n }),
        NumberKind::Counter(counter) => {
            let counter = &facts.counters[counter.index()];
            Some(Range { low: counter.low, high: counter.high })
        }
        NumberKind::Value(value) => within(rules, &rules.values[value.index()].body, state, left),
        NumberKind::Binary(op, a, b) => {
            let a = within(rules, a, state, left)?;
            Some(combine(*op, a, within(rules, b, state, left)?))
        }
        NumberKind::Count(source) => upto(most_results(rules, source)),
        NumberKind::CountReserve(..) | NumberKind::Steps(..) => upto(i32::MAX),
        NumberKind::Sum(..) => Some(ANY),
        NumberKind::AsOpponent(body) => within(rules, body, state, left),
        NumberKind::Height => {
            let low = i32::from(state.here & EMPTY == 0);
            let high = if state.here == EMPTY { 0 } else { i32::from(facts.stacks.unwrap_or(1)) };
            Some(Range { low, high })
        }
        NumberKind::Hand => Some(match state.hand {
            Hand::Empty => Range { low: 0, high: 0 },
            Hand::Full => Range { low: 1, high: i32::MAX },
            Hand::Perhaps => Range { low: 0, high: i32::MAX },
        }),
        NumberKind::Gone => None,
    }
}

fn most_results(rules: &Rules, source: &Statement) -> i32 {
    match &source.kind {
        StatementKind::Find(pattern) => {
            let all = rules.facts.board.n_fields();
            let n = match &pattern.zone {
                Some(zone) => zone.iter().map(|fields| fields.iter().count()).max().unwrap_or(all),
                None => all,
            };
            if pattern.memories.is_empty() { n as i32 } else { 1 }
        }
        _ => i32::MAX,
    }
}

fn combine(op: Arithmetic, a: Range, b: Range) -> Range {
    let with = |f: fn(i32, i32) -> i32| {
        let ends = [f(a.low, b.low), f(a.low, b.high), f(a.high, b.low), f(a.high, b.high)];
        let low = ends.into_iter().min().unwrap_or(i32::MIN);
        Range { low, high: ends.into_iter().max().unwrap_or(i32::MAX) }
    };
    with(match op {
        Arithmetic::Add => i32::saturating_add,
        Arithmetic::Subtract => i32::saturating_sub,
        Arithmetic::Multiply => i32::saturating_mul,
    })
}

/// Whether the comparison is always true, or never; `None` if it depends.
pub(super) fn compare(op: Comparison, a: Range, b: Range) -> Option<bool> {
    let less = if a.high < b.low { Some(true) } else { (a.low >= b.high).then_some(false) };
    let greater = if a.low > b.high { Some(true) } else { (a.high <= b.low).then_some(false) };
    let equal = match (less, greater) {
        (Some(true), _) | (_, Some(true)) => Some(false),
        (Some(false), Some(false)) => Some(true),
        _ => None,
    };
    match op {
        Comparison::Equal => equal,
        Comparison::Different => equal.map(|is| !is),
        Comparison::Less => less,
        Comparison::Greater => greater,
        Comparison::AtMost => greater.map(|is| !is),
        Comparison::AtLeast => less.map(|is| !is),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_ranges() {
        let r = |low, high| Range { low, high };
        assert_eq!(compare(Comparison::Less, r(0, 3), r(4, 9)), Some(true));
        assert_eq!(compare(Comparison::Less, r(4, 9), r(0, 4)), Some(false));
        assert_eq!(compare(Comparison::Less, r(0, 4), r(4, 9)), None);
        assert_eq!(compare(Comparison::Equal, r(7, 7), r(7, 7)), Some(true));
        assert_eq!(compare(Comparison::Equal, r(0, 6), r(7, 7)), Some(false));
        assert_eq!(compare(Comparison::AtLeast, r(0, 80), r(0, 0)), Some(true));
        assert_eq!(compare(Comparison::AtMost, r(5, 6), r(0, 4)), Some(false));
    }
}
