//! What a game defines and nothing needs: nothing that can be reached from
//! `main`, the rules of the referee, the evaluations and the bounds.

use super::visit::Used;
use crate::model::{Declared, Rules};
use rustc_hash::FxHashSet;
use syntax::{Code, Diagnostic, Span, closest};

/// Rules, values and declarations that nothing uses.
pub(super) fn unused(rules: &Rules, used: &Used, found: &mut Vec<Diagnostic>) {
    let inherited: Vec<&str> =
        rules.rules.iter().filter(|rule| rule.inherited).map(|rule| rule.name.as_str()).collect();
    for (rule, &is_used) in rules.rules.iter().zip(&used.rules) {
        if !is_used && !rule.inherited {
            let meant = closest(&rule.name, inherited.iter().copied());
            found.push(warning("rule", &rule.name, rule.span, meant));
        }
    }
    for (value, &is_used) in rules.values.iter().zip(&used.values) {
        if !is_used && !value.inherited {
            found.push(warning("value", &value.name, value.span, None));
        }
    }
    let live = live(rules, used);
    let is_unused = |thing: &&Declared| !thing.inherited && !live.contains(&thing.span);
    for thing in rules.declared.iter().filter(is_unused) {
        found.push(warning(thing.what, &thing.name, thing.span, None));
    }
}

/// The names of definitions that are used, by their places.
fn live(rules: &Rules, used: &Used) -> FxHashSet<Span> {
    let of_rules = rules.rules.iter().zip(&used.rules).filter(|(_, used)| **used);
    let of_values = rules.values.iter().zip(&used.values).filter(|(_, used)| **used);
    let mut live: FxHashSet<Span> =
        of_rules.map(|(rule, _)| rule.span).chain(of_values.map(|(value, _)| value.span)).collect();
    let stands = standing(rules);
    live.extend(rules.declared.iter().filter(|t| stands.contains(t.name.as_str())).map(|t| t.span));
    // A zone may be part of another, and a piece promote to another.
    loop {
        let needed = |thing: &&Declared| {
            !live.contains(&thing.span) && thing.mentioned_by.iter().any(|by| live.contains(by))
        };
        let new: Vec<Span> = rules.declared.iter().filter(needed).map(|t| t.span).collect();
        if new.is_empty() {
            return live;
        }
        live.extend(new);
    }
}

/// The names of pieces that stand on the board, in a layout or in reserve.
fn standing(rules: &Rules) -> FxHashSet<&str> {
    let facts = &rules.facts;
    let drawn = facts.layouts.iter().flat_map(|layout| layout.board.iter().flatten());
    let first = facts.start.board.iter().flatten();
    drawn
        .chain(first)
        .map(|piece| piece.kind())
        .chain(facts.reserve.iter().map(|entry| entry.kind))
        .map(|kind| {
            let kind = &facts.kinds[kind.index()];
            kind.family.as_deref().unwrap_or(&kind.name)
        })
        .collect()
}

fn warning(what: &str, name: &str, span: Span, meant: Option<&str>) -> Diagnostic {
    let title = format!("the {what} `{name}` is never used");
    let warning = Diagnostic::warning(Code::Unused, span, title);
    match meant {
        Some(meant) => warning.hint(format!("did you mean to replace `{meant}`?")),
        None => warning.hint("use it or take it out"),
    }
}
