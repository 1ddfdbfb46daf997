//! Loops without an end, and loops that get nowhere.

use super::visit::{AllDeeds, Deeds, Used};
use crate::bounds::{Bounds, Node};
use crate::model::{Rules, Statement, StatementKind, each_statement};
use syntax::{Code, Diagnostic, Span};

/// Rules that call themselves without using something up, repeats that do, and
/// repeats whose body changes nothing.
pub(super) fn loops(rules: &Rules, used: &Used, found: &mut Vec<Diagnostic>) {
    let bounds = Bounds::new(rules);
    let deeds = AllDeeds::new(rules);
    for cycle in bounds.unbounded() {
        found.extend(unbounded_recursion(rules, used, &cycle));
    }
    for part in used.bodies(rules) {
        each_statement(part, &mut |statement| {
            let StatementKind::Repeat { high, body, .. } = &statement.kind else { return };
            if deeds.of(body) == Deeds::default() {
                let at_most_once =
                    high.as_ref().and_then(|high| high.constant()).is_some_and(|n| n <= 1);
                if !at_most_once {
                    found.push(repeat_stands_still(statement));
                }
            } else if high.is_none() && bounds.repeat(body).is_none() {
                found.push(unbounded_repeat(statement));
            }
        });
    }
}

fn unbounded_recursion(rules: &Rules, used: &Used, cycle: &[Node]) -> Option<Diagnostic> {
    let of = |node: &Node| match node {
        Node::Rule(id) => {
            let rule = &rules.rules[id.index()];
            (rule.name.clone(), rule.span, used.rules[id.index()] || !rule.inherited)
        }
        Node::Value(id) => {
            let value = &rules.values[id.index()];
            (value.name.clone(), value.span, used.values[id.index()] || !value.inherited)
        }
    };
    let only_values = cycle.iter().all(|node| matches!(node, Node::Value(_)));
    let mut members: Vec<(String, Span, bool)> = cycle.iter().map(of).collect();
    members.sort_by_key(|(_, span, _)| *span);
    let (first, rest) = members.split_first()?;
    // What is inherited and not used does no harm, and cannot be changed here.
    if !members.iter().any(|member| member.2) {
        return None;
    }
    let title = match rest {
        [] if only_values => format!("the value `{}` is made of itself without end", first.0),
        [] => format!("`{}` can call itself without end", first.0),
        [other] => format!("`{}` and `{}` can call each other without end", first.0, other.0),
        _ => {
            let names: Vec<String> = members.iter().map(|m| format!("`{}`", m.0)).collect();
            format!("{} can call each other without end", names.join(", "))
        }
    };
    let hint = match only_values {
        true => {
            "make it of other values; to go over several fields, write `count`, `sum … of …` or \
             `steps … until …`"
        }
        false => {
            "use something up in each round and do not make it again: `remove` a piece, `drop` \
             from the reserve, `add 1 to` a counter, or `step` in one direction; or write \
             `repeat 0 .. N times` instead"
        }
    };
    let mut error = Diagnostic::error(Code::UnboundedRecursion, first.1, title).hint(hint);
    for (name, span, _) in rest.iter().take(8) {
        error = error.other(*span, format!("`{name}` is part of the loop"));
    }
    Some(error)
}

fn unbounded_repeat(statement: &Statement) -> Diagnostic {
    let title = "this can be repeated without end: no round uses anything up";
    Diagnostic::error(Code::UnboundedRepeat, statement.span, title).hint(
        "write `repeat 0 .. N times` with a number, or use something up in each round: `remove` \
         a piece, `add 1 to` a counter",
    )
}

fn repeat_stands_still(statement: &Statement) -> Diagnostic {
    let title = "repeating this changes nothing: neither finger, direction nor position";
    Diagnostic::warning(Code::RepeatStandsStill, statement.span, title)
        .hint("add the `step` that is missing, or leave `repeat` out")
}
