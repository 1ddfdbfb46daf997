//! Follows what a variant took out: a comparison or any other statement that
//! needs a number which is gone fails, and a value made of one is gone too.

use crate::model::{
    NamedValue, Number, NumberKind, Part, PartMut, Rules, Statement, StatementKind, ValueId,
};
use rustc_hash::FxHashMap;
use syntax::ast::ValueRole;
use syntax::{Code, Diagnostic, Span};

/// Makes statements fail that need a number which is gone, and reports
/// evaluations and bounds that would be gone. `without` says where a number
/// that is gone was taken out.
pub(super) fn propagate(
    rules: &mut Rules,
    without: &FxHashMap<Span, Span>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let gone = gone_values(&rules.values);
    for (value, _) in rules.values.iter().zip(&gone).filter(|(_, gone)| **gone) {
        diagnostics.extend(complaint(&rules.values, value, without));
    }
    for rule in &mut rules.rules {
        visit(&mut rule.body, &gone);
    }
    for (i, value) in rules.values.iter_mut().enumerate() {
        if gone[i] {
            value.body.kind = NumberKind::Gone;
        } else {
            visit_all(value.body.kind.parts_mut(), &gone);
        }
    }
}

fn complaint(
    values: &[NamedValue],
    value: &NamedValue,
    without: &FxHashMap<Span, Span>,
) -> Option<Diagnostic> {
    if value.role == ValueRole::Value {
        return None;
    }
    let word = value.role.word();
    let title = format!("the {word} `{}` is made of something that `without` took out", value.name);
    let hint = format!("define `{0}` again, or take it out too: `without {0}`", value.name);
    let error = Diagnostic::error(Code::GoneValue, value.span, title).hint(hint);
    let place = cause(values, &value.body).and_then(|span| without.get(&span));
    Some(match place {
        Some(&without) => error.other(without, "taken out here"),
        None => error,
    })
}

/// The place of the first number that is gone, perhaps in another value.
fn cause(values: &[NamedValue], number: &Number) -> Option<Span> {
    let mut met = vec![false; values.len()];
    let mut open = vec![number];
    while let Some(number) = open.pop() {
        match &number.kind {
            NumberKind::Gone => return Some(number.span),
            NumberKind::Value(id) if !std::mem::replace(&mut met[id.index()], true) => {
                open.push(&values[id.index()].body);
            }
            NumberKind::Binary(_, a, b) => open.extend([&**b, a]),
            NumberKind::Sum(_, inner) | NumberKind::AsOpponent(inner) => open.push(inner),
            _ => {}
        }
    }
    None
}

/// Which values are gone because a number in them is.
fn gone_values(values: &[NamedValue]) -> Vec<bool> {
    let mut users = vec![Vec::new(); values.len()];
    for (i, value) in values.iter().enumerate() {
        each_needed(&value.body, &mut |id| users[id.index()].push(i));
    }
    let mut gone = vec![false; values.len()];
    let mut open: Vec<usize> =
        (0..values.len()).filter(|&i| is_gone(&values[i].body, &gone)).collect();
    while let Some(i) = open.pop() {
        if !gone[i] {
            gone[i] = true;
            open.extend(&users[i]);
        }
    }
    gone
}

/// The values without which a number cannot be.
fn each_needed(number: &Number, found: &mut impl FnMut(ValueId)) {
    match &number.kind {
        NumberKind::Value(id) => found(*id),
        NumberKind::Binary(_, a, b) => {
            each_needed(a, found);
            each_needed(b, found);
        }
        NumberKind::Sum(_, inner) | NumberKind::AsOpponent(inner) => each_needed(inner, found),
        _ => {}
    }
}

fn is_gone(number: &Number, gone: &[bool]) -> bool {
    match &number.kind {
        NumberKind::Gone => true,
        NumberKind::Value(ValueId(id)) => gone[*id as usize],
        NumberKind::Binary(_, a, b) => is_gone(a, gone) || is_gone(b, gone),
        NumberKind::Sum(_, of) => is_gone(of, gone),
        NumberKind::AsOpponent(inner) => is_gone(inner, gone),
        NumberKind::Const(_)
        | NumberKind::Counter(_)
        | NumberKind::Count(_)
        | NumberKind::CountReserve(..)
        | NumberKind::Steps(..)
        | NumberKind::Height
        | NumberKind::Hand => false,
    }
}

fn visit(statement: &mut Statement, gone: &[bool]) {
    let needs = |part: &Part<'_>| matches!(part, Part::Number(number) if is_gone(number, gone));
    if statement.kind.parts().iter().any(needs) {
        statement.kind = StatementKind::Fail;
    }
    visit_all(statement.kind.parts_mut(), gone);
}

fn visit_all(parts: Vec<PartMut<'_>>, gone: &[bool]) {
    for part in parts {
        match part {
            PartMut::Statement(statement) => visit(statement, gone),
            PartMut::Number(number) => visit_all(number.kind.parts_mut(), gone),
        }
    }
}
