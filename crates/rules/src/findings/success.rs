//! Statements that can never succeed, and second choices that are never needed.

use super::visit::Used;
use super::walk::{Met, Walk};
use crate::model::{Content, NumberKind, Rules, Statement, StatementKind, each_statement};
use syntax::{Code, Diagnostic, FileId, Span};

/// What is said about a place of which nothing better is known.
const NEVER: &str = "never succeeds";

/// Everything that never happens, given a walk that was not given up.
pub(super) fn success(rules: &Rules, used: &Used, walk: &Walk<'_>, found: &mut Vec<Diagnostic>) {
    for part in used.bodies(rules) {
        let mut denied = None;
        each_statement(part, &mut |statement| {
            let met = walk.met(statement);
            if !met.entered {
                return;
            }
            if !met.succeeded && denied != Some(statement.span) {
                found.extend(never_succeeds(walk, statement, &met));
            }
            if let StatementKind::Not(body) = &statement.kind {
                denied = Some(alone(body).span);
                found.extend(always_succeeds(walk, statement, alone(body)));
            }
            if let StatementKind::Try(_, Some(otherwise)) = &statement.kind
                && !met.otherwise
            {
                found.push(dead_else(statement, otherwise));
            }
        });
    }
}

fn never_succeeds(walk: &Walk<'_>, statement: &Statement, met: &Met) -> Option<Diagnostic> {
    use StatementKind as K;
    let known = walk.atoms.describe(&walk.rules.facts, met.here);
    let (title, hint) = match &statement.kind {
        K::PointsAt(_) | K::Matches(_) => {
            let hint = "ask before `pickup` or `remove`, or move the finger first";
            ("the field under the finger can never be like this", hint)
        }
        K::Pickup(_) | K::Remove | K::Keep => {
            ("there is never a piece here to take", "move the finger to a field with a piece first")
        }
        K::Putdown(_) => ("there is never a piece in the hand here", "`pickup` pieces first"),
        K::Promote => (
            "the piece here never promotes to anything",
            "say what it becomes: `promotes to …` after its symbols",
        ),
        // `find` in an empty zone is how one says that there is nothing.
        K::Find(pattern) if matches!(pattern.content, Content::Any) => return None,
        K::Find(_) | K::Drop(_) => ("this can never be found", "name a piece that there can be"),
        K::Compare(..) => ("this is never true", "compare with a value that it can have"),
        K::Set(..) => ("this value is outside the range of the counter", "give it a wider range"),
        K::Add(..) => ("the counter has no room for this", "give it a wider range"),
        K::Not(_) => ("what is denied here always holds", "leave it out, or ask something else"),
        _ => return None,
    };
    let about_field = matches!(
        statement.kind,
        K::PointsAt(_) | K::Matches(_) | K::Pickup(_) | K::Remove | K::Keep
    );
    let mut warning = Diagnostic::warning(Code::NeverSucceeds, statement.span, title).hint(hint);
    if let Some(declared) = narrowed(walk.rules, statement) {
        warning = warning
            .other(declared, "because of this range")
            .hint("give it a wider range, or write the rule that compares it again");
    }
    Some(match known.filter(|_| about_field) {
        Some(known) => warning.label(known),
        None => warning.label(NEVER),
    })
}

/// Where a variant gives a range of its own to a counter that inherited text
/// compares: what then is never true is for the variant to know.
fn narrowed(rules: &Rules, statement: &Statement) -> Option<Span> {
    let StatementKind::Compare(_, a, b) = &statement.kind else { return None };
    let inherited = statement.span.file != FileId(0);
    [a, b].into_iter().filter(|_| inherited).find_map(|number| {
        let NumberKind::Counter(counter) = number.kind else { return None };
        let name = &rules.facts.counters[counter.index()].name;
        let own =
            rules.declared.iter().find(|d| !d.inherited && d.what == "counter" && d.name == *name);
        own.map(|declared| declared.span)
    })
}

/// The one statement of a group, or the group.
fn alone(statement: &Statement) -> &Statement {
    match &statement.kind {
        StatementKind::Sequence(list) if list.len() == 1 => alone(&list[0]),
        _ => statement,
    }
}

/// A `not` of something that never succeeds: said about the `not`, because the
/// question itself is as it should be.
fn always_succeeds(walk: &Walk<'_>, statement: &Statement, body: &Statement) -> Option<Diagnostic> {
    let met = walk.met(body);
    if !met.entered || met.succeeded {
        return None;
    }
    let never = never_succeeds(walk, body, &met)?;
    let about_field = never.label.text != NEVER;
    let label = if about_field { never.label.text } else { "always succeeds".to_string() };
    let title = "what this `not` denies never holds, so it always succeeds";
    let mut warning = Diagnostic::warning(Code::NeverSucceeds, statement.span, title)
        .label(label)
        .hint("leave it out, or ask something that can be");
    warning.others = never.others;
    Some(warning)
}

fn dead_else(statement: &Statement, otherwise: &Statement) -> Diagnostic {
    let StatementKind::Try(body, _) = &statement.kind else { return dead(otherwise) };
    dead(otherwise).other(body.span, "always succeeds")
}

fn dead(otherwise: &Statement) -> Diagnostic {
    let title = "what follows this `else` is never needed";
    Diagnostic::warning(Code::DeadElse, otherwise.span, title)
        .hint("leave it out, or let the first part fail where it should")
}
